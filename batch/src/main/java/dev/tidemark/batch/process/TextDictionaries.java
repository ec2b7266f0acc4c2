package dev.tidemark.batch.process;

import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.factory.DefaultV1ValuesWriterFactory;
import org.apache.parquet.column.values.factory.ValuesWriterFactory;
import org.apache.parquet.column.values.fallback.FallbackValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Parquet's own encodings of its first version, but for {@link TextDictionary}. */
final class TextDictionaries implements ValuesWriterFactory {
  private final ValuesWriterFactory others = new DefaultV1ValuesWriterFactory();
  private ParquetProperties properties;

  @Override
  public void initialize(ParquetProperties all) {
    properties = all;
    others.initialize(all);
  }

  @Override
  public ValuesWriter newValuesWriter(ColumnDescriptor column) {
    if (column.getPrimitiveType().getPrimitiveTypeName() != PrimitiveTypeName.BINARY
        || !properties.isDictionaryEnabled(column)) {
      return others.newValuesWriter(column);
    }
    return FallbackValuesWriter.of(
        new TextDictionary(properties.getDictionaryPageSizeThreshold(), properties.getAllocator()),
        new PlainValuesWriter(
            properties.getInitialSlabSize(),
            properties.getPageSizeThreshold(),
            properties.getAllocator()));
  }
}
