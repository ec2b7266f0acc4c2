package dev.tidemark.coordinator.notify;

import static dev.tidemark.coordinator.notify.Telling.hook;
import static dev.tidemark.coordinator.notify.Telling.shell;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.config.EventType;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.coordinator.notify.Receiver.Answer;
import dev.tidemark.landing.PartitionId;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How one event is delivered: over real HTTP, by real commands. */
class DeliveryTest {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Event EVENT =
      new Event(
          EventType.PUBLISHED,
          "events/7",
          "events",
          Optional.of(PartitionId.parse("2026-08-22T13")),
          Optional.of(1),
          Optional.of("hdfs://host/final/dt=2026-08-22/hr=13"),
          "{\"event\":\"published\",\"by\":\"Jörg\"}");

  @TempDir private Path directory;
  private Receiver receiver;

  @BeforeEach
  void start() throws IOException {
    receiver = new Receiver();
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  private static void deliver(NotifyConfig target) throws IOException {
    try (Delivery delivery = Notifiers.delivery(target)) {
      delivery.deliver(EVENT);
    }
  }

  @Test
  void a_webhook_signs_what_it_posts() throws Exception {
    deliver(hook("my-job", receiver.url()));
    Receiver.Request request = receiver.taken().get(0);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("s3cret".getBytes(UTF_8), "HmacSHA256"));
    assertThat(request.headers().getFirst("X-Tidemark-Signature"))
        .isEqualTo("sha256=" + HexFormat.of().formatHex(mac.doFinal(EVENT.json().getBytes(UTF_8))));
    assertThat(request.body()).isEqualTo(EVENT.json());
  }

  @Test
  void what_is_not_2xx_is_not_delivered_and_no_redirect_is_followed() {
    receiver.answers(Answer.DOWN);
    assertThatThrownBy(() -> deliver(hook("my-job", receiver.url()))).hasMessage("it answered 503");
    receiver.answers(Answer.REDIRECT);
    assertThatThrownBy(() -> deliver(hook("my-job", receiver.url()))).hasMessage("it answered 307");
    assertThat(receiver.asked()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"NEVER", "HEADERS_ONLY"})
  void a_receiver_that_does_not_answer_is_given_up(Answer answer) {
    receiver.answers(answer);
    assertThatThrownBy(() -> deliver(hook("my-job", receiver.url(), SHORT)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void a_receiver_that_answers_without_end_is_not_listened_to() throws IOException {
    receiver.answers(Answer.ENDLESS);
    deliver(hook("my-job", receiver.url(), LONG));
    assertThat(receiver.taken()).hasSize(1);
  }

  @Test
  void a_receiver_that_is_not_there_is_a_failure_like_any_other() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    URI url = URI.create("http://127.0.0.1:" + free + "/token-in-the-path");
    assertThatThrownBy(() -> deliver(hook("my-job", url)))
        .isInstanceOf(IOException.class)
        .hasMessage("nothing answers at 127.0.0.1:" + free + "; see whether it runs there")
        .hasMessageNotContaining("token");
  }

  @Test
  void a_webhook_that_is_closed_gives_up_at_once() {
    receiver.answers(Answer.NEVER);
    Delivery delivery = Notifiers.delivery(hook("my-job", receiver.url(), LONG));
    CompletableFuture<Void> running = running(delivery);
    await().until(() -> receiver.asked() == 1);
    delivery.close();
    assertThatThrownBy(running::join).hasMessageContaining("given up");
  }

  @Test
  void a_command_is_told_on_its_input_and_in_a_small_environment() throws IOException {
    Path out = directory.resolve("out");
    deliver(shell("my-job", LONG, "{ cat; env | sort; } > " + out));
    List<String> lines = Files.readAllLines(out);
    assertThat(lines.get(0)).isEqualTo(EVENT.json());
    assertThat(lines)
        .contains(
            "TIDEMARK_EVENT=published",
            "TIDEMARK_DATASET=events",
            "TIDEMARK_PARTITION=2026-08-22T13",
            "TIDEMARK_REVISION=1",
            "TIDEMARK_PATH=hdfs://host/final/dt=2026-08-22/hr=13");
    // Those without a name like these are the shell's own.
    assertThat(lines.stream().skip(1).map(l -> l.substring(0, l.indexOf('='))))
        .allMatch(
            n ->
                n.startsWith("TIDEMARK_")
                    || List.of("PATH", "HOME", "LANG", "TZ", "PWD", "OLDPWD", "SHLVL", "_")
                        .contains(n));
  }

  @Test
  void a_command_that_fails_is_quoted_with_its_last_line() {
    assertThatThrownBy(
            () -> deliver(shell("my-job", LONG, "echo first; echo 'no\trights' >&2; exit 3")))
        .hasMessage("it ended with 3: no?rights");
    assertThatThrownBy(
            () ->
                deliver(
                    new NotifyConfig(
                        "my-job",
                        Optional.empty(),
                        Optional.empty(),
                        List.of(directory.resolve("missing").toString()),
                        java.util.Set.of(EventType.PUBLISHED),
                        java.util.Set.of("events"),
                        LONG)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void a_command_may_ignore_its_input_write_much_and_leave_something_running() throws IOException {
    Path pid = directory.resolve("pid");
    deliver(shell("my-job", LONG, "exec 0<&-; head -c 3000000 /dev/zero; exit 0"));
    deliver(shell("my-job", LONG, "sleep 60 & echo $! > " + pid));
    ProcessHandle left =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    assertThat(left.isAlive()).isTrue();
    left.destroyForcibly();
  }

  @Test
  void a_command_that_takes_too_long_is_killed_with_what_it_started() throws IOException {
    Path pids = directory.resolve("pids");
    assertThatThrownBy(
            () ->
                deliver(
                    shell(
                        "my-job",
                        SHORT,
                        "echo busy; sleep 60 & echo $! >> "
                            + pids
                            + "; echo $$ >> "
                            + pids
                            + "; wait")))
        .hasMessage("it did not end within 400 ms: busy");
    List<String> started = Files.readAllLines(pids);
    assertThat(started).hasSize(2);
    await()
        .until(
            () ->
                started.stream()
                    .map(p -> ProcessHandle.of(Long.parseLong(p)))
                    .flatMap(Optional::stream)
                    .noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void a_command_that_is_closed_gives_up_at_once() {
    Path begun = directory.resolve("begun");
    Delivery delivery = Notifiers.delivery(shell("my-job", LONG, "touch " + begun + "; sleep 60"));
    CompletableFuture<Void> running = running(delivery);
    await().until(() -> Files.exists(begun));
    delivery.close();
    assertThatThrownBy(running::join).hasMessageContaining("given up");
  }

  private static CompletableFuture<Void> running(Delivery delivery) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            delivery.deliver(EVENT);
          } catch (IOException e) {
            throw new CompletionException(e.getMessage(), e);
          }
        });
  }
}
