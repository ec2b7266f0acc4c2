package dev.tidemark.landing.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a partition's revisions besides the published one.
 *
 * @param earlier what was published before it, oldest first, the newest {@link #MOST}; each stands
 *     in {@code final/.replaced} as long as it is kept
 * @param wanted one of them, of which a copy is to be published
 * @param pin why no other revision takes the place of what is published or wanted, whatever lands
 */
public record Revisions(
    List<Publication> earlier, Optional<Publication> wanted, Optional<String> pin) {
  /** So that the state of one partition is bounded however often it is restated. */
  static final int MOST = 100;

  static final Revisions NONE = new Revisions(List.of(), Optional.empty(), Optional.empty());

  public Revisions {
    earlier = List.copyOf(earlier);
  }

  /** The newest of that number. */
  public Optional<Publication> find(int revision) {
    return earlier.stream().filter(p -> p.revision() == revision).reduce((a, b) -> b);
  }

  Revisions replacing(Optional<Publication> published) {
    List<Publication> all = new ArrayList<>(earlier);
    published.ifPresent(all::add);
    return new Revisions(
        all.subList(Math.max(0, all.size() - MOST), all.size()), Optional.empty(), pin);
  }

  Revisions wanting(Publication revision, String reason) {
    return new Revisions(earlier, Optional.of(revision), Optional.of(reason));
  }

  Revisions unpinned() {
    return new Revisions(earlier, Optional.empty(), Optional.empty());
  }
}
