package dev.tidemark.collector.http;

import dev.tidemark.collector.event.UnacceptableException;
import dev.tidemark.collector.event.UnacceptableException.Kind;
import java.io.IOException;
import java.util.Arrays;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;

/**
 * Gathers the bytes of a body without keeping a thread while the client sends. A body above the
 * limit is answered at once and what still comes is thrown away; a body that is cut off is nobody's
 * business any more.
 */
final class BodyReader implements ReadListener {
  /** Takes a whole body; the array is the taker's own. */
  interface Whole {
    void accept(byte[] bytes, int length);
  }

  private static final int FIRST_SIZE = 4 * 1024;
  private static final int LARGEST_FIRST_SIZE = 64 * 1024;

  private final Exchange exchange;
  private final ServletInputStream input;
  private final int most;
  private final Whole whole;
  private byte[] bytes;
  private int length;
  private boolean discarding;

  private BodyReader(Exchange exchange, ServletInputStream input, int most, Whole whole) {
    this.exchange = exchange;
    this.input = input;
    this.most = most;
    this.whole = whole;
    // What a client announces is not yet worth its memory.
    long announced = exchange.request().getContentLengthLong();
    long first = announced < 0 ? FIRST_SIZE : Math.min(announced + 1, LARGEST_FIRST_SIZE);
    bytes = new byte[(int) first];
    if (announced > most) {
      refuse();
    }
  }

  /**
   * Reads the body of an exchange.
   *
   * @param most a body of more bytes is answered 413
   */
  static void start(Exchange exchange, int most, Whole whole) throws IOException {
    ServletInputStream input = exchange.request().getInputStream();
    input.setReadListener(new BodyReader(exchange, input, most, whole));
  }

  @Override
  public void onDataAvailable() throws IOException {
    while (input.isReady() && !input.isFinished()) {
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.min(bytes.length * 2, most + 1));
      }
      int read = input.read(bytes, length, bytes.length - length);
      if (read > 0 && !discarding) {
        length += read;
        if (length > most) {
          refuse();
        }
      }
    }
  }

  @Override
  public void onAllDataRead() {
    exchange.bodyEnded();
    if (!discarding) {
      whole.accept(bytes, length);
    }
  }

  @Override
  public void onError(Throwable cause) {
    exchange.abandon();
  }

  private void refuse() {
    discarding = true;
    bytes = new byte[FIRST_SIZE];
    length = 0;
    exchange.answer(
        Answer.refused(
            new UnacceptableException(
                Kind.TOO_LARGE, "the body is larger than the limit of " + most + " bytes")));
  }
}
