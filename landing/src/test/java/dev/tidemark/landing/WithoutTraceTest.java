package dev.tidemark.landing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.log.LogEntry;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WithoutTraceTest {
  /** As a NameNode's answer arrives: its stack trace is a part of the message. */
  private static final String QUOTA =
      """
      The DiskSpace quota of /tidemark is exceeded: quota = 1 B but diskspace consumed = 128 MB
      \tat org.apache.hadoop.hdfs.server.namenode.DirectoryWithQuotaFeature.verify(Quota.java:211)
      \tat java.base/java.security.AccessController.doPrivileged(AccessController.java:712)
      Caused by: java.lang.IllegalStateException: inner
      \tat org.apache.hadoop.ipc.Server$Handler.run(Server.java:3203)
      \t... 12 more
      """;

  private static final String FIRST = QUOTA.substring(0, QUOTA.indexOf('\n'));

  @Test
  void the_stack_trace_of_another_process_is_left_out() {
    assertThat(WithoutTrace.of(QUOTA)).isEqualTo(FIRST);
    assertThat(WithoutTrace.of(QUOTA.strip())).isEqualTo(FIRST);
    assertThat(WithoutTrace.of(new IOException(QUOTA.replace("\n", "\r\n")))).isEqualTo(FIRST);
    assertThat(WithoutTrace.of(QUOTA.substring(0, 150))).isEqualTo(FIRST);
  }

  @Test
  void the_sentence_that_it_stands_in_goes_on() {
    assertThat(WithoutTrace.of("It failed: " + QUOTA + ". Nothing was changed."))
        .isEqualTo("It failed: " + FIRST + ". Nothing was changed.");
    assertThat(WithoutTrace.of("It failed: " + QUOTA.strip() + ". Nothing was changed."))
        .startsWith("It failed: " + FIRST);
    assertThat(WithoutTrace.of("It failed: a\n\tat b.C.d(C.java:1). Nothing was changed."))
        .isEqualTo("It failed: a. Nothing was changed.");
    assertThat(WithoutTrace.of("It failed (" + QUOTA + "), twice.\nThen:\n" + QUOTA + "And again"))
        .isEqualTo("It failed (" + FIRST + "), twice.\nThen:\n" + FIRST + "\nAnd again");
  }

  @Test
  void other_messages_stay_as_they_are() {
    for (String message : new String[] {"", "One line.", "Two lines:\n  at the end", "a\n\nb"}) {
      assertThat(WithoutTrace.of(message)).isEqualTo(message);
    }
    assertThat(WithoutTrace.of((String) null)).isNull();
    assertThat(WithoutTrace.of(new IllegalStateException())).isEqualTo("IllegalStateException");
  }

  @Test
  void no_trouble_of_the_landing_zone_and_no_noted_failure_has_one() {
    IOException cause = new IOException(QUOTA);
    assertThat(new LandingException.Unavailable("Not now: " + QUOTA, cause))
        .hasMessage("Not now: " + FIRST);
    assertThat(new LandingException.OutcomeUnknown("Unknown: " + cause, cause))
        .hasMessage("Unknown: java.io.IOException: " + FIRST);
    LogEntry.Failed noted =
        new LogEntry.Failed(
            PartitionId.parse("2026-08-22T13"),
            LogEntry.Action.PROCESS,
            Optional.empty(),
            QUOTA,
            Optional.of(Instant.EPOCH));
    assertThat(noted.error()).isEqualTo(FIRST);
  }
}
