package dev.tidemark.collector.http;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.config.Privacy;
import dev.tidemark.collector.config.WriteKey;
import dev.tidemark.collector.event.BatchMembers;
import dev.tidemark.collector.event.Envelope;
import dev.tidemark.collector.event.Event;
import dev.tidemark.collector.event.EventReader;
import dev.tidemark.collector.event.Events;
import dev.tidemark.collector.event.FormData;
import dev.tidemark.collector.event.Problem;
import dev.tidemark.collector.event.UnacceptableException;
import dev.tidemark.collector.event.UuidV7;
import dev.tidemark.collector.metrics.CollectorMetrics;
import dev.tidemark.collector.spill.Durability;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to the whole body of a request: it is cut into events, each event into a record, and
 * the answer waits until all are durable. Nothing is produced before all of the request has been
 * read and checked. Requests above the admission limit are sent away, so that those which Kafka
 * keeps waiting leave threads for the rest.
 */
final class Intake {
  /** How a body is cut into events. */
  interface Cut {
    Events events(byte[] body, int length) throws UnacceptableException;
  }

  /** How a client is told what became of its events, once they are durable. */
  interface Telling {
    Answer answer(int accepted, List<Answer.Rejected> rejected);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  /** Bytes of a body that is worked on at once, on the thread that read it. */
  private static final int MOST_AT_ONCE = 64 * 1024;

  private final CollectorConfig config;
  private final Durability durability;
  private final Clock clock;
  private final UuidV7 ids;
  private final EventReader reader;
  private final Sources sources;
  private final RateLimits limits = new RateLimits();
  private final CollectorMetrics metrics;
  private final ClientAddress addresses;
  private final Semaphore admission;
  private final Executor workers;
  private final BodyBudget budget;

  Intake(
      CollectorConfig config,
      Durability durability,
      Executor workers,
      Sources sources,
      CollectorMetrics metrics,
      Clock clock,
      UuidV7 ids) {
    this.config = config;
    this.durability = durability;
    this.workers = workers;
    this.metrics = metrics;
    this.clock = clock;
    this.ids = ids;
    this.reader = new EventReader(config.maxEvent(), config.maxEvents());
    this.sources = sources;
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

  /** Takes a body and answers, at once or when it is known what became of its events. */
  void take(Exchange exchange, byte[] body, int length, Cut cut, Telling telling) {
    if (!admission.tryAcquire()) {
      exchange.answer(Answer.unavailable("too many requests at once"));
      return;
    }
    metrics.received(length);
    boolean isLight = length <= MOST_AT_ONCE && !Gzip.isPacked(body, length);
    if (isLight && durability.isImmediate()) {
      work(exchange, body, length, cut, telling);
    } else {
      workers.execute(() -> work(exchange, body, length, cut, telling));
    }
  }

  private void work(Exchange exchange, byte[] body, int length, Cut cut, Telling telling) {
    try {
      if (Gzip.isPacked(body, length)) {
        takeUnpacked(exchange, body, length, cut, telling);
      } else {
        read(exchange, body, length, cut, telling);
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
      read(exchange, body, body.length, cut, telling);
    } finally {
      budget.giveBack(config.maxBody());
    }
  }

  private void read(Exchange exchange, byte[] body, int length, Cut cut, Telling telling)
      throws UnacceptableException {
    int end = FormData.isForm(body, length) ? FormData.decode(body, length) : length;
    Events events = cut.events(body, end);
    requireRoomForRepeating(events);
    Optional<WriteKey> key = sources.of(exchange.request(), events.writeKey());
    if (key.isEmpty()) {
      exchange.answer(Answer.error(401, "missing or unknown write key"));
      return;
    }
    int pause = limits.take(key.get(), events.all().size(), System.nanoTime());
    if (pause > 0) {
      exchange.answer(Answer.tooMany(pause));
    } else if (key.get().privacy() == Privacy.DROP && wantsPrivacy(exchange.request())) {
      metrics.dropped(key.get().source(), events.all().size());
      exchange.answer(telling.answer(events.all().size(), List.of()));
    } else {
      produce(exchange, events, key.get(), telling);
    }
  }

  /** What is said once is in the record of every event, and must not make much out of little. */
  private void requireRoomForRepeating(Events events) throws UnacceptableException {
    long repeated = (long) events.besideBatch().size() * events.all().size();
    if (repeated > config.maxBody()) {
      throw new UnacceptableException(
          UnacceptableException.Kind.TOO_LARGE,
          "what stands beside the batch goes with each event: %d bytes %d times is above %d bytes; send fewer events at once"
              .formatted(events.besideBatch().size(), events.all().size(), config.maxBody()));
    }
  }

  private void produce(Exchange exchange, Events all, WriteKey key, Telling telling) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Envelope envelope = envelope(exchange.request(), key, now, all.besideBatch());
    List<Event> events = all.all();
    Reception reception =
        new Reception(exchange, config, durability, metrics, telling, key.source());
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      String id = event.clientId().orElseGet(() -> ids.next(now.toEpochMilli()).toString());
      Optional<Problem> problem = reader.problem(event, all.besideBatch());
      if (problem.isEmpty()) {
        reception.add(record(config.topic(), now, envelope.around(event, id)));
      } else {
        byte[] value = envelope.aroundRejected(event, id, problem.get(), config.maxRejected());
        reception.add(record(config.rejectedTopic(), now, value));
        reception.reject(i, id, problem.get());
      }
    }
    reception.keep();
  }

  private Envelope envelope(Request request, WriteKey key, Instant now, BatchMembers besideBatch) {
    boolean anonymous = key.privacy() == Privacy.ANONYMISE && wantsPrivacy(request);
    String address = anonymous ? null : address(request);
    String userAgent = request.getHeader("User-Agent");
    return new Envelope(now, key.source(), address, userAgent, besideBatch);
  }

  /** What the drafts of Do Not Track and of Global Privacy Control let a browser say. */
  private static boolean wantsPrivacy(Request request) {
    return "1".equals(request.getHeader("Sec-GPC")) || "1".equals(request.getHeader("DNT"));
  }

  private String address(Request request) {
    List<String> forwarded = Collections.list(request.getHeaders("X-Forwarded-For"));
    return addresses.of(request.getRemoteInetSocketAddress().getAddress(), forwarded);
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, Instant time, byte[] value) {
    return new ProducerRecord<>(topic, null, time.toEpochMilli(), null, value);
  }
}
