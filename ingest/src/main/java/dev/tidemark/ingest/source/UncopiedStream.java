package dev.tidemark.ingest.source;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReportsSourceMetrics;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.kafka010.KafkaMicroBatchStream;

/** Spark's stream in all but its readers. */
final class UncopiedStream
    implements MicroBatchStream, SupportsTriggerAvailableNow, ReportsSourceMetrics {
  private final KafkaMicroBatchStream kafka;

  UncopiedStream(KafkaMicroBatchStream kafka) {
    this.kafka = kafka;
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new UncopiedReaderFactory(kafka.createReaderFactory());
  }

  @Override
  public InputPartition[] planInputPartitions(Offset start, Offset end) {
    return kafka.planInputPartitions(start, end);
  }

  @Override
  public Offset initialOffset() {
    return kafka.initialOffset();
  }

  @Override
  public Offset latestOffset() {
    return kafka.latestOffset();
  }

  @Override
  public Offset latestOffset(Offset start, ReadLimit limit) {
    return kafka.latestOffset(start, limit);
  }

  @Override
  public Offset reportLatestOffset() {
    return kafka.reportLatestOffset();
  }

  @Override
  public ReadLimit getDefaultReadLimit() {
    return kafka.getDefaultReadLimit();
  }

  @Override
  public void prepareForTriggerAvailableNow() {
    kafka.prepareForTriggerAvailableNow();
  }

  @Override
  public Offset deserializeOffset(String json) {
    return kafka.deserializeOffset(json);
  }

  @Override
  public void commit(Offset end) {
    kafka.commit(end);
  }

  @Override
  public Map<String, String> metrics(Optional<Offset> latestConsumedOffset) {
    return kafka.metrics(latestConsumedOffset);
  }

  @Override
  public void stop() {
    kafka.stop();
  }

  @Override
  public String toString() {
    return kafka.toString();
  }
}
