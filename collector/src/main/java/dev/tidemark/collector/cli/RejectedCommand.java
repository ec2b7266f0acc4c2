package dev.tidemark.collector.cli;

import dev.tidemark.collector.rejected.RejectedEvent;
import dev.tidemark.landing.config.ConfigSource;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark rejected}: what the collectors could not keep, by kind of problem and source. */
@Command(
    name = "rejected",
    mixinStandardHelpOptions = true,
    description = "Counts the events that collectors could not keep, by reason and source.")
public final class RejectedCommand implements Callable<Integer> {
  private record Group(String code, String source) {}

  private static final class Tally {
    private long count;
    private Instant first = Instant.MAX;
    private Instant last = Instant.MIN;
    private String reason = "";

    void add(RejectedEvent event) {
      count++;
      first = event.receivedAt().isBefore(first) ? event.receivedAt() : first;
      if (!event.receivedAt().isBefore(last)) {
        last = event.receivedAt();
        reason = event.reason();
      }
    }
  }

  private final ConfigSource source;
  @Mixin private RejectedFilter filter;
  @Spec private CommandSpec spec;

  public RejectedCommand(ConfigSource source) {
    this.source = source;
  }

  @Override
  public Integer call() {
    Map<Group, Tally> groups =
        new TreeMap<>(Comparator.comparing(Group::code).thenComparing(Group::source));
    RejectedConfig config = RejectedConfig.load(source);
    config
        .topic()
        .forEach(
            event -> {
              if (filter.test(event)) {
                groups
                    .computeIfAbsent(new Group(event.code(), event.source()), g -> new Tally())
                    .add(event);
              }
            });
    print(groups, config.collector().rejectedTopic());
    return 0;
  }

  private void print(Map<Group, Tally> groups, String topic) {
    PrintWriter out = spec.commandLine().getOut();
    if (groups.isEmpty()) {
      out.printf("No rejected events in %s.%n", topic);
    } else {
      out.print(RejectedTable.heading());
      groups.forEach(
          (group, tally) ->
              out.print(
                  RejectedTable.group(
                      group.code,
                      group.source,
                      tally.count,
                      tally.first,
                      tally.last,
                      tally.reason)));
    }
    out.flush();
  }
}
