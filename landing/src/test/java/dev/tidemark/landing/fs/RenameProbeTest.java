package dev.tidemark.landing.fs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.LandingException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RenameProbeTest {

  /** What file systems are known to do with a rename. */
  enum Habit {
    NESTS("moves a directory into another"),
    REPLACES("replaces a file"),
    MAKES_PARENTS("makes a missing directory"),
    DENIES_AND_SAYS_IT_IS_DONE("changes the contents");

    private final String told;

    Habit(String told) {
      this.told = told;
    }
  }

  @ParameterizedTest
  @EnumSource(Habit.class)
  void a_file_system_that_is_not_fit_is_refused_with_the_reason(Habit habit) {
    assertThatThrownBy(() -> RenameProbe.require(new WithHabit(habit)))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessageContaining(habit.told);
  }

  @Test
  void a_quota_or_a_zone_between_two_areas_is_told_as_the_file_system_tells_it() {
    LandingFileSystem quota =
        new ForwardingFiles(new MemoryFileSystem()) {
          @Override
          public Renamed rename(String source, String target) throws IOException {
            if (target.startsWith("archive/")) {
              throw new IOException("The NameSpace quota of directory /archive is exceeded");
            }
            return super.rename(source, target);
          }
        };
    assertThatThrownBy(() -> RenameProbe.require(quota))
        .isInstanceOf(LandingException.Unavailable.class)
        .hasMessageContaining("quota of directory /archive is exceeded");
  }

  private static final class WithHabit extends ForwardingFiles {
    private final Habit habit;

    WithHabit(Habit habit) {
      super(new MemoryFileSystem());
      this.habit = habit;
    }

    @Override
    public Renamed rename(String source, String target) throws IOException {
      boolean directory = stat(source).filter(Entry::directory).isPresent();
      String name = source.substring(source.lastIndexOf('/') + 1);
      return switch (habit) {
        case NESTS ->
            directory && stat(target).isPresent()
                ? super.rename(source, target + "/" + name)
                : super.rename(source, target);
        case REPLACES -> {
          if (!directory) {
            deleteFile(target);
          }
          yield super.rename(source, target);
        }
        case MAKES_PARENTS -> {
          makeDirectories(target.substring(0, target.lastIndexOf('/')));
          yield super.rename(source, target);
        }
        case DENIES_AND_SAYS_IT_IS_DONE -> {
          Renamed renamed = super.rename(source, target);
          if (renamed == Renamed.DONE && !directory) {
            deleteFile(target);
            write(target, new byte[] {9});
          }
          yield renamed;
        }
      };
    }
  }
}
