package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.tidemark.batch.violation.BatchThatReachesOut;
import dev.tidemark.collector.violation.CollectorThatComputes;
import dev.tidemark.ingest.violation.IngestThatLooksAround;
import dev.tidemark.landing.violation.LandingThatKnowsHadoop;
import dev.tidemark.landing.violation.cycle.Inner;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the rules on the classes of all modules, and that each of them is able to fail. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {
  private JavaClasses mainClasses;

  @BeforeAll
  void importMainClasses() {
    mainClasses =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.tidemark");
  }

  static Stream<Arguments> rules() {
    return Stream.of(
        Arguments.of(ArchitectureRules.LANDING_IS_SMALL, LandingThatKnowsHadoop.class),
        Arguments.of(ArchitectureRules.SPARK_STAYS_WHERE_IT_COMPUTES, CollectorThatComputes.class),
        Arguments.of(ArchitectureRules.SPARKJAVA_STAYS_IN_HTTP, CollectorThatComputes.class),
        Arguments.of(ArchitectureRules.QUARTZ_ONLY_TICKS, BatchThatReachesOut.class),
        Arguments.of(ArchitectureRules.KAFKA_ENDS_AT_INGEST, BatchThatReachesOut.class),
        Arguments.of(ArchitectureRules.COLLECTOR_NEEDS_LANDING_ONLY, CollectorThatComputes.class),
        Arguments.of(ArchitectureRules.INGEST_NEEDS_LANDING_ONLY, IngestThatLooksAround.class),
        Arguments.of(ArchitectureRules.BATCH_NEEDS_LANDING_ONLY, BatchThatReachesOut.class),
        Arguments.of(ArchitectureRules.NOTHING_NEEDS_THE_TOP, IngestThatLooksAround.class),
        Arguments.of(ArchitectureRules.TIME_IS_INJECTED, IngestThatLooksAround.class),
        Arguments.of(ArchitectureRules.CLOCKS_ARE_MADE_AT_THE_WIRING, IngestThatLooksAround.class),
        Arguments.of(ArchitectureRules.ONLY_COMMANDS_PRINT, IngestThatLooksAround.class),
        Arguments.of(
            ArchitectureRules.ONLY_CONFIG_READS_THE_ENVIRONMENT, IngestThatLooksAround.class),
        Arguments.of(
            ArchitectureRules.ONLY_THE_ADAPTER_MOVES_AND_DELETES, LandingThatKnowsHadoop.class));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void a_rule_holds_and_bites(ArchRule rule, Class<?> violation) {
    rule.check(mainClasses);
    JavaClasses wrong = new ClassFileImporter().importClasses(violation);
    assertThatThrownBy(() -> rule.check(wrong))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(violation.getName());
  }

  @Test
  void packages_have_no_cycles() {
    ArchitectureRules.NO_CYCLES.check(mainClasses);
    JavaClasses wrong =
        new ClassFileImporter().importClasses(LandingThatKnowsHadoop.class, Inner.class);
    assertThatThrownBy(() -> ArchitectureRules.NO_CYCLES.check(wrong))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Cycle detected");
  }

  @Test
  void the_other_rules_of_modules_hold() {
    ArchitectureRules.LANDING_HADOOP_ADDS_ONLY_HADOOP.check(mainClasses);
    ArchitectureRules.COORDINATOR_NEEDS_LANDING_AND_BATCH.check(mainClasses);
    ArchitectureRules.EMBEDDED_NEEDS_NOTHING.check(mainClasses);
  }

  @Test
  void the_rules_see_the_modules() {
    assertThat(mainClasses.contain("dev.tidemark.landing.PartitionId")).isTrue();
    assertThat(mainClasses.contain("dev.tidemark.embedded.EmbeddedKafka")).isTrue();
    assertThat(mainClasses.contain("dev.tidemark.standalone.cli.Main")).isTrue();
    assertThat(mainClasses.contain(LandingThatKnowsHadoop.class.getName())).isFalse();
  }
}
