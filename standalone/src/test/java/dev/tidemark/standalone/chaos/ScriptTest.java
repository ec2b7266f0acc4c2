package dev.tidemark.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScriptTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Set<FaultKind> ALL = EnumSet.allOf(FaultKind.class);

  @Test
  void the_same_seed_gives_the_same_script() {
    assertThat(Script.of(42, MINUTE, ALL)).isEqualTo(Script.of(42, MINUTE, ALL));
    assertThat(Script.of(42, MINUTE, ALL).faults())
        .isNotEqualTo(Script.of(43, MINUTE, ALL).faults());
  }

  @Test
  void every_kind_comes_before_any_comes_twice_too_often() {
    for (int seed = 0; seed < 50; seed++) {
      Map<FaultKind, Long> counts =
          Script.of(seed, Duration.ofMinutes(10), ALL).faults().stream()
              .collect(Collectors.groupingBy(ScriptedFault::kind, Collectors.counting()));
      assertThat(counts.keySet()).as("seed " + seed).isEqualTo(ALL);
    }
  }

  @Test
  void every_fault_is_healed_before_the_script_is_over() {
    for (int seed = 0; seed < 200; seed++) {
      Script script = Script.of(seed, MINUTE, ALL);
      assertThat(script.faults()).isNotEmpty();
      assertThat(script.faults())
          .as("seed " + seed)
          .allSatisfy(
              f -> {
                assertThat(f.at()).isGreaterThanOrEqualTo(Script.CALM);
                assertThat(f.lasting()).isGreaterThanOrEqualTo(f.kind().shortest());
                assertThat(f.lasting()).isLessThanOrEqualTo(f.kind().longest());
                assertThat(f.healed()).isLessThanOrEqualTo(script.length());
                assertThat(f.variant()).isNotNegative();
              });
    }
  }

  @Test
  void after_each_wave_there_is_time_to_come_back() {
    for (int seed = 0; seed < 50; seed++) {
      Script script = Script.of(seed, Duration.ofMinutes(30), ALL);
      assertThat(script.faults())
          .allSatisfy(
              f -> {
                Duration start = Script.PERIOD.multipliedBy(f.at().dividedBy(Script.PERIOD));
                assertThat(f.at()).isGreaterThanOrEqualTo(start.plus(Script.CALM));
                assertThat(f.healed()).isLessThanOrEqualTo(start.plus(Script.WAVE));
              });
      assertThat(script.faults())
          .extracting(f -> f.at().dividedBy(Script.PERIOD))
          .contains(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }
  }

  @Test
  void no_two_faults_have_one_subject_at_a_time_and_several_are_there_at_once() {
    int atOnce = 0;
    for (int seed = 0; seed < 50; seed++) {
      Map<String, Duration> busy = new HashMap<>();
      List<ScriptedFault> before = new ArrayList<>();
      for (ScriptedFault f : Script.of(seed, MINUTE, ALL).faults()) {
        assertThat(busy.getOrDefault(f.kind().subject(), Duration.ZERO))
            .isLessThanOrEqualTo(f.at());
        busy.put(f.kind().subject(), f.healed());
        long there = before.stream().filter(b -> b.healed().compareTo(f.at()) > 0).count();
        atOnce = Math.max(atOnce, (int) there + 1);
        before.add(f);
      }
    }
    assertThat(atOnce).isGreaterThanOrEqualTo(4);
  }

  @Test
  void only_the_kinds_that_are_wanted_come() {
    Set<FaultKind> two = EnumSet.of(FaultKind.KILL_INGEST, FaultKind.CUT_HDFS);
    assertThat(Script.of(1, MINUTE, two).faults()).extracting(ScriptedFault::kind).isSubsetOf(two);
  }

  @Test
  void every_kind_is_read_from_its_text() {
    assertThat(ALL).allSatisfy(k -> assertThat(FaultKind.of(k.toString())).contains(k));
    assertThat(FaultKind.of("kill-everything")).isEmpty();
  }
}
