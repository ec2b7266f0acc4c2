package dev.tidemark.collector.http;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.event.Problem;
import dev.tidemark.collector.metrics.CollectorMetrics;
import dev.tidemark.collector.rejected.RejectedEvent;
import dev.tidemark.collector.spill.Durability;
import dev.tidemark.collector.spill.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of one request, one for each event, on their way to being durable, and the answer
 * that waits for it. A record that Kafka does not take for its size is a rejected event: it goes to
 * the topic of those, whole, or in its beginning if that topic does not take it either.
 */
final class Reception {
  private static final Logger LOG = LoggerFactory.getLogger(Reception.class);

  private final Exchange exchange;
  private final CollectorConfig config;
  private final Durability durability;
  private final CollectorMetrics metrics;
  private final Intake.Telling telling;
  private final String source;
  private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
  private final List<Answer.Rejected> rejected = new ArrayList<>();
  private final long begun = System.nanoTime();

  Reception(
      Exchange exchange,
      CollectorConfig config,
      Durability durability,
      CollectorMetrics metrics,
      Intake.Telling telling,
      String source) {
    this.exchange = exchange;
    this.config = config;
    this.durability = durability;
    this.metrics = metrics;
    this.telling = telling;
    this.source = source;
  }

  /** Adds the record of the next event. */
  void add(ProducerRecord<byte[], byte[]> record) {
    records.add(record);
  }

  /** Notes that an event is not accepted. */
  void reject(int index, String eventId, Problem problem) {
    rejected.add(new Answer.Rejected(index, eventId, problem.reason()));
    metrics.rejected(problem.kind());
  }

  /** Makes the records durable, and answers when they are. */
  void keep() {
    durability.keep(records, new Step(this::keepAsRejected));
  }

  private void keepAsRejected(List<ProducerRecord<byte[], byte[]>> tooLarge) {
    Set<ProducerRecord<byte[], byte[]>> refused =
        Collections.newSetFromMap(new IdentityHashMap<>());
    refused.addAll(tooLarge);
    List<ProducerRecord<byte[], byte[]>> instead = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      ProducerRecord<byte[], byte[]> record = records.get(i);
      if (refused.contains(record)) {
        instead.add(record.topic().equals(config.rejectedTopic()) ? record : asRejected(i, record));
      }
    }
    rejected.sort(Comparator.comparingInt(Answer.Rejected::index));
    durability.keep(instead, new Step(this::keepBeginnings));
  }

  private ProducerRecord<byte[], byte[]> asRejected(
      int index, ProducerRecord<byte[], byte[]> record) {
    Problem problem =
        new Problem(
            Problem.Kind.TOO_LARGE,
            "Kafka does not take a record of " + record.value().length + " bytes");
    RejectedEvent event = read(record);
    reject(index, event.eventId(), problem);
    return rejectedRecord(record, event.rejected(problem, config.maxRejected()));
  }

  private void keepBeginnings(List<ProducerRecord<byte[], byte[]>> tooLarge) {
    durability.keep(
        tooLarge.stream().map(this::beginning).toList(),
        new Step(
            none -> {
              LOG.error(
                  "{} takes no record of 64 KiB: {} rejected events are only in their answer. Raise"
                      + " max.message.bytes of the topic",
                  config.rejectedTopic(),
                  none.size());
              answer();
            }));
  }

  private ProducerRecord<byte[], byte[]> beginning(ProducerRecord<byte[], byte[]> record) {
    RejectedEvent event = read(record);
    return rejectedRecord(record, event.rejected(event.problem(), 0));
  }

  private static RejectedEvent read(ProducerRecord<byte[], byte[]> record) {
    return RejectedEvent.read(0, record.timestamp(), record.value());
  }

  private ProducerRecord<byte[], byte[]> rejectedRecord(
      ProducerRecord<byte[], byte[]> of, byte[] value) {
    return new ProducerRecord<>(config.rejectedTopic(), null, of.timestamp(), null, value);
  }

  private void answer() {
    int accepted = records.size() - rejected.size();
    exchange.answer(telling.answer(accepted, rejected));
    metrics.durableAfter(System.nanoTime() - begun);
    metrics.accepted(source, accepted);
  }

  private final class Step implements Outcome {
    private final Consumer<List<ProducerRecord<byte[], byte[]>>> whenTooLarge;

    Step(Consumer<List<ProducerRecord<byte[], byte[]>>> whenTooLarge) {
      this.whenTooLarge = whenTooLarge;
    }

    @Override
    public void kept() {
      answer();
    }

    @Override
    public void notKept(String reason) {
      exchange.answer(Answer.unavailable(reason));
    }

    @Override
    public void tooLarge(List<ProducerRecord<byte[], byte[]>> tooLarge) {
      try {
        whenTooLarge.accept(tooLarge);
      } catch (RuntimeException e) {
        LOG.error("A request failed by our own fault and was answered 503", e);
        exchange.answer(Answer.unavailable("internal error"));
      }
    }

    @Override
    public boolean isAbandoned() {
      return exchange.isAnswered();
    }
  }
}
