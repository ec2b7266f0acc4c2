package dev.tidemark.batch.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.parquet.io.api.Binary;

class TextDictionaryTest {
  @Property(tries = 500)
  void a_text_has_the_number_that_it_got_when_it_was_first_met(
      @ForAll("texts") List<String> texts) {
    TextDictionary dictionary = new TextDictionary();
    List<String> met = new ArrayList<>();
    byte[] reused = new byte[100];
    for (String text : texts) {
      if (!met.contains(text)) {
        met.add(text);
      }
      byte[] bytes = utf8(text);
      System.arraycopy(bytes, 0, reused, 7, bytes.length);
      assertThat(dictionary.numberOf(reused, 7, bytes.length)).isEqualTo(met.indexOf(text));
    }
    assertThat(dictionary.size()).isEqualTo(met.size());
    assertThat(dictionary.bytes())
        .isEqualTo(met.stream().mapToLong(text -> 4 + utf8(text).length).sum());
    for (int i = 0; i < met.size(); i++) {
      assertThat(dictionary.text(i)).isEqualTo(Binary.fromString(met.get(i)));
      assertThat(Integer.signum(dictionary.compare(i, 0)))
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(utf8(met.get(i)), utf8(met.get(0)))));
    }
  }

  @Provide
  Arbitrary<List<String>> texts() {
    Arbitrary<String> few = Arbitraries.of("", "a", "b", "same length 1", "same length 2", "é");
    Arbitrary<String> many = Arbitraries.strings().withCharRange('a', 'd').ofMaxLength(20);
    return Arbitraries.oneOf(few, many).list().ofMaxSize(1_000);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
