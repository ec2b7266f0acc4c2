package dev.tidemark.collector.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "a=1&b=x+y%20z|{\"a\":\"1\",\"b\":\"x y z\"}",
        "u=Zo%C3%AB%20%e6%97%a5|{\"u\":\"Zo\u00eb \u65e5\"}",
        "b&=v&&a=1=2&a=%22%00|{\"b\":\"\",\"\":\"v\",\"a\":\"1=2\",\"a\":\"\\\"\\u0000\"}",
        "writeKey=k&a=1|{\"a\":\"1\"}",
        "writeKey=k|{}",
      })
  void parameters_become_an_object_of_texts(String query, String json) throws Exception {
    assertThat(Query.parse(query).toEvent()).asString(UTF_8).isEqualTo(json);
  }

  @Test
  void no_query_is_an_empty_object() throws Exception {
    assertThat(Query.parse(null).toEvent()).asString(UTF_8).isEqualTo("{}");
    assertThat(Query.parse(null).writeKey()).isEmpty();
    assertThat(Query.parse("a=1&writeKey=x%2By").writeKey()).hasValue("x+y");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=%", "a=%4", "a=%zz", "a=%ff", "%ed%a0%80=1"})
  void what_cannot_be_decoded_is_refused(String query) {
    assertThatThrownBy(() -> Query.parse(query)).isInstanceOf(UnacceptableException.class);
  }
}
