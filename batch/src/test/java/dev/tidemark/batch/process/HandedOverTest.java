package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three attempts that one application was started for. */
class HandedOverTest {
  private static final ProcessResult RESULT =
      new ProcessResult(0, 0, 0, 0, Map.of(), Map.of(), "hash");

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final Handover handover = new Handover(files);
  private final List<ProcessRequest> requests =
      List.of(request("one"), request("two"), request("three"));
  private final List<String> processed = new ArrayList<>();

  private static ProcessRequest request(String attempt) {
    return new ProcessRequest(
        Partition.HOUR, attempt, List.of(), LandingZone.staging(Partition.HOUR, attempt), Map.of());
  }

  @BeforeEach
  void ask() throws IOException {
    for (ProcessRequest request : requests) {
      handover.ask(
          request,
          new TreeMap<>(),
          new BatchConfig(
              Engine.SPARK_SUBMIT,
              EventTypesTest.SHIPPED,
              1 << 20,
              7,
              IpPolicy.DROP,
              SubmitConfig.byDefault()));
    }
  }

  private void run() throws Exception {
    new HandedOver(handover, this::process, () -> false)
        .run(requests.stream().map(Handover::directory).toList());
  }

  private ProcessResult process(Handover.Request asked) {
    String attempt = asked.request().attempt();
    processed.add(attempt);
    if (attempt.equals("two") && processed.contains("fails")) {
      throw new LandingException.NeedsOperator("it is cut short");
    }
    return RESULT;
  }

  @Test
  void what_was_taken_back_keeps_no_other_from_being_processed() throws Exception {
    handover.remove(requests.get(0));
    run();
    assertThat(processed).containsExactly("two", "three");
    assertThat(files.stat(Handover.directory(requests.get(0)))).isEmpty();
  }

  @Test
  void a_request_that_cannot_be_read_is_answered_so_and_the_next_is_processed() throws Exception {
    files.deleteTree(Handover.directory(requests.get(1)));
    files.makeDirectories(Handover.directory(requests.get(1)));
    files.write(Handover.directory(requests.get(1)) + "/request.json", new byte[] {'{'});
    assertThatThrownBy(this::run).hasMessage("1 of 3 partitions failed");
    assertThat(processed).containsExactly("one", "three");
    assertThatThrownBy(() -> handover.answer(requests.get(1)))
        .isInstanceOf(LandingException.NeedsOperator.class);
  }

  @Test
  void one_that_fails_is_answered_so_and_the_next_is_processed() {
    processed.add("fails");
    assertThatThrownBy(this::run).hasMessage("1 of 3 partitions failed");
    assertThat(processed).containsExactly("fails", "one", "two", "three");
    assertThatThrownBy(() -> handover.answer(requests.get(1))).hasMessage("it is cut short");
  }
}
