package dev.tidemark.coordinator.cli;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.coordinator.doctor.Doctor;
import dev.tidemark.coordinator.notify.TargetCheck;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.HadoopConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.Section;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.hadoop.HadoopLogin;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at everything that Tidemark depends on, and says what is wrong and what to do. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Checks configuration, file systems, Kafka, clocks and partitions, and says what to do.",
    footer = {
      "",
      "Exit codes: 0 if nothing failed (there may be warnings), 1 if something did, 2 wrong usage."
    })
public final class DoctorCommand implements Callable<Integer> {
  private final ConfigSource source;
  private final List<Function<ConfigFile, List<Check>>> others;
  private final Clock clock;
  @Spec private CommandSpec spec;
  @Mixin private NoCoordinatorOptions coordinator;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "TABLE",
      description = "How to print: ${COMPLETION-CANDIDATES}.")
  private OutputOption.Output output;

  /**
   * The command.
   *
   * @param others makes the checks of other modules
   */
  public DoctorCommand(ConfigSource source, List<Function<ConfigFile, List<Check>>> others) {
    this(source, others, Clock.systemUTC());
  }

  DoctorCommand(ConfigSource source, List<Function<ConfigFile, List<Check>>> others, Clock clock) {
    this.source = source;
    this.others = List.copyOf(others);
    this.clock = clock;
  }

  @Override
  public Integer call() {
    try {
      coordinator.refuse(spec.qualifiedName());
    } catch (LandingCommand.UsageException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    PrintedFindings findings = new PrintedFindings(findings());
    spec.commandLine()
        .getOut()
        .print(output == OutputOption.Output.JSON ? findings.json() : findings.text(width()));
    spec.commandLine().getOut().flush();
    return findings.failures() == 0 ? 0 : 1;
  }

  private int width() {
    return Width.of(source.environment())
        .orElseGet(() -> spec.usageMessage().autoWidth(true).width());
  }

  private List<Finding> findings() {
    ConfigFile file;
    try {
      file = source.load();
    } catch (ConfigException e) {
      return e.problems().stream()
          .map(p -> Finding.failure("configuration", p, "Correct the configuration."))
          .toList();
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok("configuration", "It is read, and every value is allowed."));
    Section root = file.root(new Problems());
    Doctor doctor = new Doctor(clock);
    findings.addAll(Doctor.look(doctor.ofHost(BatchConfig.read(root))));
    try {
      HadoopLogin.as(HadoopConfig.read(root));
      findings.addAll(ofRoots(doctor, root));
    } catch (ConfigException | LandingException e) {
      findings.add(
          Finding.failure(
              "hadoop", e.getMessage(), "Correct 'hadoop' in the configuration, or the keytab."));
    }
    others.forEach(checks -> findings.addAll(Doctor.look(checks.apply(file))));
    return findings;
  }

  private List<Finding> ofRoots(Doctor doctor, Section root) {
    List<DatasetConfig> datasets = DatasetConfig.readAll(root);
    List<CoordinatorConfig> configs = CoordinatorConfig.readAll(root);
    List<NotifyConfig> targets = NotifyConfig.readAll(root);
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < datasets.size(); i++) {
      DatasetConfig dataset = datasets.get(i);
      LandingFileSystem files;
      try {
        files = FileSystems.open(dataset.root());
      } catch (LandingException e) {
        findings.add(
            Finding.failure(
                dataset.name() + ": root", e.getMessage(), "Correct 'root', or see what is away."));
        continue;
      }
      Finding reached = Doctor.reach(dataset, files);
      findings.add(reached);
      if (reached.severity() == Finding.Severity.OK) {
        findings.addAll(Doctor.look(doctor.ofRoot(dataset, configs.get(i), files)));
        findings.addAll(
            Doctor.look(TargetCheck.of(dataset, configs.get(i), targets, files, clock)));
      }
    }
    return findings;
  }
}
