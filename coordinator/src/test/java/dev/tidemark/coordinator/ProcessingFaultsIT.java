package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.coordinator.action.EmbeddedEngine;
import dev.tidemark.embedded.ExternalHdfs;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What goes wrong while Spark processes an hour, on an HDFS whose nodes are processes that can be
 * killed: the hour fails and says why, readers see nothing of it, and trying again succeeds.
 */
@Timeout(240)
class ProcessingFaultsIT {
  /** With 1, the process dies after each change that it makes; that takes a minute or two. */
  private static final int CHANGES_BETWEEN_KILLS =
      Integer.getInteger("tidemark.changes-between-kills", 4);

  private static final String H13 = "2026-08-22T13";
  private static final PartitionId P13 = PartitionId.parse(H13);
  private static final LogEntry.Counts COUNTS = new LogEntry.Counts(4, 2, 1, 1);

  @TempDir private static Path directory;
  private static ExternalHdfs hdfs;
  private static SparkSession spark;

  private LandingFileSystem files;
  private World world;

  /** Happens once: in the middle of an attempt, or just before it. */
  private Disturbance inTheMiddle = request -> {};

  private Disturbance before = request -> {};
  private Predicate<String> middle = path -> false;

  /** Something done to the files of an hour. */
  private interface Disturbance {
    void on(List<String> inputs) throws IOException;
  }

  @BeforeAll
  static void start() throws Exception {
    hdfs = new ExternalHdfs(directory, 0).start();
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
            // Otherwise a reader waits for a dead DataNode for half a minute.
            .config("spark.hadoop.dfs.client.retry.window.base", "100")
            .config("spark.hadoop.dfs.replication", "1")
            .getOrCreate();
  }

  @AfterAll
  static void stop() throws Exception {
    spark.stop();
    hdfs.close();
  }

  @BeforeEach
  void root(TestInfo test) {
    root("/" + test.getTestMethod().orElseThrow().getName());
  }

  private void root(String name) {
    URI root = URI.create(hdfs.uri() + name);
    files = FileSystems.open(root, hdfs.configuration());
    world = new World(files, Granularity.HOUR, root, new LineProcessing(files), new Disturbed());
  }

  private SparkProcessing engine(LandingFileSystem on) {
    return EmbeddedEngine.on(
        () -> spark,
        World.dataset(URI.create(hdfs.uri() + rootPath()), Granularity.HOUR),
        on,
        new BatchConfig(
            Engine.EMBEDDED,
            Path.of("../conf/events"),
            128L << 20,
            2,
            IpPolicy.KEEP,
            SubmitConfig.byDefault()));
  }

  private String rootPath() {
    return world == null ? "" : world.dataset().root().getPath();
  }

  @Test
  void a_landed_file_that_vanishes_before_it_is_read_is_named_and_can_be_put_back()
      throws IOException {
    Kept kept = new Kept();
    before = inputs -> kept.take(inputs.get(0), Optional.empty());
    world.lands(H13, lines()).watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    assertFailed(kept.path, "is missing");
    assertThat(failure().last().retryAt()).as("needs a person").isEmpty();
    kept.putBack();
    world.operations().release(P13, "put back");
    assertPublished();
  }

  @Test
  void a_landed_file_that_is_cut_short_is_named_and_can_be_put_back() throws IOException {
    Kept kept = new Kept();
    before = inputs -> kept.take(inputs.get(0), Optional.of(100));
    world.lands(H13, lines()).watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    assertFailed(kept.path, "has 100 bytes");
    assertThat(failure().last().retryAt()).as("needs a person").isEmpty();
    kept.putBack();
    world.operations().release(P13, "put back");
    assertPublished();
  }

  @Test
  void a_landed_file_that_vanishes_while_it_is_read_is_named_and_the_next_attempt_succeeds()
      throws IOException {
    Kept kept = new Kept();
    middle = path -> path.startsWith("final/.staging");
    inTheMiddle = inputs -> kept.take(inputs.get(0), Optional.empty());
    world.lands(H13, lines()).watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    assertFailed(kept.path, "FileNotFoundException");
    kept.putBack();
    world.timePasses(Duration.ofSeconds(30));
    assertPublished();
  }

  @Test
  void an_hour_whose_data_node_dies_is_published_once_when_it_is_back() throws IOException {
    middle = path -> path.startsWith("final/.staging");
    inTheMiddle = inputs -> hdfs.killDataNode();
    world.lands(H13, lines()).watermarkReaches("2026-08-22T14:06:00Z");
    // The failure cannot even be written down.
    world.coordinator().tick();
    hdfs.start();
    assertThat(world.isDone(H13)).isFalse();
    world.restarts().timePasses(Duration.ofMinutes(2));
    assertPublished();
  }

  @Test
  void a_full_quota_fails_the_hour_and_says_so_and_it_succeeds_with_room() throws IOException {
    middle = path -> path.contains("/type=");
    inTheMiddle = inputs -> quota(1);
    world.lands(H13, lines()).watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    assertFailed("DSQuotaExceededException", "final/.staging");
    quota(HdfsConstants.QUOTA_RESET);
    world.timePasses(Duration.ofSeconds(30));
    assertPublished();
  }

  @Test
  void a_process_that_is_killed_at_any_step_leaves_an_hour_that_another_publishes_once()
      throws IOException {
    boolean died = true;
    for (int changes = 1; died; changes += CHANGES_BETWEEN_KILLS) {
      root("/killed-" + changes);
      // Published empty, so that there is something to replace.
      world.closes(H13).coordinatorTicks().lands(H13, lines()).timePasses(Duration.ofMinutes(10));
      Dying dying = new Dying(files, changes);
      try (Coordinator coordinator =
          Coordinator.wire(
              world.dataset(),
              World.CONFIG,
              Journal.of(dying, world.clock, "dies"),
              dying,
              engine(dying),
              world.clock,
              id -> true,
              new CallerRuns())) {
        coordinator.tick();
        coordinator.tick();
      }
      died = dying.isDead();
      world.restarts().timePasses(Duration.ofMinutes(2)).coordinatorTicks();
      PartitionState hour = world.partition(H13);
      assertThat(hour.publication().orElseThrow().counts()).as("%s", changes).isEqualTo(COUNTS);
      assertThat(hour.publication().orElseThrow().revision()).as("%s", changes).isEqualTo(2);
      assertThat(world.rests(H13)).as("%s", changes).isTrue();
      assertThat(engine(files).rows(LandingZone.published(P13))).as("%s", changes).isEqualTo(2);
      assertThat(world.stagingLeft(H13)).as("%s", changes).isEmpty();
    }
  }

  private PartitionState.Failure failure() {
    return world.partition(H13).failure().orElseThrow();
  }

  private void assertFailed(String... why) {
    assertThat(failure().last().error()).contains(H13).contains(why);
    assertThat(failure().last().error()).contains("Nothing is published");
    assertThat(world.exists(LandingZone.published(P13))).isFalse();
    assertThat(world.stagingLeft(H13)).isEmpty();
  }

  private void assertPublished() {
    world.coordinatorTicks();
    assertThat(world.rests(H13)).isTrue();
    assertThat(world.publications(H13)).isEqualTo(1);
    assertThat(world.isDone(H13)).isTrue();
    assertThat(world.partition(H13).publication().orElseThrow().counts()).isEqualTo(COUNTS);
    assertThat(engine(files).rows(LandingZone.published(P13))).isEqualTo(2);
  }

  /** Space for what attempts write, in bytes. */
  private void quota(long bytes) throws IOException {
    try (FileSystem client = FileSystem.newInstance(hdfs.uri(), hdfs.configuration())) {
      ((DistributedFileSystem) client)
          .setQuota(
              new org.apache.hadoop.fs.Path(rootPath() + "/final/.staging"),
              HdfsConstants.QUOTA_DONT_SET,
              bytes);
    }
  }

  private static String[] lines() {
    return new String[] {event("a", "shoes"), event("b", "socks"), event("a", "shoes"), "not JSON"};
  }

  private static String event(String id, String query) {
    return "{\"event_id\":\""
        + id
        + "\",\"received_at\":\"2026-08-22T13:04:05.678Z\",\"source\":\"web\",\"ip\":\"203.0.113.7\","
        + "\"user_agent\":\"UA\",\"event\":{\"sid\":\"s1\",\"timestamp\":\"2026-08-22T13:04:05\","
        + "\"type\":\"search\",\"searchQuery\":\""
        + query
        + "\"}}";
  }

  /** A landed file that is gone, or shorter, until it is put back. */
  private final class Kept {
    private String path;
    private byte[] contents;

    void take(String file, Optional<Integer> left) throws IOException {
      path = file;
      contents = files.read(file);
      files.deleteFile(file);
      if (left.isPresent()) {
        files.write(file, Arrays.copyOf(contents, left.get()));
      }
    }

    void putBack() throws IOException {
      files.deleteFile(path);
      files.write(path, contents);
    }
  }

  /** Spark, with something that happens before or within its first attempt. */
  private final class Disturbed implements Processing {
    private boolean done;

    @Override
    public ProcessResult process(ProcessRequest request) {
      if (done) {
        return engine(files).process(request);
      }
      done = true;
      List<String> inputs = request.inputs().stream().map(i -> i.path()).toList();
      try {
        before.on(inputs);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return engine(new Trap(inputs)).process(request);
    }

    @Override
    public void close() {}
  }

  /** Springs once, after the first directory of an output that was made or listed. */
  private final class Trap extends ForwardingFiles {
    private final List<String> inputs;
    private boolean sprung;

    Trap(List<String> inputs) {
      super(files);
      this.inputs = inputs;
    }

    @Override
    public void makeDirectories(String path) throws IOException {
      super.makeDirectories(path);
      spring(path);
    }

    @Override
    public List<Entry> list(String path) throws IOException {
      List<Entry> found = super.list(path);
      spring(path);
      return found;
    }

    private synchronized void spring(String path) throws IOException {
      if (!sprung && middle.test(path)) {
        sprung = true;
        inTheMiddle.on(inputs);
      }
    }
  }

  /** The files as a process sees them that is killed after so many changes. */
  private static final class Dying extends ForwardingFiles {
    private int left;
    private boolean dead;

    Dying(LandingFileSystem files, int changes) {
      super(files);
      this.left = changes;
    }

    synchronized boolean isDead() {
      return dead;
    }

    private synchronized void alive() throws IOException {
      if (left <= 0) {
        dead = true;
        throw new IOException("the process was killed");
      }
    }

    private synchronized void changes() throws IOException {
      alive();
      left--;
    }

    @Override
    public NewFile create(String path) throws IOException {
      changes();
      return super.create(path);
    }

    @Override
    public Renamed rename(String source, String target) throws IOException {
      changes();
      return super.rename(source, target);
    }

    @Override
    public void makeDirectories(String path) throws IOException {
      changes();
      super.makeDirectories(path);
    }

    @Override
    public boolean deleteFile(String path) throws IOException {
      changes();
      return super.deleteFile(path);
    }

    @Override
    public boolean deleteEmptyDirectory(String path) throws IOException {
      changes();
      return super.deleteEmptyDirectory(path);
    }

    @Override
    public void deleteTree(String path) throws IOException {
      changes();
      super.deleteTree(path);
    }

    @Override
    public InputStream open(String path) throws IOException {
      alive();
      return super.open(path);
    }

    @Override
    public List<Entry> list(String path) throws IOException {
      alive();
      return super.list(path);
    }

    @Override
    public Optional<Entry> stat(String path) throws IOException {
      alive();
      return super.stat(path);
    }
  }
}
