package dev.tidemark.batch.process;

import static org.apache.spark.sql.functions.col;

import dev.tidemark.landing.Area;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.NoopCache$;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What is published as views: one for each declared type and {@code unknown}, with the declared
 * columns whatever the files have, and {@link #ALL} with the columns that every type has. Each also
 * has {@code dt} and {@code hr}, and {@code mi} where partitions are finer than an hour, as text;
 * Spark reads only the directories that they leave. The tree is listed once for all of them;
 * directories that are hidden from Spark (attempts, what was replaced, {@code _quarantine}) are not
 * in it.
 */
record QueryViews(
    SparkSession session,
    String root,
    LandingFileSystem files,
    EventTypes types,
    Granularity granularity) {
  /** The view of everything, unless a type has that name. */
  static final String ALL = "events";

  /**
   * What stands in {@code final} now.
   *
   * @throws java.io.FileNotFoundException undeclared, as Scala does, if an hour is replaced
   *     meanwhile
   */
  InMemoryFileIndex list() throws IOException {
    String published = Area.FINAL.directory();
    List<Path> paths =
        files.stat(published).isPresent() ? List.of(new Path(root + "/" + published)) : List.of();
    return new InMemoryFileIndex(
        session,
        CollectionConverters.asScala(paths).toList(),
        options(),
        Option.apply(levels()),
        NoopCache$.MODULE$,
        Option.empty(),
        Option.empty());
  }

  void register(InMemoryFileIndex listed) {
    table(listed, EventRows.schema(EventType.UNKNOWN)).createOrReplaceTempView(ALL);
    for (EventType type : types.withUnknown()) {
      table(listed, EventRows.schema(type))
          .filter(col(EventType.LEVEL).equalTo(type.name()))
          .drop(EventType.LEVEL)
          .createOrReplaceTempView("`" + type.name() + "`");
    }
  }

  private Dataset<Row> table(InMemoryFileIndex listed, StructType columns) {
    return session.baseRelationToDataFrame(
        new HadoopFsRelation(
            listed,
            levels(),
            columns,
            Option.empty(),
            new ParquetFileFormat(),
            options(),
            session));
  }

  private StructType levels() {
    StructType hour =
        new StructType().add("dt", DataTypes.StringType).add("hr", DataTypes.StringType);
    return (granularity.isHourly() ? hour : hour.add("mi", DataTypes.StringType))
        .add(EventType.LEVEL, DataTypes.StringType);
  }

  private static scala.collection.immutable.Map<String, String> options() {
    return scala.collection.immutable.Map$.MODULE$.empty();
  }
}
