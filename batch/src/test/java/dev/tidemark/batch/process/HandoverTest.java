package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HandoverTest {
  private static final SortedMap<String, String> TYPES =
      EventTypes.declarations(EventTypesTest.SHIPPED);

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final Handover handover = new Handover(files);
  private final ProcessRequest request =
      new ProcessRequest(
          Partition.HOUR,
          "one",
          List.of(
              new InputFile(
                  "stage/a.json",
                  new LandedFile(
                      "a.json",
                      new GenerationId(Partition.HOUR, 0),
                      3,
                      99,
                      new TopicPartition("id", 1),
                      List.of(new OffsetRange(5, 7), new OffsetRange(9, 10)),
                      Optional.of(Instant.parse("2026-08-22T08:00:00.5Z")),
                      Optional.empty()))),
          LandingZone.staging(Partition.HOUR, "one"),
          Map.of("id", "events"));

  @BeforeEach
  void ask() throws IOException {
    handover.ask(
        request,
        TYPES,
        new BatchConfig(
            Engine.SPARK_SUBMIT,
            EventTypesTest.SHIPPED,
            1 << 20,
            7,
            IpPolicy.DROP,
            SubmitConfig.byDefault()));
  }

  @Test
  void a_request_arrives_as_it_was_written() throws IOException {
    Handover.Request read = handover.read(Handover.directory(request));
    assertThat(read).isEqualTo(new Handover.Request(request, TYPES, 1 << 20, 7, IpPolicy.DROP));
    assertThat(EventTypes.parse(read.eventTypes()).hash())
        .isEqualTo(EventTypes.load(EventTypesTest.SHIPPED).hash());
  }

  @Test
  void a_complete_output_is_the_answer() throws IOException {
    ProcessResult result =
        new ProcessResult(3, 1, 1, 1, Map.of("search", 1L), Map.of("not valid JSON", 1L), "hash");
    files.makeDirectories(request.outputDirectory());
    assertThat(handover.isBegun(request)).isTrue();
    files.write(
        request.outputDirectory() + "/_manifest.json", OutputManifest.of(request, result).toJson());
    assertThat(handover.answer(request)).isEmpty();
    files.write(request.outputDirectory() + "/_SUCCESS", new byte[] {'\n'});
    assertThat(handover.answer(request)).contains(result);
  }

  @Test
  void a_failure_is_the_answer_in_the_kind_that_it_had() throws IOException {
    assertThat(handover.answer(request)).isEmpty();
    assertThat(handover.isBegun(request)).isFalse();
    handover.fail(
        Handover.directory(request), new LandingException.NeedsOperator("a.json is cut short"));
    assertThatThrownBy(() -> handover.answer(request))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessage("a.json is cut short");
  }

  @Test
  void what_was_thrown_by_others_can_be_tried_again() throws IOException {
    handover.fail(Handover.directory(request), new IllegalStateException("no master"));
    assertThatThrownBy(() -> handover.answer(request))
        .isInstanceOf(LandingException.Unavailable.class)
        .hasMessageContaining("no master");
  }
}
