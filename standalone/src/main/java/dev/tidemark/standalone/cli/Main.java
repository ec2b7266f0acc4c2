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
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.HadoopConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Section;
import dev.tidemark.standalone.chaos.ChaosCommand;
import dev.tidemark.standalone.config.Installation;
import dev.tidemark.standalone.config.StandaloneConfig;
import java.util.List;
import java.util.function.Consumer;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The program {@code tidemark}. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(wire(Installation.ofThisProcess()).execute(arguments));
  }

  /** The root command with every subcommand. */
  static CommandLine wire(Installation installation) {
    TidemarkCommand root = new TidemarkCommand(installation, sections());
    CommandLine commandLine = new CommandLine(root);
    commandLine.addSubcommand(new DemoCommand(root, installation));
    commandLine.addSubcommand(new StandaloneCommand(root));
    commandLine.addSubcommand(new CollectorCommand(root));
    commandLine.addSubcommand(new IngestCommand(root));
    commandLine.addSubcommand(new CoordinatorCommand(root));
    CommandLine partitions = new CommandLine(new PartitionsCommand(root::forQuestions));
    partitions.addSubcommand(new ShowCommand(root::forQuestions));
    commandLine.addSubcommand(partitions);
    commandLine.addSubcommand(new CloseCommand(root::forQuestions));
    commandLine.addSubcommand(new HoldCommand(root::forQuestions));
    commandLine.addSubcommand(new ReleaseCommand(root::forQuestions));
    commandLine.addSubcommand(new RetryCommand(root::forQuestions));
    commandLine.addSubcommand(new ReprocessCommand(root::forQuestions));
    commandLine.addSubcommand(new RollbackCommand(root::forQuestions));
    commandLine.addSubcommand(new ExpireCommand(root::forQuestions));
    commandLine.addSubcommand(new ExplainCommand(root::forQuestions));
    commandLine.addSubcommand(new SqlCommand(root::forQuestions));
    commandLine.addSubcommand(new DdlCommand(root::forQuestions));
    CommandLine quarantine = new CommandLine(new QuarantineCommand(root::forQuestions));
    quarantine.addSubcommand(new QuarantineShowCommand(root::forQuestions));
    commandLine.addSubcommand(quarantine);
    commandLine.addSubcommand(new AuditCommand(root::forQuestions));
    commandLine.addSubcommand(new RepairCommand(root::forQuestions));
    commandLine.addSubcommand(new LogCommand(root::forQuestions));
    commandLine.addSubcommand(
        new DoctorCommand(root::forQuestions, List.of(TopicsCheck::of, SpillCheck::of)));
    CommandLine topics = new CommandLine(new TopicsCommand());
    topics.addSubcommand(new ResetTopicCommand(root::forQuestions));
    topics.addSubcommand(new RetireTopicCommand(root::forQuestions));
    commandLine.addSubcommand(topics);
    commandLine.addSubcommand(new GapCommand(root::forQuestions));
    CommandLine rejected = new CommandLine(new RejectedCommand(root::forQuestions));
    rejected.addSubcommand(new RejectedShowCommand(root::forQuestions));
    rejected.addSubcommand(new RejectedReplayCommand(root::forQuestions));
    commandLine.addSubcommand(rejected);
    commandLine.addSubcommand(new ChaosCommand(installation));
    CommandLine completion = new CommandLine(new AutoComplete.GenerateCompletion());
    commandLine.addSubcommand("generate-completion", completion);
    commandLine.setExecutionExceptionHandler(new ErrorLines(root));
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    return commandLine;
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
