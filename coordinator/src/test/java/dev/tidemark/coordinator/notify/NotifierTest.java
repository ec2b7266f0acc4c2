package dev.tidemark.coordinator.notify;

import static dev.tidemark.coordinator.notify.Telling.hook;
import static dev.tidemark.coordinator.notify.Telling.steps;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.EventType;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.coordinator.notify.Receiver.Answer;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LogEntry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NotifierTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files);
  private final Telling telling = new Telling(world);
  private Receiver receiver;
  private NotifyConfig target;

  @BeforeEach
  void start() throws IOException {
    receiver = new Receiver();
    target = hook("my-job", receiver.url());
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  private void publishes(String partition, String watermark, String... events) {
    world.lands(partition, events).watermarkReaches(watermark).coordinatorTicks();
  }

  @Test
  void published_restated_and_failed_are_each_told_once_and_in_order() {
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    publishes(H13, "2026-08-22T14:06:00Z", "a", "b", "a");
    steps(notifier);
    assertThat(receiver.told()).containsExactly("published 2026-08-22T13 1");
    world.lands(H13, "late").timePasses(Duration.ofMinutes(11)).coordinatorTicks();
    world.poison(H14, new LandingException.NeedsOperator("unreadable"));
    publishes(H14, "2026-08-22T15:06:00Z", "c");
    steps(notifier);
    steps(notifier);
    assertThat(receiver.told())
        .containsExactly(
            "published 2026-08-22T13 1", "restated 2026-08-22T13 2", "failed 2026-08-22T14");
    assertThat(receiver.taken().get(2).json().path("error").asText()).isEqualTo("unreadable");
    assertThat(notifier.status().told()).isEqualTo(3);
  }

  @Test
  void an_output_that_was_lost_is_made_again_and_no_person_is_called() {
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    PartitionId id = PartitionId.parse(H13);
    world.lands(H13, "a").closes(H13);
    world.says(new LogEntry.Staged(World.generation(H13)));
    world.says(
        new LogEntry.Publish(
            id,
            new TreeSet<>(List.of(0L)),
            "attempt",
            world.state().version(),
            new LogEntry.Counts(1, 1, 0, 0),
            "configuration"));
    world.says(
        new LogEntry.Failed(
            id,
            LogEntry.Action.PUBLISH,
            Optional.of("attempt"),
            "its output is gone",
            Optional.empty()));
    steps(notifier);
    assertThat(receiver.told()).isEmpty();
    assertThat(world.operations().explain(id).waitsFor()).startsWith("It is to be processed again");
  }

  @Test
  void an_event_says_what_a_job_needs_to_begin() {
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    publishes(H13, "2026-08-22T14:06:00Z", "a", "b", "a");
    steps(notifier);
    Receiver.Request request = receiver.taken().get(0);
    JsonNode json = request.json();
    long version = json.path("version").asLong();
    String id = "events/" + new LandingLog(files).read(version).orElseThrow().id();
    assertThat(request.headers().getFirst("Idempotency-Key")).isEqualTo(id);
    assertThat(request.headers().getFirst("Content-Type")).isEqualTo("application/json");
    assertThat(request.body())
        .isEqualTo(
            ("{'id':'%s','event':'published','dataset':'events','root':'memory:/',"
                    + "'partition':'2026-08-22T13','nominal_time':'2026-08-22T13:00:00Z',"
                    + "'partition_end':'2026-08-22T14:00:00Z','revision':1,"
                    + "'path':'memory:/final/dt=2026-08-22/hr=13',"
                    + "'counts':{'in':3,'out':2,'duplicates':1,'quarantined':0},"
                    + "'version':%d,'at':'2026-08-22T14:06:00Z','by':'test'}")
                .formatted(id, version)
                .replace('\'', '"'));
  }

  @Test
  void a_rollback_is_told_as_one() {
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    world.lands(H13, "late").timePasses(Duration.ofMinutes(11)).coordinatorTicks();
    world.operations().rollback(PartitionId.parse(H13), 1, "wrong");
    world.coordinatorTicks();
    steps(notifier);
    assertThat(receiver.told().get(2)).isEqualTo("restated 2026-08-22T13 3");
    assertThat(receiver.taken().get(1).json().path("rollback").asBoolean(true)).isFalse();
    assertThat(receiver.taken().get(2).json().path("rollback").asBoolean()).isTrue();
    assertThat(receiver.taken().get(2).json().path("copy_of_revision").asInt()).isEqualTo(1);
  }

  @Test
  void a_new_target_is_told_nothing_of_the_past() {
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    publishes(H14, "2026-08-22T15:06:00Z", "b");
    steps(notifier);
    assertThat(receiver.told()).containsExactly("published 2026-08-22T14 1");
  }

  @Test
  void a_target_is_told_only_what_it_asked_for() {
    NotifyConfig asks =
        new NotifyConfig(
            target.name(),
            target.url(),
            target.secret(),
            target.command(),
            Set.of(EventType.RESTATED),
            target.datasets(),
            target.timeout());
    Notifier notifier = telling.on(files, asks);
    steps(notifier);
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    world.lands(H13, "late").timePasses(Duration.ofMinutes(11)).coordinatorTicks();
    steps(notifier);
    assertThat(receiver.told()).containsExactly("restated 2026-08-22T13 2");
  }

  @Test
  void a_target_that_was_down_is_told_everything_in_order_when_it_is_back() {
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    receiver.answers(Answer.DOWN);
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    publishes(H14, "2026-08-22T15:06:00Z", "b");
    Duration before = Duration.ZERO;
    for (int attempt = 1; attempt <= 6; attempt++) {
      Duration wait = steps(notifier);
      assertThat(wait).isGreaterThan(before);
      assertThat(receiver.asked()).isEqualTo(attempt);
      before = wait;
      // Nothing is tried before its time.
      assertThat(steps(notifier)).isEqualTo(wait);
      assertThat(receiver.asked()).isEqualTo(attempt);
      world.timePasses(Duration.ofSeconds(1).multipliedBy(1L << (attempt - 1)));
    }
    assertThat(notifier.status().failures()).isEqualTo(6);
    receiver.answers(Answer.OK);
    steps(notifier);
    assertThat(receiver.told())
        .containsExactly("published 2026-08-22T13 1", "published 2026-08-22T14 1");
    assertThat(notifier.status().failures()).isZero();
  }

  @Test
  void a_target_that_is_down_for_long_keeps_its_teller_and_is_tried_every_five_minutes() {
    Notifier notifier = telling.on(files, target);
    Notifier other = telling.on(files, target);
    steps(notifier);
    receiver.answers(Answer.DOWN);
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    Instant end = world.now().plus(Duration.ofHours(2));
    while (world.now().isBefore(end)) {
      world.timePasses(steps(notifier));
      steps(other);
    }
    assertThat(receiver.asked()).isBetween(20, 45);
    assertThat(other.status().telling()).isFalse();
    receiver.answers(Answer.OK);
    while (receiver.told().isEmpty()) {
      world.timePasses(steps(notifier));
    }
    assertThat(world.now()).isBefore(end.plus(Duration.ofMinutes(6)));
  }

  @Test
  void one_coordinator_tells_and_another_goes_on_when_it_is_silent() {
    Notifier first = telling.on(files, target);
    Notifier second = telling.on(files, target);
    steps(first);
    steps(second);
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    steps(first);
    Duration standby = steps(second);
    assertThat(standby).isPositive();
    assertThat(receiver.told()).containsExactly("published 2026-08-22T13 1");
    // The first one is killed.
    world.clockReaches("2026-08-22T15:00:00Z");
    publishes(H14, "2026-08-22T15:06:00Z", "b");
    steps(second);
    assertThat(receiver.told())
        .containsExactly("published 2026-08-22T13 1", "published 2026-08-22T14 1");
    // It was only asleep: it finds that another tells.
    publishes("2026-08-22T15", "2026-08-22T16:05:00Z", "c");
    steps(second);
    steps(first);
    assertThat(first.status().telling()).isFalse();
    assertThat(second.status().telling()).isTrue();
    assertThat(receiver.told()).hasSize(3);
  }

  @Test
  void one_that_stops_lets_another_go_on_at_once() {
    Notifier first = telling.on(files, target);
    steps(first);
    first.close();
    first.release();
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    steps(telling.on(files, target));
    assertThat(receiver.told()).containsExactly("published 2026-08-22T13 1");
  }

  @Test
  void what_is_told_of_a_cleaned_up_log_is_that_something_was_missed() {
    steps(telling.on(files, target));
    long begun = world.state().version();
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    for (int i = 0; i < 120; i++) {
      world.hasInKafka(100 + i);
    }
    world.timePasses(Duration.ofDays(8));
    for (int i = 0; i < 120; i++) {
      world.hasInKafka(300 + i);
    }
    world.lands("2026-08-30T13", "b");
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    world.poison("2026-08-30T13", new LandingException.NeedsOperator("unreadable"));
    world.watermarkReaches("2026-08-30T22:00:00Z").coordinatorTicks();
    steps(notifier);
    assertThat(receiver.told().get(0)).isEqualTo("missed");
    JsonNode missed = receiver.taken().get(0).json();
    assertThat(missed.path("from_version").asLong()).isEqualTo(begun + 1);
    assertThat(missed.path("to_version").asLong()).isBetween(begun + 50, begun + 150);
    assertThat(receiver.told())
        .contains("failed 2026-08-30T13")
        .filteredOn("missed"::equals)
        .hasSize(1);
  }

  @Test
  void a_long_way_without_events_is_gone_all_the_same() {
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    for (int i = 0; i < 1100; i++) {
      world.hasInKafka(100 + i);
    }
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    steps(notifier);
    assertThat(receiver.told()).containsExactly("published 2026-08-22T13 1");
  }

  @Test
  void nothing_is_left_behind_but_the_newest_position() throws IOException {
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    publishes(H13, "2026-08-22T14:06:00Z", "a");
    world.lands(H13, "late").timePasses(Duration.ofMinutes(11)).coordinatorTicks();
    steps(notifier);
    assertThat(files.list("_landing/notify/my-job")).hasSize(1);
    assertThat(files.list("_landing/.tmp")).isEmpty();
  }

  @Test
  void an_idle_target_costs_a_look_every_other_second_and_a_write_every_half_lease() {
    Notifier notifier = telling.on(files, target);
    assertThat(steps(notifier)).isEqualTo(Duration.ofSeconds(2));
    String before = position();
    world.timePasses(Duration.ofSeconds(20));
    steps(notifier);
    assertThat(position()).isEqualTo(before);
    world.hasInKafka(100).timePasses(Duration.ofSeconds(20));
    steps(notifier);
    assertThat(position()).isNotEqualTo(before);
  }

  private String position() {
    return new Positions(files, "my-job").newest().orElseThrow().toString();
  }
}
