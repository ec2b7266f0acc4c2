package dev.tidemark.collector.http;

import dev.tidemark.collector.event.UnacceptableException;
import dev.tidemark.collector.event.UnacceptableException.Kind;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;

/**
 * Gathers the bytes of a body without keeping a thread while the client sends. A body above the
 * limit is answered at once and what still comes is thrown away, so that the client can read why; a
 * body that is cut off is nobody's business any more.
 */
final class BodyReader implements ReadListener {
  /** Takes a whole body; the array is the taker's own. */
  interface Whole {
    void accept(byte[] bytes, int length);
  }

  private static final int FIRST_SIZE = 4 * 1024;
  private static final int LARGEST_FIRST_SIZE = 64 * 1024;

  /** Whoever sends without a pause must not keep the others waiting. */
  private static final int MOST_A_TURN = 256 * 1024;

  private final Exchange exchange;
  private final ServletInputStream input;
  private final int most;
  private final BodyBudget budget;
  private final Whole whole;
  private final AtomicInteger taken = new AtomicInteger();
  private byte[] bytes = new byte[0];
  private int length;
  private boolean discarding;

  private BodyReader(
      Exchange exchange, ServletInputStream input, int most, BodyBudget budget, Whole whole) {
    this.exchange = exchange;
    this.input = input;
    this.most = most;
    this.budget = budget;
    this.whole = whole;
  }

  /**
   * Reads the body of an exchange.
   *
   * @param most a body of more bytes is answered 413
   * @param budget what the body takes of it is given back when the exchange ends
   */
  static void start(Exchange exchange, int most, BodyBudget budget, Whole whole)
      throws IOException {
    ServletInputStream input = exchange.request().getInputStream();
    BodyReader reader = new BodyReader(exchange, input, most, budget, whole);
    exchange.afterwards(reader::giveBack);
    // What a client announces is not yet worth its memory.
    long announced = exchange.request().getContentLengthLong();
    long first = announced < 0 ? FIRST_SIZE : Math.min(announced + 1, LARGEST_FIRST_SIZE);
    if (announced > most) {
      reader.refuse(reader.tooLarge());
    } else {
      reader.grow((int) first);
    }
    if (announced >= 0 && announced <= input.available() && !reader.discarding) {
      reader.readAtOnce((int) announced);
    } else {
      input.setReadListener(reader);
    }
  }

  /** Most requests are all there, and need not be waited for. */
  private void readAtOnce(int announced) throws IOException {
    while (length < announced) {
      length += input.read(bytes, length, announced - length);
    }
    onAllDataRead();
  }

  @Override
  public void onDataAvailable() throws IOException {
    int turn = 0;
    while (input.isReady() && !input.isFinished()) {
      if (turn > MOST_A_TURN) {
        exchange.later(this::goOn);
        return;
      }
      if (length == bytes.length) {
        grow((int) Math.min(bytes.length * 2L, most + 1L));
      }
      int read = input.read(bytes, length, bytes.length - length);
      turn += read;
      if (read > 0 && !discarding) {
        length += read;
        if (length > most) {
          refuse(tooLarge());
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

  private void goOn() {
    try {
      if (!exchange.hasEnded()) {
        onDataAvailable();
      }
    } catch (IOException e) {
      onError(e);
    }
  }

  private void grow(int size) {
    int more = size - bytes.length;
    if (budget.tryTake(more)) {
      taken.addAndGet(more);
      bytes = Arrays.copyOf(bytes, size);
      if (exchange.hasEnded()) {
        // The deadline was first, and could not give back what had not been taken yet.
        giveBack();
      }
    } else {
      refuse(Answer.unavailable("too many large requests at once"));
    }
  }

  private void giveBack() {
    budget.giveBack(taken.getAndSet(0));
  }

  private void refuse(Answer answer) {
    discarding = true;
    bytes = new byte[FIRST_SIZE];
    length = 0;
    exchange.answer(answer);
  }

  private Answer tooLarge() {
    return Answer.refused(
        new UnacceptableException(
            Kind.TOO_LARGE, "the body is larger than the limit of " + most + " bytes"));
  }
}
