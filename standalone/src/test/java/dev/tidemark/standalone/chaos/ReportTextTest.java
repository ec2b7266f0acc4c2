package dev.tidemark.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReportTextTest {
  private static final int TERMINAL = 80;

  private static Report report(List<String> findings) {
    List<Recovered> faults =
        Arrays.stream(FaultKind.values())
            .map(
                k ->
                    new Recovered(
                        k,
                        1_000,
                        100,
                        Optional.of(Duration.ofMillis(123_456)),
                        Optional.of(Duration.ofMillis(654_321))))
            .toList();
    TreeMap<String, List<Integer>> ended = new TreeMap<>();
    ended.put("ingest", List.of(1, 1));
    return new Report(
        4711,
        Duration.ofHours(2),
        ClusterConfig.PartitionTime.EVENT,
        faults,
        ended,
        new Report.Counts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        List.of(new Usage("coordinator-1", 512, 700, 300)),
        List.of(new Evidence.Leftovers("raw/.inflight", 0, 20)),
        7_300,
        "/tmp/chaos",
        findings);
  }

  @Test
  void it_fits_a_terminal_and_names_all_that_was_done() {
    String text = ReportText.of(report(List.of()));
    assertThat(text.lines()).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(TERMINAL));
    assertThat(Arrays.stream(FaultKind.values()))
        .allSatisfy(k -> assertThat(text).contains(k + " "));
    assertThat(text)
        .contains("Seed 4711")
        .contains("Everything held")
        .contains("ingest [1, 1]")
        .doesNotContain("WRONG");
  }

  @Test
  void each_finding_is_a_line_of_its_own() {
    assertThat(ReportText.of(report(List.of("a is lost", "b is stuck"))))
        .contains("WRONG: a is lost\n")
        .contains("WRONG: b is stuck\n")
        .contains("2 findings. Seed 4711")
        .doesNotContain("Everything held");
  }

  @Test
  void times_are_of_those_that_were_made_and_came_back() {
    List<Recovered> all =
        Recovered.of(
            List.of(
                made(Optional.of(Duration.ofSeconds(1))),
                made(Optional.of(Duration.ofSeconds(9))),
                made(Optional.of(Duration.ofSeconds(2))),
                made(Optional.empty()),
                new Outcome(FaultKind.CUT_HDFS, Optional.of("away"), true, Optional.empty())));
    assertThat(all)
        .containsExactly(
            new Recovered(
                FaultKind.CUT_HDFS,
                4,
                1,
                Optional.of(Duration.ofSeconds(2)),
                Optional.of(Duration.ofSeconds(9))));
  }

  private static Outcome made(Optional<Duration> recovery) {
    return new Outcome(FaultKind.CUT_HDFS, Optional.empty(), true, recovery);
  }
}
