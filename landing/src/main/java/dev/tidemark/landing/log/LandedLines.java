package dev.tidemark.landing.log;

import static dev.tidemark.landing.log.Fold.require;

import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.TopicPartition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rule that each line of an intent is another offset, and one that its span claims. */
final class LandedLines {
  private LandedLines() {}

  /**
   * Checks one intent.
   *
   * @throws IllegalEntryException if an offset has two lines, or one outside of its span, or one
   *     already
   */
  static void requireDistinct(LandingState before, LogEntry.Land e) {
    Map<TopicPartition, LogEntry.Span> spans = new HashMap<>();
    e.spans().forEach(s -> spans.put(s.source(), s));
    Map<TopicPartition, List<OffsetRange>> lines = new HashMap<>();
    for (LandedFile file : e.files()) {
      long at = -1;
      for (OffsetRange range : file.offsets()) {
        require(range.from() > at, "%s: its offsets are not in order.", file.name());
        at = range.until() - 1;
      }
      lines.computeIfAbsent(file.source(), k -> new ArrayList<>()).addAll(file.offsets());
    }
    lines.forEach(
        (source, ranges) -> {
          LogEntry.Span span = spans.get(source);
          require(span != null, "Files hold rows of %s, which has no span.", source);
          ranges.sort(Comparator.comparing(OffsetRange::from));
          long at = span.from();
          List<OffsetRange> ahead = before.ahead(source);
          for (OffsetRange range : ranges) {
            require(
                range.from() >= at && range.until() <= span.until(),
                "%s: offsets %s are landed twice, or are outside of [%s, %s).",
                source,
                range,
                span.from(),
                span.until());
            at = range.until();
            require(
                ahead.stream().noneMatch(a -> a.from() < range.until() && range.from() < a.until()),
                "%s: offsets %s are landed already, ahead of the others.",
                source,
                range);
          }
        });
  }
}
