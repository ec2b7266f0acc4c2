package dev.tidemark.batch.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter;
import org.apache.parquet.column.values.dictionary.IntList.IntIterator;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.io.api.Binary;

/**
 * A dictionary of texts that writes what Parquet's own does, and finds a text by eight of its bytes
 * at a time where that hashes each.
 */
final class TextDictionary extends DictionaryValuesWriter {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;
  private static final int SMALLEST = 1 << 8;

  /** The texts one after the other, and where each ends. */
  private byte[] texts = new byte[1 << 12];

  private int[] ends = new int[SMALLEST];
  private int[] hashes = new int[SMALLEST];
  private int size;

  /** Places of texts by hash, plus one; 0 is none. At least twice as many as there are texts. */
  private int[] table = new int[2 * SMALLEST];

  @SuppressWarnings("deprecation") // as files of Parquet's first version call it
  TextDictionary(int maxByteSize, ByteBufferAllocator allocator) {
    super(maxByteSize, Encoding.PLAIN_DICTIONARY, Encoding.PLAIN_DICTIONARY, allocator);
  }

  @Override
  public void writeBytes(Binary text) {
    ByteBuffer buffer = text.toByteBuffer();
    encodedValues.add(
        numberOf(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining()));
  }

  private int numberOf(byte[] bytes, int from, int length) {
    int hash = hash(bytes, from, length);
    int place = hash & (table.length - 1);
    while (table[place] != 0) {
      int number = table[place] - 1;
      if (hashes[number] == hash
          && Arrays.equals(texts, begin(number), ends[number], bytes, from, from + length)) {
        return number;
      }
      place = (place + 1) & (table.length - 1);
    }
    table[place] = size + 1;
    add(bytes, from, length, hash);
    return size - 1;
  }

  private static int hash(byte[] bytes, int from, int length) {
    long hash = length;
    int at = from;
    int end = from + length;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = (hash ^ (long) EIGHT.get(bytes, at)) * FACTOR;
      hash ^= hash >>> 32;
    }
    for (; at < end; at++) {
      hash = (hash ^ bytes[at]) * FACTOR;
    }
    return (int) (hash ^ hash >>> 32);
  }

  private int begin(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  private void add(byte[] bytes, int from, int length, int hash) {
    int begin = begin(size);
    if (begin + length > texts.length) {
      texts = Arrays.copyOf(texts, Math.max(2 * texts.length, begin + length));
    }
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
      hashes = Arrays.copyOf(hashes, 2 * size);
    }
    System.arraycopy(bytes, from, texts, begin, length);
    ends[size] = begin + length;
    hashes[size] = hash;
    size++;
    dictionaryByteSize += Integer.BYTES + length;
    if (2 * size > table.length) {
      grow();
    }
  }

  private void grow() {
    table = new int[2 * table.length];
    for (int number = 0; number < size; number++) {
      int place = hashes[number] & (table.length - 1);
      while (table[place] != 0) {
        place = (place + 1) & (table.length - 1);
      }
      table[place] = number + 1;
    }
  }

  private Binary text(int number) {
    int begin = begin(number);
    return Binary.fromReusedByteArray(texts, begin, ends[number] - begin);
  }

  @Override
  public DictionaryPage toDictPageAndClose() {
    if (lastUsedDictionarySize == 0) {
      return null;
    }
    PlainValuesWriter all =
        new PlainValuesWriter(lastUsedDictionaryByteSize, maxDictionaryByteSize, allocator);
    for (int number = 0; number < lastUsedDictionarySize; number++) {
      all.writeBytes(text(number));
    }
    return dictPage(all);
  }

  @Override
  protected void fallBackDictionaryEncodedData(ValuesWriter writer) {
    for (IntIterator numbers = encodedValues.iterator(); numbers.hasNext(); ) {
      writer.writeBytes(text(numbers.next()));
    }
  }

  @Override
  protected int getDictionarySize() {
    return size;
  }

  @Override
  protected void clearDictionaryContent() {
    size = 0;
    ends = new int[SMALLEST];
    hashes = new int[SMALLEST];
    table = new int[2 * SMALLEST];
    texts = new byte[1 << 12];
  }
}
