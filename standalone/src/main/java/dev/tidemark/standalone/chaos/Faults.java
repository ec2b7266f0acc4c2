package dev.tidemark.standalone.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Makes the faults of a script, on one cluster. */
final class Faults {
  private static final int LONGEST_STEP_SECONDS = 45;

  private final Cluster cluster;
  private final Operator operator;

  Faults(Cluster cluster, Operator operator) {
    this.cluster = cluster;
    this.operator = operator;
  }

  /** One fault, not made yet. */
  Fault of(ScriptedFault scripted) {
    int variant = scripted.variant();
    return switch (scripted.kind()) {
      case KILL_KAFKA -> kill(cluster.kafka());
      case KILL_NAMENODE -> kill(cluster.nameNode());
      case KILL_DATANODE -> kill(oneOf(cluster.dataNodes(), variant));
      case KILL_COLLECTOR -> kill(cluster.collector());
      case KILL_INGEST -> kill(cluster.ingest());
      case KILL_COORDINATOR -> kill(oneOf(cluster.coordinators(), variant));
      case STOP_KAFKA -> stop(cluster.kafka());
      case STOP_NAMENODE -> stop(cluster.nameNode());
      case STOP_DATANODE -> stop(oneOf(cluster.dataNodes(), variant));
      case STOP_COLLECTOR -> stop(cluster.collector());
      case STOP_INGEST -> stop(cluster.ingest());
      case STOP_COORDINATOR -> stop(oneOf(cluster.coordinators(), variant));
      case RESTART_NAMENODE -> restart(cluster.nameNode());
      case RESTART_COLLECTOR -> restart(cluster.collector());
      case RESTART_INGEST -> restart(cluster.ingest());
      case RESTART_COORDINATOR -> restart(oneOf(cluster.coordinators(), variant));
      case SAFE_MODE -> new SafeMode(cluster);
      case QUOTA -> new Quota(cluster, variant);
      case SLOW_KAFKA ->
          Fault.of(
              () -> {
                cluster.collectorLink().slow();
                cluster.ingestLink().slow();
              },
              () -> {
                cluster.collectorLink().mend();
                cluster.ingestLink().mend();
              });
      case CUT_COLLECTOR_FROM_KAFKA -> cut(cluster.collectorLink(), variant);
      case CUT_INGEST_FROM_KAFKA -> cut(cluster.ingestLink(), variant);
      case CUT_HDFS -> cut(cluster.hdfsLink(), variant);
      case CLOCK_COLLECTOR -> step(cluster.collectorClock(), variant);
      case CLOCK_INGEST -> step(cluster.ingestClock(), variant);
      case CLOCK_COORDINATOR -> step(oneOf(cluster.coordinatorClocks(), variant), variant / 2);
      case LOSE_CHECKPOINT -> new LostCheckpoint(cluster, variant);
      case GROW_TOPIC -> new GrownTopic(cluster);
      case OPERATOR_CLOSES -> Fault.once(() -> operator.closeOne(variant));
      case OPERATOR_HOLDS -> Fault.of(() -> operator.holdOne(variant), operator::release);
      case OPERATOR_REPROCESSES -> Fault.once(() -> operator.reprocessOne(variant));
      case OPERATOR_ROLLS_BACK -> new RolledBack(operator, variant);
    };
  }

  static <T> T oneOf(List<T> all, int variant) {
    return all.get(variant % all.size());
  }

  private static Fault kill(Member member) {
    return Fault.of(member::kill, member::start);
  }

  private static Fault stop(Member member) {
    return Fault.of(member::pause, member::resume);
  }

  private static Fault restart(Member member) {
    return Fault.of(member::terminate, member::start);
  }

  private static Fault cut(Link link, int variant) {
    return Fault.of(variant % 2 == 0 ? link::silence : link::breakOff, link::mend);
  }

  private static Fault step(SteppedClock clock, int variant) {
    Duration step = Duration.ofSeconds(2L + variant / 2 % LONGEST_STEP_SECONDS);
    return Fault.of(
        () -> clock.set(variant % 2 == 0 ? step : step.negated()), () -> clock.set(Duration.ZERO));
  }

  /** Makes sure that nothing is left of any fault; safe however often. */
  void healEverything() throws Exception {
    List<Fault.Deed> all = new ArrayList<>();
    for (Member each : cluster.members()) {
      all.add(each::resume);
      all.add(each::start);
    }
    for (Link each : List.of(cluster.collectorLink(), cluster.ingestLink(), cluster.hdfsLink())) {
      all.add(each::mend);
    }
    all.add(() -> cluster.collectorClock().set(Duration.ZERO));
    all.add(() -> cluster.ingestClock().set(Duration.ZERO));
    cluster.coordinatorClocks().forEach(c -> all.add(() -> c.set(Duration.ZERO)));
    for (Fault.Deed each : all) {
      each.act();
    }
    new SafeMode(cluster).heal();
    new Quota(cluster, 0).heal();
    operator.release();
  }
}
