package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.LineProcessing;
import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.api.CoordinatorHttp;
import dev.tidemark.coordinator.client.CoordinatorAccess;
import dev.tidemark.coordinator.config.AdminToken;
import dev.tidemark.coordinator.config.ApiConfig;
import dev.tidemark.coordinator.config.CoordinatorAddress;
import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.DirectAccess;
import dev.tidemark.coordinator.operations.QuarantinedRow;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each command says the same to the letter whether it opens the landing log itself or asks a
 * coordinator. Hour 13 was restated and has lines in quarantine, hour 14 failed, hour 15 is open.
 */
class EitherWayTest {
  private static final String TOKEN = "alice-0123456789abcdef";
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";
  private static final String H15 = "2026-08-22T15";
  private static final String H16 = "2026-08-22T16";
  private static final PartitionId P13 = PartitionId.parse(H13);
  private static final PartitionId P16 = PartitionId.parse(H16);
  private static final String NOWHERE = "2026-08-22T03";

  @TempDir private Path root;
  private World world;
  private CoordinatorHttp http;
  private Tidemark direct;
  private Tidemark through;

  @BeforeEach
  void threeHours() {
    LandingFileSystem files = FileSystems.open(root.toUri());
    world = new World(files, Granularity.HOUR, root.toUri());
    http =
        new CoordinatorHttp(
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), Clock.systemUTC());
    http.watch(world.dataset(), files, Duration.ofSeconds(10));
    http.start(new ApiConfig("127.0.0.1", 0, List.of(new AdminToken("alice", TOKEN))));
    direct = new Tidemark(root);
    through =
        new Tidemark(root.resolve("nothing-is-here"))
            .where("TIDEMARK_COORDINATOR_URL", url())
            .where("TIDEMARK_ADMIN_TOKEN", TOKEN);
    world.lands(H13, "a", "b", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world
        .lands(H13, bad(250))
        .lands(H13, "late")
        .timePasses(Duration.ofMinutes(10))
        .coordinatorTicks();
    world.poison(H14, new LandingException.NeedsOperator("the counts do not add up"));
    world.lands(H14, "c").watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    world.lands(H15, "d");
  }

  @AfterEach
  void stop() {
    http.close();
  }

  private String url() {
    return "http://127.0.0.1:" + http.port();
  }

  /** Lines that cannot be processed, more than one answer holds. */
  private static String[] bad(int lines) {
    return IntStream.range(0, lines).mapToObj(i -> "!\u001b[31m" + i).toArray(String[]::new);
  }

  private void same(String... arguments) {
    same(0, arguments);
  }

  private void same(int code, String... arguments) {
    String said = String.join(" ", arguments);
    int one = direct.run(arguments);
    int other = through.run(arguments);
    assertThat(through.out()).as(said).isEqualTo(direct.out());
    assertThat(through.err()).as(said).isEqualTo(direct.err());
    assertThat(other).as(said).isEqualTo(one);
    assertThat(one).as(said + direct.err()).isEqualTo(code);
  }

  @Test
  void questions_are_answered_alike() {
    List<String[]> questions = new ArrayList<>();
    for (String question :
        List.of(
            "partitions",
            "partitions --from 2026-08-22T14",
            "partitions --to 2026-08-22T13",
            "partitions --state failed",
            "partitions --changed-since 3",
            "partitions --changed-since 3 --state archived",
            "partitions show " + H13,
            "partitions show " + H14,
            "partitions show " + H15,
            "explain " + H13,
            "explain " + H14,
            "explain " + H15,
            "explain " + NOWHERE,
            "log",
            "log --last 3",
            "log --from 2 --full",
            "log --all",
            "quarantine",
            "quarantine --reason bad",
            "quarantine show",
            "quarantine show --limit 0",
            "quarantine show --reason BAD --limit 0",
            "quarantine --reason else",
            "quarantine " + H13,
            "quarantine show " + H13 + " -n 1")) {
      String[] arguments = question.split(" ");
      questions.add(arguments);
      questions.add(
          Stream.concat(Arrays.stream(arguments), Stream.of("-o", "json")).toArray(String[]::new));
    }
    questions.forEach(this::same);
    assertThat(direct.out()).isNotEmpty();
    same("quarantine", "show", H13, "-n", "1");
    assertThat(direct.out()).contains("archive/dt=2026-08-22/hr=13/gen=");
  }

  @Test
  void what_is_refused_is_refused_alike() {
    same(2, "partitions", "--from", H14, "--to", H13);
    same(3, "partitions", "--changed-since", "99999");
    same(3, "partitions", "show", NOWHERE);
    same(3, "quarantine", H15);
    same(3, "quarantine", NOWHERE);
    for (String verb : List.of("hold", "release", "rollback", "reprocess")) {
      same(3, verb, NOWHERE);
    }
    same(3, "retry", H13);
    same(3, "retry", NOWHERE);
    same(3, "close", H15);
    same(3, "close", H13, "--force");
    same(3, "rollback", H13, "--revision", "7");
    same(3, "release", H13);
    same(3, "reprocess", H15);
    same(3, "reprocess", "--from", H15);
    same(3, "reprocess", "--from", H13, "--only", "missing", "--to", H13);
  }

  @Test
  void what_makes_no_sense_makes_none_either_way() {
    same(2, "partitions", "--from", "yesterday");
    same(2, "partitions", "--changed-since", "-1");
    same(2, "explain", "2026-08-22T13:04");
    same(2, "log", "--last", "0");
    same(2, "hold", H13, "--reason", " ");
    same(2, "hold", H13, "--reason", "x".repeat(501));
    same(2, "rollback", H13, "--revision", "0");
    same(2, "reprocess");
    same(2, "quarantine", "show", "-n", "-1");
    same(2, "partitions", "--state", "nowhere");
  }

  @Test
  void verbs_do_and_say_the_same() {
    says(() -> world.operations().release(P13, "undone"), "hold", H13, "--reason", "look first");
    assertThat(world.partition(H13).hold()).contains("look first");
    says(() -> world.operations().hold(P13, "undone"), "release", H13, "-o", "json");
    assertThat(world.partition(H13).hold()).isEmpty();
    says(world::coordinatorTicks, "retry", H14);
    says(
        () -> world.lands(H15, "later"), "close", H15, "--force", "--reason", "the source is gone");
    assertThat(world.partition(H15).isClosed()).isTrue();
    says(
        () -> {
          world.coordinatorTicks();
          world.operations().release(P13, "undone");
          world.coordinatorTicks();
        },
        "rollback",
        H13,
        "--revision",
        "1",
        "--reason",
        "late was wrong");
    world.coordinatorTicks();
    assertThat(world.partition(H13).pin()).contains("late was wrong");
  }

  @Test
  void an_hour_that_was_skipped_is_told_alike_and_published_empty_if_it_is_named() {
    world.operations().retry(PartitionId.parse(H14), "it waits for a person");
    world.emptyHoursAre(EmptyHours.SKIP);
    world.watermarkReaches("2026-08-22T17:06:00Z").coordinatorTicks();
    for (String question :
        List.of(
            "partitions",
            "partitions --state skipped",
            "partitions --changed-since 3 -o json",
            "partitions show " + H16,
            "partitions show " + H16 + " -o json",
            "explain " + H16)) {
      same(question.split(" "));
    }
    assertThat(direct.out()).contains("closed and skipped");
    same("reprocess", H16, "--dry-run");
    assertThat(direct.out()).contains("1 partition with 0 landed rows would be processed again");
    same("reprocess", H16, "--dry-run", "-o", "json");
    assertThat(direct.out()).startsWith("[").contains("\"partition\":\"" + H16 + "\"");
    same(3, "rollback", H16);
    same(3, "retry", H16);
    same(3, "close", H16, "--force");
    same(3, "close", H16);
    assertThat(direct.err()).contains("closed").doesNotContain("--force");
    same(3, "reprocess", "--from", H16, "--yes");
    same(3, "reprocess", "--from", H16, "--only", "missing", "--yes");
    says(() -> world.operations().release(P16, "undone"), "hold", H16, "--reason", "look first");
    world.operations().release(P16, "undone");
    assertThat(world.rests(H16)).isTrue();
    assertThat(world.isDone(H16)).isFalse();
    assertThat(direct.run("reprocess", H16)).as(direct.err()).isZero();
    assertThat(world.rests(H16)).isTrue();
    assertThat(world.isDone(H16)).isTrue();
    assertThat(direct.run("audit")).as(direct.out()).isZero();
  }

  /** One way, undone, and then the other. */
  private void says(Runnable undone, String... arguments) {
    assertThat(through.run(arguments)).as(through.err()).isZero();
    String said = through.out();
    undone.run();
    assertThat(direct.run(arguments)).as(direct.err()).isZero();
    assertThat(said).isEqualTo(direct.out());
  }

  @Test
  void a_range_is_processed_again_by_the_coordinator_and_followed_to_its_end() throws Exception {
    String[] dry = {"reprocess", "--from", H13, "--dry-run"};
    same(dry);
    ScheduledExecutorService daemon = Executors.newSingleThreadScheduledExecutor();
    Future<?> ticking =
        daemon.scheduleWithFixedDelay(world::coordinatorTicks, 0, 20, TimeUnit.MILLISECONDS);
    try {
      assertThat(through.run("reprocess", "--from", H13, "--yes")).as(through.err()).isZero();
      assertThat(ticking).isNotDone();
    } finally {
      daemon.shutdown();
      assertThat(daemon.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(through.out())
        .contains("1 partition with 254 landed rows to be processed again")
        .containsPattern("2026-08-22T13 +2 +3 +1 +250 +3 +3 +1 +250");
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(3);
  }

  @Test
  void only_hours_with_a_reason_of_quarantine_are_processed_again() {
    String[] range = {
      "reprocess", "--from", H13, "--quarantine-reason", LineProcessing.REASON, "--dry-run"
    };
    same(range);
    assertThat(direct.out()).contains(H13, "1 partition with 254 landed rows would be");
    same(3, "reprocess", "--from", H13, "--quarantine-reason", "begins", "--dry-run");
    assertThat(direct.err()).contains("'tidemark quarantine' lists them");
    same(2, "reprocess", H13, "--quarantine-reason", "begins");
  }

  @Test
  void where_nobody_takes_it_up_it_is_said_what_it_waits_for_and_the_wait_ends_in_time() {
    assertThat(through.run("reprocess", H13, "--timeout", "PT1.5S")).isEqualTo(4);
    assertThat(through.err())
        .containsOnlyOnce(
            "Still waiting: 0 of 1 partition is done. 2026-08-22T13: It is to be processed again:"
                + " asked for on the command line")
        .contains("It was not done within 1 s. Nobody waits for it any more. 0 of 1 partition")
        .contains("What was asked for stands in the landing log");
    world.coordinatorTicks();
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(3);
    same(2, "reprocess", H13, "--timeout", "PT0S");
  }

  @Test
  void lines_of_two_revisions_are_never_mixed() {
    List<String> refusals = new ArrayList<>();
    for (DatasetAccess access : List.of(opened(), asked())) {
      List<QuarantinedRow> rows = new ArrayList<>();
      try {
        access.quarantined(
            Optional.of(P13),
            Optional.of(P13),
            "",
            row -> {
              rows.add(row);
              if (rows.size() == 50) {
                world.operations().reprocess(P13, "meanwhile");
                world.coordinatorTicks();
              }
              return true;
            });
      } catch (RefusedException e) {
        refusals.add(e.getMessage());
      }
      assertThat(rows).hasSize(100);
      rows.clear();
      access.quarantined(Optional.of(P13), Optional.of(P13), "", rows::add);
      assertThat(rows).hasSize(250);
    }
    assertThat(refusals).hasSize(2);
    assertThat(refusals.get(0)).contains("Begin again").isEqualTo(refusals.get(1));
  }

  private DatasetAccess opened() {
    return new DirectAccess(world.dataset(), world.operations(), FileSystems.open(root.toUri()));
  }

  private DatasetAccess asked() {
    return CoordinatorAccess.open(
        CoordinatorAddress.of(
                Optional.of(url()), Optional.empty(), Map.of("TIDEMARK_ADMIN_TOKEN", TOKEN))
            .orElseThrow(),
        Optional.empty());
  }

  @Test
  void whoever_stops_waiting_leaves_what_was_asked_for_in_the_log() throws Exception {
    AtomicReference<Thread> waiting = new AtomicReference<>();
    ExecutorService terminal =
        Executors.newSingleThreadExecutor(
            task -> {
              waiting.set(new Thread(task));
              return waiting.get();
            });
    Future<Integer> code =
        terminal.submit(() -> through.run("reprocess", "--from", H13, "--yes", "--reason", "new"));
    await().until(() -> world.partition(H13).reprocess().isPresent());
    // The entry is there before the answer is.
    await()
        .until(
            () ->
                Stream.of(waiting.get().getStackTrace())
                    .anyMatch(f -> f.getClassName().equals(Waiting.class.getName())));
    terminal.shutdownNow();
    assertThat(code.get(10, TimeUnit.SECONDS)).isEqualTo(3);
    assertThat(through.err()).contains("what was asked for stands in the landing log");
    world.coordinatorTicks();
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(3);
  }

  @Test
  void without_a_token_nothing_is_changed_and_the_command_says_how_to_show_one() throws Exception {
    Tidemark open = new Tidemark(root).where("TIDEMARK_COORDINATOR_URL", url());
    assertThat(open.run("partitions")).isZero();
    assertThat(open.run("hold", H13)).isEqualTo(3);
    assertThat(open.err()).contains(url() + " wants a token").contains("--token-file");
    open.where("TIDEMARK_ADMIN_TOKEN", "somebody-0123456789abcdef");
    assertThat(open.run("hold", H13)).isEqualTo(3);
    assertThat(open.err()).contains("does not know this token").doesNotContain("somebody");
    Path file = root.resolve("token");
    Files.writeString(file, TOKEN + "\n");
    assertThat(open.run("hold", H13, "--token-file", file.toString())).as(open.err()).isZero();
    assertThat(world.partition(H13).hold()).isPresent();
    open.where("TIDEMARK_ADMIN_TOKEN", "short");
    assertThat(open.runCaught("hold", H13))
        .contains("TIDEMARK_ADMIN_TOKEN must be 16 to 512")
        .doesNotContain("short ");
  }

  @Test
  void a_coordinator_that_is_away_is_named_with_what_to_do() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    String away = "http://127.0.0.1:" + free;
    assertThat(direct.run("partitions", "--coordinator", away)).isEqualTo(1);
    assertThat(direct.err())
        .isEqualToNormalizingNewlines(
            "The coordinator at "
                + away
                + " does not answer (connection refused). See whether it runs, and listens there"
                + " ('coordinator.http'); or leave --coordinator out to go to the landing log"
                + " directly.\n");
    Tidemark elsewhere = new Tidemark(root).where("TIDEMARK_COORDINATOR_URL", away);
    assertThat(elsewhere.run("hold", H13)).isEqualTo(1);
    assertThat(elsewhere.err()).contains("or unset TIDEMARK_COORDINATOR_URL");
    assertThat(direct.runCaught("partitions", "--coordinator", "ftp://x"))
        .contains("--coordinator must be an http or https address");
  }

  @Test
  void what_needs_the_files_itself_says_so() {
    for (String command : List.of("audit", "expire", "repair")) {
      assertThat(direct.run(command, "--coordinator", url())).isEqualTo(2);
      assertThat(direct.err()).contains(command + "' reads the files of the root itself");
    }
    assertThat(direct.run("sql", "select 1", "--coordinator", url())).isEqualTo(2);
    assertThat(direct.run("ddl", "--dialect", "duckdb", "--coordinator", url())).isEqualTo(2);
    assertThat(direct.run("reprocess", "--from", H13, "--only", "outdated", "--coordinator", url()))
        .isEqualTo(2);
    // The environment is for those that can.
    assertThat(direct.where("TIDEMARK_COORDINATOR_URL", url()).run("repair")).isZero();
  }

  @Test
  void a_dataset_is_chosen_from_those_that_the_coordinator_has() {
    assertThat(through.run("partitions", "--dataset", "events")).isZero();
    assertThat(through.runCaught("partitions", "--dataset", "others"))
        .isEqualTo(direct.runCaught("partitions", "--dataset", "others"))
        .contains("There is no dataset 'others'.");
  }
}
