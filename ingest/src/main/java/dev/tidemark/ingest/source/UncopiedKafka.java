package dev.tidemark.ingest.source;

import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.kafka010.KafkaMicroBatchStream;
import org.apache.spark.sql.kafka010.KafkaSourceProvider;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Spark's Kafka source for streams, with rows that refer to what the consumer holds: Spark's own
 * makes an {@code UnsafeRow} of each record, for which it copies the value twice. Options, offsets,
 * limits and progress are those of {@code format("kafka")}; this one is named by its class:
 *
 * <pre>{@code
 * spark.readStream().format(UncopiedKafka.class.getName()).options(…).load()
 * }</pre>
 */
public final class UncopiedKafka implements TableProvider {
  private final KafkaSourceProvider kafka = new KafkaSourceProvider();

  /** For Spark, which finds it by name. */
  public UncopiedKafka() {}

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return kafka.inferSchema(options);
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new Topics((SupportsRead) kafka.getTable(schema, partitioning, properties));
  }

  /** What is subscribed to. */
  private record Topics(SupportsRead kafka) implements SupportsRead {
    @Override
    public String name() {
      return kafka.name();
    }

    @Override
    public Column[] columns() {
      return kafka.columns();
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.MICRO_BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      Scan scan = kafka.newScanBuilder(options).build();
      return () -> new UncopiedScan(scan);
    }
  }

  private record UncopiedScan(Scan kafka) implements Scan {
    @Override
    public StructType readSchema() {
      return kafka.readSchema();
    }

    @Override
    public String description() {
      return kafka.description();
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
      return kafka.supportedCustomMetrics();
    }

    @Override
    public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
      return new UncopiedStream(
          (KafkaMicroBatchStream) kafka.toMicroBatchStream(checkpointLocation));
    }
  }
}
