package dev.tidemark.coordinator.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is listed of a long history is what was asked for, and nothing else is looked at. */
class ListingTest {
  private final List<String> listed = new ArrayList<>();
  private final World world =
      new World(
          new ForwardingFiles(new MemoryFileSystem()) {
            @Override
            public List<Entry> list(String directory) throws IOException {
              listed.add(directory);
              return super.list(directory);
            }
          });

  @Test
  void only_the_days_asked_for_are_looked_at() {
    world.lands("2026-08-22T13", "a").watermarkReaches("2026-08-26T10:06:00Z").coordinatorTicks();
    listed.clear();
    assertThat(listed("2026-08-23T22", "2026-08-24T01"))
        .containsExactly("2026-08-23T22", "2026-08-23T23", "2026-08-24T00", "2026-08-24T01");
    assertThat(listed)
        .filteredOn(d -> d.startsWith(LandingZone.recordsRoot() + "/"))
        .isNotEmpty()
        .allMatch(d -> d.contains("dt=2026-08-23") || d.contains("dt=2026-08-24"));
  }

  @Test
  void what_is_open_is_listed_with_what_rests() {
    world.lands("2026-08-22T13", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.lands("2026-08-22T14", "b").lands("2026-08-22T15", "c");
    assertThat(listed("2026-08-22T13", "2026-08-22T14"))
        .containsExactly("2026-08-22T13", "2026-08-22T14");
    assertThat(world.operations().partitions(Optional.empty(), Optional.empty())).hasSize(3);
  }

  private List<String> listed(String from, String to) {
    return world
        .operations()
        .partitions(Optional.of(PartitionId.parse(from)), Optional.of(PartitionId.parse(to)))
        .stream()
        .map(p -> p.partition().toString())
        .toList();
  }
}
