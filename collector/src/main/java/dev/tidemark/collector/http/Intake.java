package dev.tidemark.collector.http;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.event.Envelope;
import dev.tidemark.collector.event.Event;
import dev.tidemark.collector.event.EventReader;
import dev.tidemark.collector.event.UnacceptableException;
import dev.tidemark.collector.event.UuidV7;
import dev.tidemark.collector.kafka.Delivery;
import dev.tidemark.collector.kafka.EventProducer;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to the whole body of a request: it is cut into events, each event into a record, and
 * the answer waits for Kafka. Nothing is produced before all of the request has been read and
 * checked. Requests above the admission limit are sent away, so that those which Kafka keeps
 * waiting leave threads for the rest.
 */
final class Intake {
  /** How a body is cut into events. */
  interface Cut {
    List<Event> events(byte[] body, int length) throws UnacceptableException;
  }

  /** How a client is told what became of its events, once Kafka has them all. */
  interface Telling {
    Answer answer(int accepted, List<Answer.Rejected> rejected);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  private final CollectorConfig config;
  private final EventProducer producer;
  private final Clock clock;
  private final UuidV7 ids;
  private final EventReader reader;
  private final Sources sources;
  private final ClientAddress addresses;
  private final Semaphore admission;
  private final BodyBudget budget;

  Intake(CollectorConfig config, EventProducer producer, Clock clock, UuidV7 ids) {
    this.config = config;
    this.producer = producer;
    this.clock = clock;
    this.ids = ids;
    this.reader = new EventReader(config.maxEvent(), config.maxEvents());
    this.sources = new Sources(config.keys());
    this.addresses = new ClientAddress(config.trustedProxies());
    this.admission = new Semaphore(config.admissionLimit());
    this.budget = new BodyBudget(config.maxBuffered());
  }

  BodyBudget budget() {
    return budget;
  }

  EventReader reader() {
    return reader;
  }

  /** Takes a body and answers, at once or when Kafka has spoken. */
  void take(Exchange exchange, byte[] body, int length, Cut cut, Telling telling) {
    if (!admission.tryAcquire()) {
      exchange.answer(Answer.unavailable("too many requests at once"));
      return;
    }
    try {
      if (Gzip.isPacked(body, length)) {
        takeUnpacked(exchange, body, length, cut, telling);
      } else {
        produce(exchange, cut.events(body, length), telling);
      }
    } catch (UnacceptableException e) {
      exchange.answer(Answer.refused(e));
    } catch (RuntimeException e) {
      LOG.error("A request failed by our own fault and was answered 503", e);
      exchange.answer(Answer.unavailable("internal error"));
    } finally {
      admission.release();
    }
  }

  private void takeUnpacked(Exchange exchange, byte[] packed, int length, Cut cut, Telling telling)
      throws UnacceptableException {
    if (!budget.tryTake(config.maxBody())) {
      exchange.answer(Answer.unavailable("too many large requests at once"));
      return;
    }
    try {
      byte[] body = Gzip.unpack(packed, length, config.maxBody());
      produce(exchange, cut.events(body, body.length), telling);
    } finally {
      budget.giveBack(config.maxBody());
    }
  }

  private void produce(Exchange exchange, List<Event> events, Telling telling)
      throws UnacceptableException {
    Request request = exchange.request();
    Optional<String> keyInBody = events.stream().findFirst().flatMap(Event::writeKey);
    Optional<String> source = sources.of(request, keyInBody);
    if (source.isEmpty()) {
      exchange.answer(Answer.error(401, "missing or unknown write key"));
      return;
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Envelope envelope =
        new Envelope(now, source.get(), address(request), request.getHeader("User-Agent"));
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(events.size());
    List<Answer.Rejected> rejected = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      String id = event.clientId().orElseGet(() -> ids.next(now.toEpochMilli()).toString());
      Optional<String> problem = reader.problem(event);
      if (problem.isEmpty()) {
        records.add(record(config.topic(), now, envelope.around(event, id)));
      } else {
        String reason = problem.get();
        byte[] value = envelope.aroundRejected(event, id, reason, config.maxEvent());
        records.add(record(config.rejectedTopic(), now, value));
        rejected.add(new Answer.Rejected(i, id, reason));
      }
    }
    Answer answer = telling.answer(events.size() - rejected.size(), rejected);
    producer.send(records, answering(exchange, answer));
  }

  private String address(Request request) {
    List<String> forwarded = Collections.list(request.getHeaders("X-Forwarded-For"));
    return addresses.of(request.getRemoteInetSocketAddress().getAddress(), forwarded);
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, Instant time, byte[] value) {
    return new ProducerRecord<>(topic, null, time.toEpochMilli(), null, value);
  }

  private static Delivery answering(Exchange exchange, Answer answer) {
    return new Delivery() {
      @Override
      public void acknowledged() {
        exchange.answer(answer);
      }

      @Override
      public void failed(Exception cause) {
        exchange.answer(Answer.unavailable("not acknowledged by Kafka"));
      }

      @Override
      public boolean isAbandoned() {
        return exchange.isAnswered();
      }
    };
  }
}
