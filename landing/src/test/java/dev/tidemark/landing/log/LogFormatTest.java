package dev.tidemark.landing.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The log's format on disk: these texts may not change, for old logs are read by new programs. */
@Tag("locale")
class LogFormatTest {
  private static final PartitionId HOUR = PartitionId.parse("2026-08-22T13");
  private static final GenerationId GEN = new GenerationId(HOUR, 0);
  private static final TopicPartition P0 = new TopicPartition("topicid", 0);
  private static final Instant T = Instant.parse("2026-08-22T13:04:05.678Z");
  private static final TreeSet<Long> ZERO = new TreeSet<>(List.of(0L));
  private static final LogEntry.Counts COUNTS = new LogEntry.Counts(3, 1, 1, 1);
  private static final LogEntry.Base BASE =
      new LogEntry.Base(
          9,
          ZERO,
          Optional.of(new Publication(7, 1, ZERO, "a1", COUNTS, "c", Optional.of(T))),
          Optional.empty(),
          Optional.of(new Expiry(ZERO, false, -1, Optional.empty())),
          Optional.empty());
  private static final String BASE_JSON =
      "{'record':9,'generations':[0],'publication':{'version':7,'revision':1,'generations':[0],"
          + "'attempt':'a1','counts':{'in':3,'out':1,'duplicates':1,'quarantined':1},"
          + "'config_hash':'c','at':'2026-08-22T13:04:05.678Z'},"
          + "'expiry':{'generations':[0],'published':false,'replaced':-1}}";

  static Stream<Arguments> entries() {
    LandedFile file =
        new LandedFile(
            "f.json",
            GEN,
            2,
            10,
            P0,
            List.of(new OffsetRange(5, 7)),
            Optional.of(T),
            Optional.of(T));
    LogEntry.Span span = new LogEntry.Span(P0, 5, 8, 2, 1, 0, Optional.of(T));
    String spanJson =
        "{'source':'topicid/0','from':5,'until':8,'rows':2,'nulls':1,'ignored_times':0,"
            + "'max_time':'2026-08-22T13:04:05.678Z'}";
    return Stream.of(
        Arguments.of(
            new LogEntry.Created(1, "events", "r", Granularity.HOUR, "k"),
            "{'type':'created','format':1,'dataset':'events','root_id':'r','granularity':'PT1H',"
                + "'kafka_cluster':'k'}"),
        Arguments.of(
            new LogEntry.TopicAdded("events", "t", new TreeMap<>(Map.of(1, 5L))),
            "{'type':'topic-added','name':'events','topic_id':'t','starts':{'1':5}}"),
        Arguments.of(
            new LogEntry.TopicReset("events", "t", new TreeMap<>(), "why"),
            "{'type':'topic-reset','name':'events','topic_id':'t','starts':{},'reason':'why'}"),
        Arguments.of(
            new LogEntry.TopicRetired("t", "why"),
            "{'type':'topic-retired','topic_id':'t','reason':'why'}"),
        Arguments.of(
            new LogEntry.Gap(P0, 1, 5, "expired"),
            "{'type':'gap','source':'topicid/0','from':1,'until':5,'reason':'expired'}"),
        Arguments.of(
            new LogEntry.Land(
                "run", 3, List.of(span), List.of(file), Optional.of(T), Map.of(P0, 9L)),
            "{'type':'land','run':'run','epoch':3,'spans':["
                + spanJson
                + "],'files':[{'name':'f.json','generation':{'partition':'2026-08-22T13','number':0},"
                + "'rows':2,'bytes':10,'source':'topicid/0','offsets':[{'from':5,'until':7}],"
                + "'min_time':'2026-08-22T13:04:05.678Z','max_time':'2026-08-22T13:04:05.678Z'}],"
                + "'watermark':'2026-08-22T13:04:05.678Z','ends':{'topicid/0':9}}"),
        Arguments.of(new LogEntry.Landed(4), "{'type':'landed','land':4}"),
        Arguments.of(
            new LogEntry.Progress("run", List.of(span), Optional.empty(), Map.of()),
            "{'type':'progress','run':'run','spans':[" + spanJson + "],'ends':{}}"),
        Arguments.of(
            new LogEntry.Close(
                GEN,
                LogEntry.CloseReason.FORCED,
                "h",
                1,
                2,
                10,
                Optional.of(BASE),
                Optional.of("why"),
                Optional.empty()),
            "{'type':'close','generation':{'partition':'2026-08-22T13','number':0},"
                + "'reason':'FORCED','manifest_hash':'h','files':1,'rows':2,'bytes':10,'base':"
                + BASE_JSON
                + ",'note':'why'}"),
        Arguments.of(
            new LogEntry.Close(
                GEN,
                LogEntry.CloseReason.WATERMARK,
                "h",
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.of(EmptyHours.SKIP)),
            "{'type':'close','generation':{'partition':'2026-08-22T13','number':0},"
                + "'reason':'WATERMARK','manifest_hash':'h','files':0,'rows':0,'bytes':0,"
                + "'empty_hours':'SKIP'}"),
        Arguments.of(
            new LogEntry.Reprocess(
                HOUR,
                "why",
                Optional.of(
                    new LogEntry.Base(
                        9,
                        ZERO,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(7L)))),
            "{'type':'reprocess','partition':'2026-08-22T13','reason':'why',"
                + "'base':{'record':9,'generations':[0],'skipped':7}}"),
        Arguments.of(
            new LogEntry.Staged(GEN),
            "{'type':'staged','generation':{'partition':'2026-08-22T13','number':0}}"),
        Arguments.of(
            new LogEntry.Archived(GEN),
            "{'type':'archived','generation':{'partition':'2026-08-22T13','number':0}}"),
        Arguments.of(
            new LogEntry.Publish(HOUR, ZERO, "a1", 6, COUNTS, "c"),
            "{'type':'publish','partition':'2026-08-22T13','generations':[0],'attempt':'a1',"
                + "'started':6,'counts':{'in':3,'out':1,'duplicates':1,'quarantined':1},"
                + "'config_hash':'c'}"),
        Arguments.of(
            new LogEntry.Published(HOUR, 7),
            "{'type':'published','partition':'2026-08-22T13','publish':7}"),
        Arguments.of(
            new LogEntry.Failed(
                HOUR, LogEntry.Action.PROCESS, Optional.of("a1"), "boom", Optional.of(T)),
            "{'type':'failed','partition':'2026-08-22T13','action':'PROCESS','attempt':'a1',"
                + "'error':'boom','retry_at':'2026-08-22T13:04:05.678Z'}"),
        Arguments.of(
            new LogEntry.Held(HOUR, "why"),
            "{'type':'held','partition':'2026-08-22T13','reason':'why'}"),
        Arguments.of(
            new LogEntry.Released(HOUR, "why"),
            "{'type':'released','partition':'2026-08-22T13','reason':'why'}"),
        Arguments.of(
            new LogEntry.Reprocess(HOUR, "why", Optional.of(BASE)),
            "{'type':'reprocess','partition':'2026-08-22T13','reason':'why','base':"
                + BASE_JSON
                + "}"),
        Arguments.of(
            new LogEntry.Rollback(HOUR, 1, "why", Optional.empty()),
            "{'type':'rollback','partition':'2026-08-22T13','revision':1,'reason':'why'}"),
        Arguments.of(
            new LogEntry.Expire(HOUR, ZERO, true, Optional.of(7L), Optional.of(BASE)),
            "{'type':'expire','partition':'2026-08-22T13','generations':[0],'published':true,"
                + "'replaced':7,'base':"
                + BASE_JSON
                + "}"),
        Arguments.of(
            new LogEntry.Expired(HOUR, 8),
            "{'type':'expired','partition':'2026-08-22T13','expire':8}"),
        Arguments.of(
            new LogEntry.Claim(HOUR, "a1", T),
            "{'type':'claim','partition':'2026-08-22T13','attempt':'a1',"
                + "'until':'2026-08-22T13:04:05.678Z'}"),
        Arguments.of(
            new LogEntry.IngestClaim("run", Duration.ofMinutes(1)),
            "{'type':'ingest-claim','run':'run','lease':'PT1M'}"),
        Arguments.of(new LogEntry.Fence("run"), "{'type':'fence','run':'run'}"));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void an_entry_has_this_text_and_comes_back_from_it(LogEntry entry, String json) {
    String expected =
        "{'version':4,'id':'i','previous':'h','at':'2026-08-22T13:04:05.678Z','by':'me','entry':"
            + json
            + "}";
    LogRecord record = new LogRecord(4, "i", Optional.of("h"), T, "me", entry);
    assertThat(new String(LandingJson.write(record), UTF_8).replace('"', '\'')).isEqualTo(expected);
    assertThat(LandingJson.read(LandingJson.write(record), LogRecord.class, "f")).isEqualTo(record);
  }

  @Test
  void every_type_of_entry_is_in_the_list_above() {
    List<?> listed = entries().map(a -> a.get()[0].getClass()).toList();
    assertThat(Arrays.stream(LogEntry.class.getClasses()).filter(c -> !c.isInterface()))
        .filteredOn(LogEntry.class::isAssignableFrom)
        .allMatch(listed::contains);
  }

  @Test
  void what_a_newer_version_wrote_stops_the_reader() {
    String unknownType =
        "{\"version\":4,\"id\":\"i\",\"at\":\"2026-08-22T13:04:05Z\",\"by\":\"me\","
            + "\"entry\":{\"type\":\"compacted\"}}";
    String unknownKey = unknownType.replace("\"compacted\"", "\"landed\",\"land\":1,\"more\":2");
    for (String text : List.of(unknownType, unknownKey, unknownType.substring(0, 20))) {
      assertThatThrownBy(() -> LandingJson.read(text.getBytes(UTF_8), LogRecord.class, "f"))
          .isInstanceOf(LandingException.NeedsOperator.class)
          .hasMessageContaining("newer version");
    }
  }
}
