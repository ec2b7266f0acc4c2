package dev.tidemark.landing;

/**
 * The layout of a root: every path that Tidemark reads or writes is made here, relative to the
 * root, so that a root can be moved. Names that begin with {@code _} or {@code .} are hidden from
 * Spark and Hive.
 *
 * <p>Each rename of the protocol has a source or a target from this class that occurs once in a
 * root's life, so that it cannot be done twice: generations are numbered, attempts are random, and
 * a replaced revision is named by the version that replaced it.
 */
public final class LandingZone {
  public static final String SUCCESS = "_SUCCESS";
  public static final String QUARANTINE = "_quarantine";

  /** So many that names sort as the numbers do. */
  private static final int VERSION_DIGITS = 20;

  private LandingZone() {}

  /** Where files of an open generation, or of a closed one that is not yet prepared, stand. */
  public static String landing(GenerationId g) {
    return g.isLate()
        ? numbered(Area.LATE, g)
        : Area.RAW.directory() + "/" + g.partition().directory();
  }

  public static String stage(GenerationId g) {
    return numbered(Area.STAGE, g);
  }

  public static String archive(GenerationId g) {
    return numbered(Area.ARCHIVE, g);
  }

  /** Files of a micro-batch that is not landed; hidden from readers of {@code raw}. */
  public static String inflight(String run, long epoch) {
    return inflightRoot() + "/" + run + "/" + epoch;
  }

  public static String inflightRoot() {
    return Area.RAW.directory() + "/.inflight";
  }

  public static String published(PartitionId p) {
    return Area.FINAL.directory() + "/" + p.directory();
  }

  /** The output of one attempt, complete or not. */
  public static String staging(PartitionId p, String attempt) {
    return Area.FINAL.directory() + "/.staging/" + p.directory() + "/" + attempt;
  }

  /** By what a coordinator and an application in another process talk about an attempt. */
  public static String handover(PartitionId p, String attempt) {
    return staging(p, attempt) + ".handover";
  }

  /** What the publish entry at {@code version} replaced; the name stays occupied for good. */
  public static String replaced(PartitionId p, long version) {
    return Area.FINAL.directory() + "/.replaced/" + p.directory() + "/v" + version;
  }

  public static String logDirectory() {
    return "_landing/log";
  }

  public static String logEntry(long version) {
    return logDirectory() + versioned(version);
  }

  /** Checkpoints of the log, apart from its entries so that they are cheap to list. */
  public static String checkpoints() {
    return "_landing/checkpoints";
  }

  /** The files of an intent that has too many of them for its entry. */
  public static String fileList(String name) {
    return fileLists() + "/" + name;
  }

  public static String fileLists() {
    return "_landing/lists";
  }

  /** The permanent records of a partition, one file per version. */
  public static String records(PartitionId p) {
    return recordsRoot() + "/" + p.directory();
  }

  public static String recordsRoot() {
    return "_landing/partitions";
  }

  public static String record(PartitionId p, long version) {
    return records(p) + versioned(version);
  }

  /** By hand, for each look at the log asks for the name that comes next. */
  private static String versioned(long version) {
    String digits = Long.toString(version);
    return "/" + "0".repeat(VERSION_DIGITS - digits.length()) + digits + ".json";
  }

  /** How far a target of notifications has been told, one file for each step. */
  public static String notified(String target) {
    return "_landing/notify/" + target;
  }

  public static String notified(String target, long step) {
    return notified(target) + versioned(step);
  }

  /** For files and markers on their way to their final name. */
  public static String temporary(String id) {
    return temporaryDirectory() + "/" + id;
  }

  public static String temporaryDirectory() {
    return "_landing/.tmp";
  }

  /** The directory that a path stands in. */
  public static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  private static String numbered(Area area, GenerationId g) {
    return area.directory() + "/" + g.partition().directory() + "/gen=" + g.number();
  }
}
