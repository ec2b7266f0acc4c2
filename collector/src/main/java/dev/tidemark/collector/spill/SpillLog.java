package dev.tidemark.collector.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records in their order on disk, in an embedded RocksDB: appended at the end, read and removed at
 * the head. What {@link #append} returned from survives the process and the machine; a tail that
 * was being written is cut off when it is opened again. Removing is not fsynced: after a crash of
 * the machine the last that was removed may be there again.
 *
 * <p>A key is {@code Q}, a sequence number and the position of the record in bytes, so that count
 * and size of what is there follow from its first and last key. Below {@code H} stands the key of
 * the head. Records that Kafka will not have as they are ({@link #setAside}) stand below {@code A};
 * opening the log puts them at its end for another try.
 */
final class SpillLog implements AutoCloseable {
  /** A record with its place. */
  static final class Entry {
    private final long sequence;
    private final long position;
    private final byte[] bytes;

    private Entry(long sequence, long position, byte[] bytes) {
      this.sequence = sequence;
      this.position = position;
      this.bytes = bytes;
    }

    SpilledRecord record() {
      return SpilledRecord.decode(bytes);
    }

    int length() {
      return bytes.length;
    }

    private long end() {
      return position + size(bytes);
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(SpillLog.class);

  /** After a failure it is not opened again before that long. */
  private static final long REOPEN_PAUSE_NANOS = 2_000_000_000L;

  /** Removed records leave the disk when there are that many bytes of them. */
  private static final long RECLAIM_BYTES = 32L * 1024 * 1024;

  /**
   * The same when nothing is left: then it costs little, and a small disk may have no other room.
   */
  private static final long RECLAIM_EMPTY_BYTES = 1024 * 1024;

  private static final int WRITE_BUFFER = 16 * 1024 * 1024;
  private static final int KEY_LENGTH = 1 + 2 * Long.BYTES;
  private static final byte[] HEAD = {'H'};
  private static final byte QUEUED = 'Q';
  private static final byte ASIDE = 'A';

  private final Path directory;
  private final Options options;
  private final WriteOptions durably = new WriteOptions().setSync(true);
  private final WriteOptions quickly = new WriteOptions();
  private RocksDB database;
  private boolean failed;
  private long failedAt;
  private byte[] reclaimedTo;
  private long reclaimable;
  private long headSequence;
  private long headPosition;
  private long nextSequence;
  private long nextPosition;
  private long asideBytes;
  // Read by threads that must not wait for a disk.
  private volatile long bytes;
  private volatile long records;
  private volatile long recordsAside;

  private SpillLog(Path directory, Options options) {
    this.directory = directory;
    this.options = options;
  }

  /** What a record takes of the log's size. */
  static long size(byte[] encoded) {
    return KEY_LENGTH + (long) encoded.length;
  }

  /**
   * Opens the log, or makes it.
   *
   * @throws IOException if that is not possible, such as when another process has it open
   */
  static SpillLog open(Path directory) throws IOException {
    RocksLibrary.load();
    Options options =
        new Options()
            .setCreateIfMissing(true)
            .setWriteBufferSize(WRITE_BUFFER)
            .setMaxTotalWalSize(2L * WRITE_BUFFER)
            .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setKeepLogFileNum(2)
            .setMaxOpenFiles(64);
    SpillLog log = new SpillLog(directory, options);
    try {
      log.open();
      return log;
    } catch (IOException | RuntimeException e) {
      log.close();
      throw e;
    }
  }

  /** Closes and opens, which is how RocksDB comes back from a disk that failed or was full. */
  synchronized void reopen() throws IOException {
    closeDatabase();
    open();
    failed = false;
  }

  /**
   * Finds out whether it can be written, and makes it so after a failure that is over.
   *
   * @throws IOException if it cannot
   */
  synchronized void probe() throws IOException {
    try {
      opened().put(durably, HEAD, key(QUEUED, headSequence, headPosition));
    } catch (RocksDBException e) {
      throw failure("Cannot write to", e);
    }
  }

  private void open() throws IOException {
    try {
      Files.createDirectories(directory);
      database = RocksDB.open(options, directory.toString());
      findEnds();
      putBackWhatWasAside();
      reclaimWhatACrashLeft();
    } catch (RocksDBException e) {
      throw new IOException("The spill in " + directory + " cannot be opened", e);
    }
  }

  private void findEnds() throws RocksDBException {
    try (RocksIterator rows = database.newIterator()) {
      byte[] head = database.get(HEAD);
      rows.seek(head == null ? new byte[] {QUEUED} : head);
      boolean empty = !isQueued(rows);
      headSequence = empty ? sequence(head) : sequence(rows.key());
      headPosition = empty ? position(head) : position(rows.key());
      reclaimedTo = key(QUEUED, 0, 0);
      nextSequence = headSequence;
      nextPosition = headPosition;
      rows.seekForPrev(new byte[] {QUEUED + 1});
      if (!empty && isQueued(rows)) {
        nextSequence = sequence(rows.key()) + 1;
        nextPosition = position(rows.key()) + size(rows.value());
      }
      // An iterator that failed looks like one that is at its end, and the log then as if empty.
      rows.status();
    }
  }

  private void putBackWhatWasAside() throws RocksDBException {
    asideBytes = 0;
    recordsAside = 0;
    try (RocksIterator rows = database.newIterator();
        WriteBatch batch = new WriteBatch()) {
      for (rows.seek(new byte[] {ASIDE}); rows.isValid() && rows.key()[0] == ASIDE; rows.next()) {
        batch.delete(rows.key());
        put(batch, rows.value());
      }
      rows.status();
      database.write(durably, batch);
    }
    publishSizes();
  }

  private void reclaimWhatACrashLeft() {
    try {
      if (isEmpty() && headSequence > 0) {
        reclaim();
      }
    } catch (RocksDBException e) {
      // A full disk must not keep an empty spill from opening: Kafka may be there.
      LOG.warn("Cannot free the disk of what was removed from {}: {}", directory, e.getMessage());
    }
  }

  /**
   * Appends records, all or none, and returns when they are on the disk.
   *
   * @param records in their form on disk
   */
  synchronized void append(List<byte[]> records) throws IOException {
    RocksDB usable = opened();
    long sequence = nextSequence;
    long position = nextPosition;
    try (WriteBatch batch = new WriteBatch()) {
      for (byte[] record : records) {
        put(batch, record);
      }
      usable.write(durably, batch);
      publishSizes();
    } catch (RocksDBException e) {
      nextSequence = sequence;
      nextPosition = position;
      throw failure("Cannot write to", e);
    }
  }

  private void put(WriteBatch batch, byte[] record) throws RocksDBException {
    batch.put(key(QUEUED, nextSequence, nextPosition), record);
    nextSequence++;
    nextPosition += size(record);
  }

  /** The first records, which stay; none if the log is empty. */
  synchronized List<Entry> head(int mostRecords, long mostBytes) throws IOException {
    List<Entry> entries = new ArrayList<>();
    long bytes = 0;
    try (RocksIterator rows = opened().newIterator()) {
      rows.seek(key(QUEUED, headSequence, headPosition));
      while (isQueued(rows) && entries.size() < mostRecords && bytes < mostBytes) {
        byte[] key = rows.key();
        Entry entry = new Entry(sequence(key), position(key), rows.value());
        entries.add(entry);
        bytes += entry.bytes.length;
        rows.next();
      }
      rows.status();
    } catch (RocksDBException e) {
      throw failure("Cannot read", e);
    }
    return entries;
  }

  /** Removes all records up to this one, which was at the head. */
  synchronized void removeThrough(Entry last) throws IOException {
    try {
      opened().put(quickly, HEAD, key(QUEUED, last.sequence + 1, last.end()));
      moveHead(last);
      if (reclaimable >= (isEmpty() ? RECLAIM_EMPTY_BYTES : RECLAIM_BYTES)) {
        reclaim();
      }
    } catch (RocksDBException e) {
      throw failure("Cannot remove from", e);
    }
  }

  /** Takes the record at the head out of the way, without losing it. */
  synchronized void setAside(Entry head) throws IOException {
    try (WriteBatch batch = new WriteBatch()) {
      batch.put(key(ASIDE, head.sequence, head.position), head.bytes);
      batch.put(HEAD, key(QUEUED, head.sequence + 1, head.end()));
      opened().write(durably, batch);
      moveHead(head);
      asideBytes += size(head.bytes);
      recordsAside++;
      publishSizes();
    } catch (RocksDBException e) {
      throw failure("Cannot write to", e);
    }
  }

  private void moveHead(Entry last) {
    reclaimable += last.end() - headPosition;
    headSequence = last.sequence + 1;
    headPosition = last.end();
    publishSizes();
  }

  private void publishSizes() {
    records = nextSequence - headSequence;
    bytes = nextPosition - headPosition + asideBytes;
  }

  private void reclaim() throws RocksDBException {
    byte[] head = key(QUEUED, headSequence, headPosition);
    database.deleteRange(quickly, reclaimedTo, head);
    database.deleteFilesInRanges(
        database.getDefaultColumnFamily(), List.of(reclaimedTo, head), false);
    if (isEmpty()) {
      try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
        database.flush(waiting);
      }
      database.compactRange();
    }
    reclaimedTo = head;
    reclaimable = 0;
  }

  boolean isEmpty() {
    return records == 0;
  }

  /** Records that wait for Kafka, those set aside not counted. */
  long records() {
    return records;
  }

  /** The size of all records, those set aside too. */
  long bytes() {
    return bytes;
  }

  long recordsAside() {
    return recordsAside;
  }

  @Override
  public synchronized void close() {
    closeDatabase();
    durably.close();
    quickly.close();
    options.close();
  }

  private void closeDatabase() {
    if (database != null) {
      database.close();
      database = null;
    }
  }

  /** The database; after a failure one that was opened again, for RocksDB takes no more writes. */
  private RocksDB opened() throws IOException {
    if (failed) {
      if (System.nanoTime() - failedAt < REOPEN_PAUSE_NANOS) {
        throw new IOException(
            "The spill in " + directory + " failed a moment ago; it is tried again soon");
      }
      failedAt = System.nanoTime();
      reopen();
    }
    if (database == null) {
      throw new IOException("The spill in " + directory + " is closed");
    }
    return database;
  }

  private IOException failure(String what, RocksDBException cause) {
    failed = true;
    failedAt = System.nanoTime();
    return new IOException(what + " the spill in " + directory, cause);
  }

  private static boolean isQueued(RocksIterator rows) {
    return rows.isValid() && rows.key()[0] == QUEUED && rows.key().length == KEY_LENGTH;
  }

  private static byte[] key(byte kind, long sequence, long position) {
    return ByteBuffer.allocate(KEY_LENGTH).put(kind).putLong(sequence).putLong(position).array();
  }

  private static long sequence(byte[] key) {
    return key == null ? 0 : ByteBuffer.wrap(key).getLong(1);
  }

  private static long position(byte[] key) {
    return key == null ? 0 : ByteBuffer.wrap(key).getLong(1 + Long.BYTES);
  }
}
