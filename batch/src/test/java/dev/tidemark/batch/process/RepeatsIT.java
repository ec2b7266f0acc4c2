package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatsIT {
  private static final int EVENTS = 3_000;

  /** The number of tables follows from the rows that are announced: 2, 41 and 41. */
  @ParameterizedTest
  @CsvSource({"6000, 2", "10000000, 2", "10000000, 100"})
  void they_are_the_same_in_any_number_of_tables(long rows, int parallelism) {
    JavaRDD<Parsed> parsed =
        JavaSparkContext.fromSparkContext(TestSession.get().sparkContext())
            .parallelize(List.<Parsed>of(events(0), events(1)), 2);

    Repeats repeats = Repeats.among(parsed, rows, parallelism);

    assertThat(repeats.ofType(0)).isEqualTo(EVENTS);
    assertThat(repeats.duplicates()).isEqualTo(2 * EVENTS / 3);
    assertThat(repeats.hasConflicts(0)).isFalse();
    for (int line = 0; line < EVENTS; line++) {
      assertThat(repeats.isWinner(0, line)).isTrue();
      assertThat(repeats.isWinner(1, line)).isFalse();
      assertThat(repeats.isConflict(1, line)).isEqualTo(line % 3 == 0);
    }
  }

  /** Both files have the same ids; each third says something else in the second. */
  private static Parsed.Events events(int file) {
    Input input = new Input(file, "f" + file, "t", 0, file, List.of(0L), List.of(1L));
    Parsed.Events events =
        new Parsed.Events(
            input,
            0,
            new byte[0],
            new int[EVENTS],
            new int[EVENTS],
            new long[EVENTS],
            new long[2 * EVENTS],
            new long[2 * EVENTS]);
    for (int i = 0; i < EVENTS; i++) {
      events.lines()[i] = i;
      events.offsets()[i] = i;
      events.ids()[2 * i] = (i + 1L) << 40;
      events.ids()[2 * i + 1] = i + 1L;
      events.contents()[2 * i] = file == 1 && i % 3 == 0 ? 1 : 0;
    }
    return events;
  }
}
