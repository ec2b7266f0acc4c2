package dev.tidemark.coordinator.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The body of an answer of which no more than so many bytes are read. */
public final class BoundedBytes implements BodySubscriber<byte[]> {
  private enum Longer {
    FAILS,
    IS_CUT
  }

  private final int most;
  private final Longer longer;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.Subscription subscription;

  private BoundedBytes(int most, Longer longer) {
    this.most = most;
    this.longer = longer;
  }

  /** Fails with an {@link IOException} that names the bound when the body is longer. */
  public static BodySubscriber<byte[]> atMost(int most) {
    return new BoundedBytes(most, Longer.FAILS);
  }

  /** Likewise, as UTF-8. */
  public static BodySubscriber<String> textAtMost(int most) {
    return text(atMost(most));
  }

  /** The beginning of a longer body, as UTF-8. */
  public static BodySubscriber<String> textCutAt(int most) {
    return text(new BoundedBytes(most, Longer.IS_CUT));
  }

  private static BodySubscriber<String> text(BodySubscriber<byte[]> body) {
    return BodySubscribers.mapping(body, bytes -> new String(bytes, UTF_8));
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription s) {
    subscription = s;
    s.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (buffer.remaining() > most - bytes.size() && longer == Longer.FAILS) {
        subscription.cancel();
        onError(new IOException("the answer is longer than " + most + " bytes"));
        return;
      }
      byte[] part = new byte[Math.min(buffer.remaining(), most - bytes.size())];
      buffer.get(part);
      bytes.writeBytes(part);
    }
    if (longer == Longer.IS_CUT && bytes.size() == most) {
      subscription.cancel();
      onComplete();
    } else {
      subscription.request(1);
    }
  }

  @Override
  public void onError(Throwable error) {
    body.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }
}
