package dev.tidemark.coordinator.api;

import dev.tidemark.coordinator.live.Live;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The datasets that are served, by name. */
final class Datasets {
  private final Map<String, Served> byName = new ConcurrentSkipListMap<>();

  /** One of them; its operations wait for nobody but those who ask here. */
  record Served(DatasetConfig config, Operations operations, LandingFileSystem files, Live live) {

    /** For somebody who changes something; begins with what is known here already. */
    Operations actingAs(String by) {
      operations.state();
      return operations.as(by);
    }

    PartitionId partition(String text) {
      try {
        return operations.parse(text);
      } catch (IllegalArgumentException e) {
        throw Refusal.badRequest(e.getMessage());
      }
    }

    Optional<PartitionId> partition(Optional<String> text) {
      return text.map(this::partition);
    }
  }

  void add(Served dataset) {
    byName.put(dataset.config().name(), dataset);
  }

  Collection<Served> all() {
    return byName.values();
  }

  Served of(Call call) {
    Served found = byName.get(call.path("dataset"));
    if (found == null) {
      throw Refusal.notFound(
          "There is no such dataset. There is " + String.join(", ", byName.keySet()) + ".");
    }
    return found;
  }
}
