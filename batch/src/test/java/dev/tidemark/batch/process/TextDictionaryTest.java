package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter.PlainBinaryDictionaryValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.io.api.Binary;

class TextDictionaryTest {
  private static final int LARGEST = 4_000;

  /** Pages, dictionary and what is written when it grew too large, byte by byte. */
  @Property(tries = 500)
  @SuppressWarnings("deprecation")
  void it_writes_what_parquets_own_writes(@ForAll("pages") List<List<String>> pages)
      throws IOException {
    HeapByteBufferAllocator allocator = new HeapByteBufferAllocator();
    assertThat(written(new TextDictionary(LARGEST, allocator), pages))
        .isEqualTo(
            written(
                new PlainBinaryDictionaryValuesWriter(
                    LARGEST, Encoding.PLAIN_DICTIONARY, Encoding.PLAIN_DICTIONARY, allocator),
                pages));
  }

  @Provide
  Arbitrary<List<List<String>>> pages() {
    Arbitrary<String> few = Arbitraries.of("", "a", "b", "same length 1", "same length 2", "é");
    Arbitrary<String> many = Arbitraries.strings().withCharRange('a', 'd').ofMaxLength(20);
    return Arbitraries.oneOf(few, many).list().ofMaxSize(400).list().ofMaxSize(3);
  }

  private static List<Object> written(DictionaryValuesWriter writer, List<List<String>> pages)
      throws IOException {
    List<Object> written = new ArrayList<>();
    for (List<String> page : pages) {
      byte[] reused = new byte[100];
      for (String text : page) {
        byte[] bytes = Binary.fromString(text).getBytes();
        System.arraycopy(bytes, 0, reused, 7, bytes.length);
        writer.writeBytes(Binary.fromReusedByteArray(reused, 7, bytes.length));
      }
      written.add(writer.shouldFallBack());
      written.add(writer.getBufferedSize());
      if (writer.shouldFallBack()) {
        PlainValuesWriter plain = new PlainValuesWriter(64, 1 << 20, new HeapByteBufferAllocator());
        writer.fallBackAllValuesTo(plain);
        written.add(copy(plain.getBytes()));
        break;
      }
      written.add(copy(writer.getBytes()));
      writer.reset();
    }
    DictionaryPage dictionary = writer.toDictPageAndClose();
    written.add(dictionary == null ? 0 : dictionary.getDictionarySize());
    written.add(dictionary == null ? 0 : copy(dictionary.getBytes()));
    writer.resetDictionary();
    written.add(writer.getBufferedSize());
    return written;
  }

  private static ByteBuffer copy(BytesInput bytes) throws IOException {
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    bytes.writeAllTo(copy);
    return ByteBuffer.wrap(copy.toByteArray());
  }
}
