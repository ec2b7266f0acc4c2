package dev.tidemark.batch.process;

import dev.tidemark.landing.OffsetRange;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An input file as a task needs it.
 *
 * @param index its place in the request, which names it in a row
 * @param path relative to the root
 * @param topicRank place of its topic in the order of names, then ids; smaller than any name
 * @param from starts of the offset ranges, {@code until} their ends
 */
record Input(
    int index,
    String path,
    String topic,
    int topicRank,
    int partition,
    List<Long> from,
    List<Long> until)
    implements Serializable {

  /** The inputs of a request, in its order. */
  static List<Input> of(ProcessRequest request) {
    List<String> ids =
        request.inputs().stream()
            .map(i -> i.file().source().topicId())
            .distinct()
            .sorted(
                Comparator.comparing((String id) -> name(request, id))
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    return IntStream.range(0, request.inputs().size())
        .mapToObj(i -> of(request, i, request.inputs().get(i), ids))
        .toList();
  }

  private static Input of(ProcessRequest request, int index, InputFile input, List<String> ids) {
    String topicId = input.file().source().topicId();
    List<OffsetRange> offsets = input.file().offsets();
    return new Input(
        index,
        input.path(),
        name(request, topicId),
        ids.indexOf(topicId),
        input.file().source().partition(),
        new ArrayList<>(offsets.stream().map(OffsetRange::from).toList()),
        new ArrayList<>(offsets.stream().map(OffsetRange::until).toList()));
  }

  private static String name(ProcessRequest request, String topicId) {
    return request.topicNames().getOrDefault(topicId, topicId);
  }

  /** Counts through the offsets, one for each line. */
  final class Offsets {
    private int range;
    private long passed;

    /** The offset of the next line; -1 once there are more lines than offsets. */
    long next() {
      while (range < from.size() && from.get(range) + passed >= until.get(range)) {
        range++;
        passed = 0;
      }
      return range == from.size() ? -1 : from.get(range) + passed++;
    }
  }
}
