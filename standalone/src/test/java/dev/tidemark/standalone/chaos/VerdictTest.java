package dev.tidemark.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A verdict that could not fail would be worth nothing: each fault is planted, and is named. */
class VerdictTest {
  private static final String HOUR = "2026-08-22T13:04";
  private static final String NEXT = "2026-08-22T13:05";

  private final List<Place> published =
      new ArrayList<>(List.of(row("a", HOUR), row("b", HOUR), row("c", NEXT)));
  private final List<Place> quarantined = new ArrayList<>(List.of(line("bad", "events-0@7")));
  private final List<String> rejected = new ArrayList<>(List.of("r"));
  private final List<String> stuck = new ArrayList<>();
  private final List<Outcome> outcomes =
      new ArrayList<>(List.of(outcome(FaultKind.KILL_INGEST, Optional.of(Duration.ofSeconds(4)))));
  private final List<Usage> usage = new ArrayList<>(List.of(new Usage("ingest", 512, 700, 300)));
  private Evidence.Audit audit = new Evidence.Audit(0, "Every record is accounted for once.");
  private long leftovers = 3;
  private Set<Long> leaked = Set.of();

  private static Place row(String id, String partition) {
    return new Place(partition, id, "");
  }

  private static Place line(String id, String record) {
    return new Place(HOUR, id, record);
  }

  private static Outcome outcome(FaultKind kind, Optional<Duration> recovery) {
    return new Outcome(kind, Optional.empty(), true, recovery);
  }

  private List<String> findings() {
    Ledger.Entries ledger =
        new Ledger.Entries(
            Set.of("a", "b", "c", "bad", "unanswered"),
            Set.of("a", "b", "c"),
            Set.of("bad"),
            Set.of("r"),
            10,
            2,
            1);
    return Verdict.of(
            new Evidence(
                ledger,
                published,
                quarantined,
                rejected,
                audit,
                stuck,
                0,
                outcomes,
                usage,
                List.of(new Evidence.Leftovers("raw/.inflight", leftovers, 200)),
                leaked))
        .findings();
  }

  @Test
  void it_holds_when_all_is_there_once() {
    assertThat(findings()).isEmpty();
  }

  @Test
  void what_nobody_answered_may_be_there_or_not() {
    published.add(row("unanswered", NEXT));
    assertThat(findings()).isEmpty();
  }

  @Test
  void a_client_that_repeats_itself_in_the_next_hour_is_there_twice_and_may_be() {
    published.add(row("a", NEXT));
    assertThat(findings()).isEmpty();
  }

  @Test
  void a_lost_event_is_named() {
    published.remove(row("b", HOUR));
    assertThat(findings()).containsExactly("1 acknowledged and in neither final nor quarantine: b");
  }

  @Test
  void a_lost_event_that_cannot_be_processed_is_named() {
    quarantined.clear();
    assertThat(findings()).singleElement().asString().contains("not in quarantine: bad");
  }

  @Test
  void a_lost_rejected_event_is_named() {
    rejected.clear();
    assertThat(findings()).singleElement().asString().contains("topic of rejected events: r");
  }

  @Test
  void a_doubled_event_is_named_with_its_hour() {
    published.add(row("c", NEXT));
    assertThat(findings())
        .containsExactly("1 more than once in a partition of final: c in " + NEXT);
  }

  @Test
  void a_doubled_line_of_the_quarantine_is_named() {
    quarantined.add(line("bad", "events-0@7"));
    assertThat(findings()).containsExactly("1 more than once in quarantine: events-0@7");
  }

  @Test
  void an_event_that_nobody_sent_is_named() {
    published.add(row("ghost", HOUR));
    assertThat(findings()).containsExactly("1 in final and never sent: ghost");
  }

  @Test
  void a_good_event_in_quarantine_and_a_bad_one_in_final_are_named() {
    quarantined.add(line("a", "events-0@9"));
    published.add(row("bad", NEXT));
    assertThat(findings())
        .containsExactlyInAnyOrder(
            "1 in quarantine though nothing is wrong with it: a",
            "1 in final though it cannot be processed: bad");
  }

  @Test
  void a_stuck_hour_is_named() {
    stuck.add(HOUR + " is stuck: CLOSED. It waits for nothing that anybody knows.");
    assertThat(findings()).singleElement().asString().contains(HOUR);
  }

  @Test
  void what_the_audit_says_is_told() {
    audit = new Evidence.Audit(1, "WRONG: events-0: 3 records are missing");
    assertThat(findings()).singleElement().asString().contains("3 records are missing");
  }

  @Test
  void a_service_that_does_not_come_back_is_named() {
    outcomes.add(outcome(FaultKind.STOP_KAFKA, Optional.empty()));
    outcomes.add(new Outcome(FaultKind.SAFE_MODE, Optional.of("away"), true, Optional.empty()));
    outcomes.add(outcome(FaultKind.OPERATOR_CLOSES, Optional.empty()));
    outcomes.add(new Outcome(FaultKind.QUOTA, Optional.empty(), false, Optional.empty()));
    assertThat(findings())
        .containsExactly(
            "After stop-kafka its service did not come back.",
            "quota could not be healed in time.");
  }

  @Test
  void a_run_in_which_hardly_a_fault_could_be_made_shows_nothing() {
    outcomes.add(new Outcome(FaultKind.SAFE_MODE, Optional.of("away"), true, Optional.empty()));
    assertThat(findings()).isEmpty();
    outcomes.add(new Outcome(FaultKind.CUT_HDFS, Optional.of("away"), true, Optional.empty()));
    assertThat(findings()).containsExactly("Only 1 of 3 faults could be made.");
  }

  @Test
  void memory_and_files_out_of_bounds_are_named() {
    usage.add(new Usage("collector", 256, 900, 20));
    usage.add(new Usage("kafka", 256, 300, 5_000));
    leftovers = 300;
    assertThat(findings())
        .hasSize(3)
        .anyMatch(f -> f.startsWith("collector took 900 MB"))
        .anyMatch(f -> f.startsWith("kafka had 5000 files"))
        .anyMatch(f -> f.startsWith("300 files are left in raw/.inflight"));
  }

  @Test
  void a_process_that_was_left_behind_is_named() {
    leaked = Set.of(4711L);
    assertThat(findings()).singleElement().asString().contains("4711");
  }
}
