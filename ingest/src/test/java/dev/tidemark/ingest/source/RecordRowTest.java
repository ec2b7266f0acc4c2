package dev.tidemark.ingest.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.spark.sql.catalyst.InternalRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordRowTest {
  private static final byte[] VALUE = "{\"name\":\"Zoë\"}".getBytes(UTF_8);

  private final RecordRow shown = new RecordRow(new TopicPartition("events", 3));

  @Test
  void a_record_stands_in_the_columns_of_sparks_source() {
    byte[] key = {1, 2};
    shown.show(record(17, 1_787_403_845_678L, key, VALUE));
    InternalRow row = shown.row();
    assertThat(row.numFields()).isEqualTo(7);
    assertThat(row.getBinary(0)).isSameAs(key);
    assertThat(row.getBinary(1)).isSameAs(VALUE);
    assertThat(row.getUTF8String(2).toString()).isEqualTo("events");
    assertThat(row.getInt(3)).isEqualTo(3);
    assertThat(row.getLong(4)).isEqualTo(17);
    assertThat(row.getLong(5)).isEqualTo(1_787_403_845_678_000L);
    assertThat(row.getInt(6)).isEqualTo(TimestampType.LOG_APPEND_TIME.id);
  }

  @Test
  void null_is_null_and_nothing_is_left_of_the_record_before() {
    shown.show(record(17, 0, VALUE, VALUE));
    shown.show(record(18, 0, null, null));
    assertThat(shown.row().isNullAt(0)).isTrue();
    assertThat(shown.row().isNullAt(1)).isTrue();
    assertThat(shown.row().getLong(4)).isEqualTo(18);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, -1000",
    "9223372036854775, 9223372036854775000",
    "9223372036854776, 9223372036854775807",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775000"
  })
  void no_time_ends_the_stream(long millis, long micros) {
    shown.show(record(17, millis, null, VALUE));
    assertThat(shown.row().getLong(5)).isEqualTo(micros);
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long offset, long millis, byte[] key, byte[] value) {
    return new ConsumerRecord<>(
        "events",
        3,
        offset,
        millis,
        TimestampType.LOG_APPEND_TIME,
        key == null ? -1 : key.length,
        value == null ? -1 : value.length,
        key,
        value,
        new RecordHeaders(),
        Optional.empty());
  }
}
