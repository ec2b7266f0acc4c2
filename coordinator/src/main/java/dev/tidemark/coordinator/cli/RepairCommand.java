package dev.tidemark.coordinator.cli;

import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.log.LogDamage;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRepair;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a damaged log readable again. */
@Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    description = {
      "Looks whether the landing log can be read to its end and, with --yes, rebuilds what cannot from"
          + " the partition records.",
      "What is archived stays as it is. Hours that had no record yet are put aside and read from"
          + " Kafka again. Stop every program first."
    },
    footer = {"", "Example: tidemark repair", "         tidemark repair --yes"})
public final class RepairCommand extends DatasetCommand {
  @Option(names = "--yes", description = "Repairs; without it, only tells what would be done.")
  private boolean yes;

  @Option(
      names = "--kafka-cluster",
      paramLabel = "ID",
      description = "Id of the Kafka cluster; needed only if nothing of the log is left.")
  private String kafkaCluster;

  public RepairCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(Opened opened) {
    LogRepair repair = new LogRepair(opened.files(), opened.clock());
    LogDamage damage = repair.diagnose();
    if (damage.isSound()) {
      say("The log is sound as of version " + damage.sound().version() + "; nothing to repair.");
      return 0;
    }
    damage.damages().forEach(d -> say("Damaged: " + d));
    say(
        "The log can be read up to version "
            + damage.sound().version()
            + " of "
            + damage.newest()
            + ".");
    if (!yes) {
      say(
          damage.isWhole()
              ? "Nothing is lost: 'tidemark repair --yes' writes its state anew."
              : "'tidemark repair --yes' takes the archived hours from their records, puts aside the files of"
                  + " the others, and has them read from Kafka again. Stop every program first.");
      return REFUSED;
    }
    report(repair.repair(damage, () -> created(opened)));
    return 0;
  }

  private void report(LogRepair.Repaired repaired) {
    repaired.aside().forEach(d -> say("Put aside: " + d));
    say("The log goes on from version " + repaired.version() + ".");
    if (repaired.rebuilt()) {
      say(
          "What was put aside stands below _landing/damaged and is read from Kafka again when ingest"
              + " starts; where Kafka has deleted it, ingest says which offsets. Holds are forgotten.");
    }
  }

  private LogEntry.Created created(Opened opened) {
    if (kafkaCluster == null) {
      throw new UsageException(
          "Nothing of the log is left that says which Kafka the root belongs to. Give --kafka-cluster ID,"
              + " as 'kafka-cluster.sh cluster-id' prints it.");
    }
    return new LogEntry.Created(
        LogEntry.Created.FORMAT,
        opened.dataset().name(),
        UUID.randomUUID().toString(),
        opened.dataset().granularity(),
        kafkaCluster);
  }

  private void say(String line) {
    out().println(line);
    out().flush();
  }
}
