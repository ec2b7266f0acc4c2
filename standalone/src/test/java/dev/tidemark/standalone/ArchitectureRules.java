package dev.tidemark.standalone;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.Set;

/** The rules on what may use what. Each allows an empty set, for a module may not have come yet. */
final class ArchitectureRules {
  private static final String OURS = "dev.tidemark..";
  private static final Set<String> SYSTEM_CLOCKS =
      Set.of("systemUTC", "systemDefaultZone", "system", "tickMillis", "tickSeconds");

  private ArchitectureRules() {}

  static final ArchRule LANDING_IS_SMALL =
      classes()
          .that()
          .resideInAPackage("dev.tidemark.landing..")
          .and()
          .resideOutsideOfPackage("dev.tidemark.landing.hadoop..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax..",
              "org.slf4j..",
              "com.fasterxml.jackson..",
              "dev.tidemark.landing..")
          .because("every program shares the contract, and a simulation runs it without a cluster")
          .allowEmptyShould(true);

  static final ArchRule LANDING_HADOOP_ADDS_ONLY_HADOOP =
      classes()
          .that()
          .resideInAPackage("dev.tidemark.landing.hadoop..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax..",
              "org.slf4j..",
              "com.fasterxml.jackson..",
              "dev.tidemark.landing..",
              "org.apache.hadoop..")
          .because("an adapter to Hadoop needs Hadoop and the port it adapts to")
          .allowEmptyShould(true);

  static final ArchRule SPARK_STAYS_WHERE_IT_COMPUTES =
      noClasses()
          .that(
              in(OURS)
                  .and(
                      notIn(
                          "dev.tidemark.ingest..",
                          "dev.tidemark.batch.process..",
                          "dev.tidemark.coordinator.action..",
                          "dev.tidemark.standalone..",
                          "dev.tidemark.bench..")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.spark..")
          .because("deciding and landing must be testable, and quick to start, without Spark");

  static final ArchRule SPARKJAVA_STAYS_IN_HTTP =
      noClasses()
          .that(
              in(OURS)
                  .and(notIn("dev.tidemark.collector.http..", "dev.tidemark.coordinator.api..")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("spark..")
          .because("events and operations are the same whatever brings them");

  static final ArchRule QUARTZ_ONLY_TICKS =
      noClasses()
          .that(in(OURS).and(notIn("dev.tidemark.coordinator.schedule..")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.quartz..")
          .because("the scheduler calls tick() and is never the truth");

  static final ArchRule KAFKA_ENDS_AT_INGEST =
      noClasses()
          .that(in("dev.tidemark.landing..", "dev.tidemark.batch..", "dev.tidemark.coordinator.."))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..")
          .because("what the batch side knows of Kafka it reads in the landing log");

  static final ArchRule COLLECTOR_NEEDS_LANDING_ONLY = needsOnly("collector", "landing");
  static final ArchRule INGEST_NEEDS_LANDING_ONLY = needsOnly("ingest", "landing");
  static final ArchRule BATCH_NEEDS_LANDING_ONLY = needsOnly("batch", "landing");
  static final ArchRule COORDINATOR_NEEDS_LANDING_AND_BATCH =
      needsOnly("coordinator", "landing", "batch");
  static final ArchRule EMBEDDED_NEEDS_NOTHING = needsOnly("embedded");

  static final ArchRule NOTHING_NEEDS_THE_TOP =
      noClasses()
          .that(in(OURS).and(notIn("dev.tidemark.standalone..", "dev.tidemark.bench..")))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.tidemark.standalone..", "dev.tidemark.bench..")
          .because("what gathers everything cannot be part of anything");

  static final ArchRule NO_CYCLES =
      slices()
          .matching("dev.tidemark.(**)")
          .should()
          .beFreeOfCycles()
          .because("a package in a cycle cannot be understood alone");

  static final ArchRule TIME_IS_INJECTED =
      noClasses()
          .that(in(OURS).and(notNamed("Main")))
          .should()
          .callMethodWhere(calls("the wall clock", ArchitectureRules::readsWallClock))
          .orShould()
          .callConstructor(java.util.Date.class)
          .because("what reads the wall clock itself cannot be tested at another time");

  static final ArchRule CLOCKS_ARE_MADE_AT_THE_WIRING =
      noClasses()
          .that(
              in(OURS)
                  .and(notIn("..cli.."))
                  .and(notNamed("Main"))
                  .and(notNamed(".*Command"))
                  .and(notNamed("ProgramClock")))
          .should()
          .callMethodWhere(calls("a system clock", ArchitectureRules::makesSystemClock))
          .because("a clock is handed down from where the program is put together");

  static final ArchRule ONLY_COMMANDS_PRINT =
      noClasses()
          .that(in(OURS).and(notIn("..cli..")))
          .should()
          .accessFieldWhere(accesses("System.out", ArchitectureRules::isStandardOutput))
          .because("standard output is a command's answer; everything else logs");

  static final ArchRule ONLY_CONFIG_READS_THE_ENVIRONMENT =
      noClasses()
          .that(in(OURS).and(notIn("..config..")))
          .should()
          .callMethodWhere(calls("System.getenv", c -> isCall(c, System.class, "getenv")))
          .because("what a program depends on stands in its configuration");

  static final ArchRule ONLY_THE_ADAPTER_MOVES_AND_DELETES =
      noClasses()
          .that(in(OURS).and(notIn("dev.tidemark.landing.hadoop..")))
          .should()
          .callMethodWhere(calls("Hadoop's rename or delete", ArchitectureRules::movesOrDeletes))
          .because("an unchecked rename is the commonest bug of this field");

  private static ArchRule needsOnly(String module, String... others) {
    DescribedPredicate<JavaClass> allowed = resideInAPackage("dev.tidemark." + module + "..");
    for (String other : others) {
      allowed = allowed.or(resideInAPackage("dev.tidemark." + other + ".."));
    }
    return noClasses()
        .that()
        .resideInAPackage("dev.tidemark." + module + "..")
        .should()
        .dependOnClassesThat(in(OURS).and(DescribedPredicate.not(allowed)))
        .because("the programs meet in the landing log, not in each other's classes")
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaClass> in(String... packages) {
    return resideInAnyPackage(packages);
  }

  private static DescribedPredicate<JavaClass> notIn(String... packages) {
    return DescribedPredicate.not(resideInAnyPackage(packages));
  }

  /** Nested classes count by the name of the class around them. */
  private static DescribedPredicate<JavaClass> notNamed(String pattern) {
    return describe(
        "not named " + pattern,
        c -> {
          String name = c.getName().substring(c.getPackageName().length());
          return !name.replaceFirst("^\\.", "").replaceFirst("\\$.*", "").matches(pattern);
        });
  }

  private static DescribedPredicate<JavaCall<?>> calls(
      String what, java.util.function.Predicate<JavaCall<?>> predicate) {
    return describe(what, predicate);
  }

  private static DescribedPredicate<JavaAccess<?>> accesses(
      String what, java.util.function.Predicate<JavaAccess<?>> predicate) {
    return describe(what, predicate);
  }

  private static boolean isCall(JavaCall<?> call, Class<?> owner, String name) {
    return call.getTargetOwner().isEquivalentTo(owner) && call.getName().equals(name);
  }

  private static boolean readsWallClock(JavaCall<?> call) {
    boolean now =
        call.getTargetOwner().getPackageName().equals("java.time")
            && call.getName().equals("now")
            && call.getTarget().getRawParameterTypes().stream()
                .noneMatch(t -> t.isEquivalentTo(Clock.class));
    return now || isCall(call, System.class, "currentTimeMillis");
  }

  private static boolean makesSystemClock(JavaCall<?> call) {
    return call.getTargetOwner().isEquivalentTo(Clock.class)
        && SYSTEM_CLOCKS.contains(call.getName());
  }

  private static boolean isStandardOutput(JavaAccess<?> access) {
    return access.getTargetOwner().isEquivalentTo(System.class) && access.getName().equals("out");
  }

  private static boolean movesOrDeletes(JavaCall<?> call) {
    return Set.of("rename", "delete", "deleteOnExit").contains(call.getName())
        && (assignableTo("org.apache.hadoop.fs.FileSystem").test(call.getTargetOwner())
            || assignableTo("org.apache.hadoop.fs.FileContext").test(call.getTargetOwner()));
  }
}
