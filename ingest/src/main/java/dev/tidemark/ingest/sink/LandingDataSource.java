package dev.tidemark.ingest.sink;

import dev.tidemark.landing.config.ProgramClock;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The Spark data source {@code landing}: {@code df.writeStream().format("landing").option("root",
 * …)}. Takes the rows of Spark's Kafka source as they are, that is columns {@code value} (binary or
 * string), {@code topic}, {@code partition}, {@code offset} and {@code timestamp}; others are
 * ignored. See {@link SinkOptions} for the options.
 */
public final class LandingDataSource implements TableProvider, DataSourceRegister {
  private final Clock clock;

  /** For Spark, which makes it from its name: here the sink is wired. */
  public LandingDataSource() {
    this(ProgramClock.utc());
  }

  LandingDataSource(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String shortName() {
    return "landing";
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return new StructType();
  }

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> options) {
    return new LandingTable(clock);
  }

  private record LandingTable(Clock clock) implements SupportsWrite {
    @Override
    public String name() {
      return "landing";
    }

    /** None of its own: whatever a query writes is checked by {@link RowLayout}. */
    @Override
    public Column[] columns() {
      return new Column[0];
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.STREAMING_WRITE, TableCapability.ACCEPT_ANY_SCHEMA);
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
      SinkOptions options = SinkOptions.read(info.options().asCaseSensitiveMap());
      RowLayout layout = RowLayout.of(info.schema());
      return new WriteBuilder() {
        @Override
        public Write build() {
          return new Write() {
            @Override
            public StreamingWrite toStreaming() {
              return new LandingWrite(
                  OpenSinks.get(options, info.queryId(), clock, () -> {}), layout);
            }
          };
        }
      };
    }
  }
}
