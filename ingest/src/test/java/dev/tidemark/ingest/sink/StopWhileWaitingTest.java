package dev.tidemark.ingest.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.LandingException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StopWhileWaitingTest {
  @AfterEach
  void forgetTheInterruption() {
    boolean ignored = Thread.interrupted();
  }

  static Stream<Exception> interruptions() {
    return Stream.of(
        new InterruptedIOException("Interrupted waiting to send RPC request to server"),
        new ClosedByInterruptException(),
        new IOException("Call failed", new InterruptedException()));
  }

  @ParameterizedTest
  @MethodSource("interruptions")
  void an_interruption_is_one_by_its_type(Exception cause) {
    LandingException.Unavailable failure = new LandingException.Unavailable("no answer", cause);
    assertThatThrownBy(() -> StopWhileWaiting.told(() -> thrown(failure)))
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(InterruptedIOException.class)
        .hasRootCauseInstanceOf(cause.getCause() == null ? cause.getClass() : Exception.class)
        .hasStackTraceContaining("no answer");
  }

  @Test
  void a_thread_that_was_interrupted_before_it_waited_is_told_so() {
    LandingException.Unavailable failure =
        new LandingException.Unavailable("no answer", new IOException("closed"));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> StopWhileWaiting.told(() -> thrown(failure)))
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(InterruptedIOException.class);
  }

  @Test
  void what_is_no_interruption_stays_what_it_is() {
    LandingException.Unavailable timeout =
        new LandingException.Unavailable("no answer", new SocketTimeoutException("60 s"));
    assertThatThrownBy(() -> StopWhileWaiting.told(() -> thrown(timeout))).isSameAs(timeout);
    LandingException.Conflict fenced = new LandingException.Conflict("another run");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> StopWhileWaiting.told(() -> thrown(fenced))).isSameAs(fenced);
    assertThat(StopWhileWaiting.<String>told(() -> "done")).isEqualTo("done");
  }

  private static Object thrown(RuntimeException e) {
    throw e;
  }
}
