package dev.tidemark.landing.config;

import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.Granularity;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One entry of the list {@code datasets}: a root with its topics and its policy on time.
 *
 * @param delay how long a record may take from its time stamp to Kafka; the watermark stays that
 *     far back
 * @param futureBound a record time further ahead of now is ignored for the watermark
 * @param pastBound likewise one further back: a wrong clock must not make a partition of 1970, and
 *     every one since
 * @param eventTime where events say when they happened; absent where they are partitioned by the
 *     times of their records
 * @param grace how long after its end, by the watermark, a partition stays open
 * @param lateQuiet a late generation closes when nothing came for this long
 * @param lateLongestWait … or when its first event has waited this long
 * @param emptyHours what becomes of a partition in which nothing landed
 * @param retention how long what rests is kept
 * @param option what names it on a command line; empty where it is the only one
 */
public record DatasetConfig(
    String name,
    URI root,
    List<String> topics,
    Granularity granularity,
    Duration delay,
    Duration futureBound,
    Duration pastBound,
    Optional<EventTimeConfig> eventTime,
    Duration grace,
    Duration lateQuiet,
    Duration lateLongestWait,
    EmptyHours emptyHours,
    RetentionConfig retention,
    String option) {

  private static final Pattern ADVISED =
      Pattern.compile(
          "'tidemark (?:partitions|explain|hold|release|retry|close|reprocess|rollback|expire|log"
              + "|quarantine|audit|repair)\\b(?![^']*--dataset)[^']*(?=')");
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

  public DatasetConfig {
    topics = List.copyOf(topics);
  }

  /** The only one, which publishes its empty hours. */
  public DatasetConfig(
      String name,
      URI root,
      List<String> topics,
      Granularity granularity,
      Duration delay,
      Duration futureBound,
      Duration pastBound,
      Optional<EventTimeConfig> eventTime,
      Duration grace,
      Duration lateQuiet,
      Duration lateLongestWait,
      RetentionConfig retention) {
    this(
        name,
        root,
        topics,
        granularity,
        delay,
        futureBound,
        pastBound,
        eventTime,
        grace,
        lateQuiet,
        lateLongestWait,
        EmptyHours.PUBLISH,
        retention,
        "");
  }

  /** The same, beside others. */
  public DatasetConfig amongOthers() {
    return new DatasetConfig(
        name,
        root,
        topics,
        granularity,
        delay,
        futureBound,
        pastBound,
        eventTime,
        grace,
        lateQuiet,
        lateLongestWait,
        emptyHours,
        retention,
        " --dataset " + name);
  }

  /** A text for people; the commands that it advises name the dataset, where there are several. */
  public String advise(String text) {
    return advise(text, option);
  }

  /** Likewise, with the option that names it. */
  public static String advise(String text, String option) {
    return option.isEmpty()
        ? text
        : ADVISED.matcher(text).replaceAll(m -> Matcher.quoteReplacement(m.group() + option));
  }

  /** Every dataset of a file, checked one by one and against each other. */
  public static List<DatasetConfig> readAll(Section root) {
    List<Section> sections = root.sections("datasets");
    if (sections.isEmpty()) {
      root.problem("datasets", "must list at least one dataset", "nothing");
    }
    List<DatasetConfig> all = sections.stream().map(DatasetConfig::read).toList();
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < all.size(); j++) {
        if (i != j) {
          checkApart(sections.get(i), all.get(i), all.get(j), i < j);
        }
      }
    }
    return all.size() > 1 ? all.stream().map(DatasetConfig::amongOthers).toList() : all;
  }

  private static DatasetConfig read(Section section) {
    DatasetConfig config =
        new DatasetConfig(
            section.matching(
                "name",
                "events",
                NAME,
                "must be lower-case letters, digits, '-' and '_', at most 63"),
            section.uri("root").orElse(URI.create("missing:/")),
            section.texts("topics", List.of("events")),
            granularity(section),
            section.duration("delay", Duration.ofSeconds(15)),
            section.duration("future-bound", Duration.ofMinutes(5)),
            section.duration("past-bound", Duration.ofDays(30)),
            EventTimeConfig.read(section),
            section.duration("grace", Duration.ofMinutes(5)),
            section.duration("late-quiet", Duration.ofMinutes(10)),
            section.duration("late-longest-wait", Duration.ofHours(1)),
            section.choice("empty-hours", EmptyHours.PUBLISH),
            RetentionConfig.read(section),
            "");
    if (config.topics.isEmpty()) {
      section.problem("topics", "must name at least one topic", "nothing");
    }
    // The coordinator reads it.
    section.section("coordinator");
    section.rejectUnknown();
    return config;
  }

  private static Granularity granularity(Section section) {
    Duration length = section.duration("granularity", Granularity.HOUR.length());
    if (!Granularity.isValid(length)) {
      section.problem("granularity", Granularity.RULE, length);
      return Granularity.HOUR;
    }
    return new Granularity(length);
  }

  private static void checkApart(
      Section at, DatasetConfig one, DatasetConfig other, boolean first) {
    if (first && one.name.equals(other.name)) {
      at.problem("name", "must differ from every other dataset's", one.name);
    }
    String a = withSlash(one.root);
    String b = withSlash(other.root);
    if (a.equals(b) ? first : a.startsWith(b)) {
      at.problem("root", "must not be, or be inside, the root of '" + other.name + "'", one.root);
    }
  }

  private static String withSlash(URI uri) {
    String text = uri.normalize().toString();
    return text.endsWith("/") ? text : text + "/";
  }

  /**
   * The dataset of that name; without a name the only one.
   *
   * @throws ConfigException if there is none, or no name and several
   */
  public static DatasetConfig choose(List<DatasetConfig> all, Optional<String> name) {
    List<DatasetConfig> chosen =
        all.stream().filter(d -> name.isEmpty() || d.name.equals(name.get())).toList();
    if (chosen.size() == 1) {
      return chosen.get(0);
    }
    throw new ConfigException(
        List.of(notChosen(all.stream().map(DatasetConfig::name).toList(), name)));
  }

  /** What is said where a name chooses none of those there are. */
  public static String notChosen(List<String> all, Optional<String> name) {
    return name.map(n -> "There is no dataset '" + n + "'. ").orElse("")
        + "Name a dataset with --dataset: one of "
        + String.join(", ", all)
        + ".";
  }
}
