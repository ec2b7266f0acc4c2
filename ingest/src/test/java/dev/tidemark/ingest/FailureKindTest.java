package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.LandingException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.spark.SparkException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailureKindTest {
  static Stream<Throwable> passing() {
    return Stream.of(
        new LandingException.Unavailable("away", null),
        new LandingException.OutcomeUnknown("unknown", null),
        new LandingException.Conflict("another run was faster"),
        new TimeoutException("no broker"),
        new java.util.concurrent.TimeoutException("Cannot fetch record"),
        new ConnectException("refused"),
        new EOFException(),
        new RemoteException("org.apache.hadoop.hdfs.server.namenode.SafeModeException", "safe"),
        new ExecutionException(new TimeoutException("no broker")),
        new KafkaLosesData());
  }

  static Stream<Throwable> lasting() {
    return Stream.of(
        new LandingException.NeedsOperator("created anew"),
        new SaslAuthenticationException("wrong password"),
        new TopicAuthorizationException("events"),
        new AccessControlException("denied"),
        new RemoteException(AccessControlException.class.getName(), "denied"),
        new NoSuchFileException("raw/.inflight"),
        new IllegalStateException("a bug"),
        new OutOfMemoryError());
  }

  @ParameterizedTest
  @MethodSource("passing")
  void what_was_away_comes_back(Throwable cause) {
    assertThat(FailureKind.of(cause)).isEqualTo(FailureKind.TRANSIENT);
    assertThat(FailureKind.of(asSparkSays(cause))).isEqualTo(FailureKind.TRANSIENT);
  }

  @ParameterizedTest
  @MethodSource("lasting")
  void what_does_not_pass_needs_a_person(Throwable cause) {
    assertThat(FailureKind.of(cause)).isEqualTo(FailureKind.PERMANENT);
    assertThat(FailureKind.of(asSparkSays(cause))).isEqualTo(FailureKind.PERMANENT);
  }

  @Test
  void what_does_not_pass_outweighs_what_it_is_wrapped_in() {
    Throwable refused = new IOException(new AccessControlException("denied"));
    assertThat(FailureKind.of(new LandingException.Unavailable("cannot be moved", refused)))
        .isEqualTo(FailureKind.PERMANENT);
  }

  @Test
  void causes_in_a_circle_come_to_an_end() {
    RuntimeException first = new RuntimeException("first");
    first.initCause(new RuntimeException("second", first));
    assertThat(FailureKind.of(first)).isEqualTo(FailureKind.PERMANENT);
    assertThat(Causes.of(first).oneLine()).isEqualTo("RuntimeException: second");
  }

  @Test
  void the_line_is_what_tidemark_says_or_else_the_innermost_cause() {
    Throwable ours = new LandingException.Unavailable("Kafka is away.", new IOException("x"));
    assertThat(Causes.of(asSparkSays(ours)).oneLine()).isEqualTo("Kafka is away.");
    assertThat(Causes.of(asSparkSays(new ConnectException("refused\nat a.b.c"))).oneLine())
        .isEqualTo("ConnectException: refused");
  }

  private static Throwable asSparkSays(Throwable cause) {
    return new SparkException("Job aborted due to stage failure:\n\tat a.b.c", cause);
  }

  private static final class KafkaLosesData extends IllegalStateException
      implements org.apache.spark.SparkThrowable {
    private static final long serialVersionUID = 1L;

    @Override
    public String getCondition() {
      return "KAFKA_DATA_LOSS.START_OFFSET_RESET";
    }
  }
}
