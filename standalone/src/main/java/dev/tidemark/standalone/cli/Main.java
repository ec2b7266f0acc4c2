package dev.tidemark.standalone.cli;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.collector.CollectorCommand;
import dev.tidemark.collector.check.SpillCheck;
import dev.tidemark.collector.cli.RejectedCommand;
import dev.tidemark.collector.cli.RejectedReplayCommand;
import dev.tidemark.collector.cli.RejectedShowCommand;
import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.coordinator.CoordinatorCommand;
import dev.tidemark.coordinator.cli.AuditCommand;
import dev.tidemark.coordinator.cli.CloseCommand;
import dev.tidemark.coordinator.cli.DdlCommand;
import dev.tidemark.coordinator.cli.DoctorCommand;
import dev.tidemark.coordinator.cli.ExpireCommand;
import dev.tidemark.coordinator.cli.ExplainCommand;
import dev.tidemark.coordinator.cli.HoldCommand;
import dev.tidemark.coordinator.cli.LogCommand;
import dev.tidemark.coordinator.cli.PartitionsCommand;
import dev.tidemark.coordinator.cli.QuarantineCommand;
import dev.tidemark.coordinator.cli.QuarantineShowCommand;
import dev.tidemark.coordinator.cli.ReleaseCommand;
import dev.tidemark.coordinator.cli.RepairCommand;
import dev.tidemark.coordinator.cli.ReprocessCommand;
import dev.tidemark.coordinator.cli.RetryCommand;
import dev.tidemark.coordinator.cli.RollbackCommand;
import dev.tidemark.coordinator.cli.ShowCommand;
import dev.tidemark.coordinator.cli.SqlCommand;
import dev.tidemark.coordinator.config.ApiConfig;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.ingest.IngestCommand;
import dev.tidemark.ingest.check.TopicsCheck;
import dev.tidemark.ingest.cli.GapCommand;
import dev.tidemark.ingest.cli.ResetTopicCommand;
import dev.tidemark.ingest.cli.RetireTopicCommand;
import dev.tidemark.ingest.cli.TopicsCommand;
import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.HadoopConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Section;
import dev.tidemark.standalone.chaos.ChaosCommand;
import dev.tidemark.standalone.config.Installation;
import dev.tidemark.standalone.config.StandaloneConfig;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The program {@code tidemark}. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(wire(Installation.ofThisProcess()).execute(arguments));
  }

  /** The root command with every subcommand. */
  static CommandLine wire(Installation installation) {
    TidemarkCommand root = new TidemarkCommand(installation, sections());
    ConfigSource questions = root.questions();
    CommandLine commandLine = new CommandLine(root);
    commandLine.addSubcommand(new DemoCommand(root, installation));
    commandLine.addSubcommand(new StandaloneCommand(root, installation));
    commandLine.addSubcommand(new CollectorCommand(root));
    commandLine.addSubcommand(new IngestCommand(root));
    commandLine.addSubcommand(new CoordinatorCommand(root));
    CommandLine partitions = new CommandLine(new PartitionsCommand(questions));
    partitions.addSubcommand(new ShowCommand(questions));
    commandLine.addSubcommand(partitions);
    commandLine.addSubcommand(new CloseCommand(questions));
    commandLine.addSubcommand(new HoldCommand(questions));
    commandLine.addSubcommand(new ReleaseCommand(questions));
    commandLine.addSubcommand(new RetryCommand(questions));
    commandLine.addSubcommand(new ReprocessCommand(questions));
    commandLine.addSubcommand(new RollbackCommand(questions));
    commandLine.addSubcommand(new ExpireCommand(questions));
    commandLine.addSubcommand(new ExplainCommand(questions));
    commandLine.addSubcommand(new SqlCommand(questions));
    commandLine.addSubcommand(new DdlCommand(questions));
    CommandLine quarantine = new CommandLine(new QuarantineCommand(questions));
    quarantine.addSubcommand(new QuarantineShowCommand(questions));
    commandLine.addSubcommand(quarantine);
    commandLine.addSubcommand(new AuditCommand(questions));
    commandLine.addSubcommand(new RepairCommand(questions));
    commandLine.addSubcommand(new LogCommand(questions));
    commandLine.addSubcommand(
        new DoctorCommand(
            questions, List.of(file -> TopicsCheck.of(file, Clock.systemUTC()), SpillCheck::of)));
    CommandLine topics = new CommandLine(new TopicsCommand());
    topics.addSubcommand(new ResetTopicCommand(questions));
    topics.addSubcommand(new RetireTopicCommand(questions));
    commandLine.addSubcommand(topics);
    commandLine.addSubcommand(new GapCommand(questions));
    CommandLine rejected = new CommandLine(new RejectedCommand(questions));
    rejected.addSubcommand(new RejectedShowCommand(questions));
    rejected.addSubcommand(new RejectedReplayCommand(questions));
    commandLine.addSubcommand(rejected);
    commandLine.addSubcommand(new ChaosCommand(installation));
    CommandLine completion = new CommandLine(new AutoComplete.GenerateCompletion());
    commandLine.addSubcommand("generate-completion", completion);
    List.of("chaos", "generate-completion")
        .forEach(name -> withoutConfiguration(commandLine, name));
    commandLine.setExecutionExceptionHandler(new ErrorLines(root));
    commandLine.setParameterExceptionHandler(new UsageErrors());
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    return commandLine;
  }

  /** For a command that reads none: it must not seem to. */
  private static void withoutConfiguration(CommandLine all, String name) {
    CommandSpec spec = all.getSubcommands().get(name).getCommandSpec();
    List.of("--config", "--set").forEach(option -> spec.remove(spec.findOption(option)));
  }

  /** What reads, and so checks, each part of the file. */
  private static List<Consumer<Section>> sections() {
    return List.of(
        KafkaConfig::read,
        DatasetConfig::readAll,
        HadoopConfig::read,
        CollectorConfig::read,
        IngestConfig::read,
        BatchConfig::read,
        CoordinatorConfig::readAll,
        NotifyConfig::readAll,
        ApiConfig::read,
        StandaloneConfig::read);
  }
}
