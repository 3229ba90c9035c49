package io.rowandb.engine.settings;

import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.compaction.CompactionThroughput;
import io.rowandb.engine.compaction.ExploringCompactionPolicy;
import io.rowandb.engine.compaction.OffPeakHours;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.split.SplitSettings;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * All settings of a database, fixed when it is opened. Byte limits are hard bounds (D12). Made by
 * {@link #builder}, which starts with HBase's defaults.
 *
 * @param directory where it lives; for a store in memory any name, with its file system
 * @param fileSystem its files
 * @param clock its time, milliseconds
 * @param newStoreId drawn anew for each opening: the id of the store if it is created now, and what
 *     the identities of its log's new segments follow from
 * @param flushBytes hbase.hregion.memstore.flush.size: a region is flushed at this size; 128 MB
 * @param globalMemStoreBytes hbase.regionserver.global.memstore.size as bytes; 40 % {@link #ofHeap}
 * @param globalMemStoreLowerLimit hbase.regionserver.global.memstore.size.lower.limit: share of the
 *     global limit at which the largest region is flushed early; 0.95
 * @param chunkPoolShare hbase.hregion.memstore.chunkpool.maxsize: memory of flushed memstores is
 *     kept for new ones while all memstores and it take at most this share of the global limit;
 *     1.0; 0 for never
 * @param blockingMultiplier hbase.hregion.memstore.block.multiplier: a region delays writes at this
 *     many times its flush size; 4
 * @param busyWaitMillis hbase.busy.wait.duration: longest delay of a write for memory before it is
 *     refused as REGION_TOO_BUSY; 60 s
 * @param rowLockWaitMillis hbase.rowlock.wait.duration: longest wait for the lock of a row; 30 s
 * @param blockCache how blocks are cached; 40 % {@link #ofHeap}
 * @param files how store files are written, where a family does not say it; a Bloom filter of type
 *     NONE there means that no family has any
 * @param maxCellBytes hbase.server.keyvalue.maxsize: the largest cell; 10 MB; 0 for no limit
 * @param tableChecks hbase.table.sanity.checks: whether attributes of tables and families that
 *     work, but badly, are refused; true
 * @param timestampSlopMillis hbase.hregion.keyvalue.timestamp.slop.millisecs: how far in the future
 *     a timestamp may lie; Long.MAX_VALUE for any
 * @param alwaysForce hbase.wal.hsync: FSYNC_WAL is the default durability
 * @param logSegmentBytes hbase.regionserver.hlog.blocksize times its multiplier: the log starts a
 *     new file at this size; 128 MB
 * @param maxLogBytes hbase.regionserver.maxlogs as bytes: with a longer log the region that holds
 *     its oldest part is flushed; as in HBase 32 such files, and at least twice the global limit of
 *     memstores
 * @param forceIntervalMillis longest time until a SYNC_WAL write is forced; 1 s
 * @param memStoreMaxAgeMillis hbase.regionserver.optionalcacheflushinterval: a region with older
 *     unflushed writes is flushed; 1 h; 0 for never
 * @param compactionMinFiles hbase.hstore.compaction.min: files that start a minor compaction; 3
 * @param compactionMaxFiles hbase.hstore.compaction.max: most files of one; 10
 * @param compactionRatio hbase.hstore.compaction.ratio: a file may be this many times the others
 *     together; 1.2
 * @param compactionMinBytes hbase.hstore.compaction.min.size: below this sum of sizes the ratio
 *     does not matter; 128 MB
 * @param compactionMaxBytes hbase.hstore.compaction.max.size: larger files stay out of minor
 *     compactions; no bound
 * @param majorCompactionPeriodMillis hbase.hregion.majorcompaction: all files of a store are
 *     rewritten about this often; 7 days; 0 for only on request
 * @param majorCompactionJitter hbase.hregion.majorcompaction.jitter: share of the period by which
 *     stores differ; 0.5
 * @param compactionPolicy hbase.hstore.defaultengine.compactionpolicy.class: makes what chooses the
 *     files to merge; {@link ExploringCompactionPolicy}
 * @param familyDefaults values of HBase's keys for families and tables that say nothing else, as
 *     text; of those that have no field of their own here
 * @param blockingStoreFiles hbase.hstore.blockingStoreFiles: flushes of a store with more files
 *     wait for a compaction; 16
 * @param blockingFilesWaitMillis hbase.hstore.blockingWaitTime: the longest of those waits; 90 s
 * @param compactionThroughput how much background compactions may write in a second; no bound
 * @param offPeakHours hbase.offpeak.start.hour and .end.hour: when it may be more, and more files
 *     are merged; never
 * @param splits when regions are split without being asked for; as HBase does
 * @param backgroundThreads one more than the threads for small compactions, of which there is at
 *     least one; 0 runs all background work in the thread that caused it, for repeatable tests; 2
 * @param flushThreads hbase.hstore.flusher.count: threads that flush regions; 2
 * @param largeCompactionThreads hbase.regionserver.thread.compaction.large: threads for large
 *     compactions; 1
 * @param backgroundExecutor runs flushes and compactions instead of threads of the database's own,
 *     for tests that decide when; it runs one at a time, and {@code Database.tick} is called by who
 *     has it; null
 * @param checkedOnClose rowan.check.on.close: whether {@code Database.close} and {@code
 *     Database.discard} read everything again and fail when a {@code DatabaseCheck} finds
 *     something; as the system property {@code rowan.check.on.close} says, which is for test
 *     suites, else false
 */
public record DatabaseOptions(
    Path directory,
    FileSystem fileSystem,
    Clock clock,
    UUID newStoreId,
    long flushBytes,
    long globalMemStoreBytes,
    double globalMemStoreLowerLimit,
    double chunkPoolShare,
    int blockingMultiplier,
    long busyWaitMillis,
    long rowLockWaitMillis,
    BlockCacheOptions blockCache,
    StoreFileOptions files,
    int maxCellBytes,
    boolean tableChecks,
    long timestampSlopMillis,
    boolean alwaysForce,
    long logSegmentBytes,
    long maxLogBytes,
    long forceIntervalMillis,
    long memStoreMaxAgeMillis,
    int compactionMinFiles,
    int compactionMaxFiles,
    double compactionRatio,
    long compactionMinBytes,
    long compactionMaxBytes,
    long majorCompactionPeriodMillis,
    double majorCompactionJitter,
    Function<CompactionSettings, CompactionPolicy> compactionPolicy,
    Map<String, String> familyDefaults,
    int blockingStoreFiles,
    long blockingFilesWaitMillis,
    CompactionThroughput compactionThroughput,
    OffPeakHours offPeakHours,
    SplitSettings splits,
    int backgroundThreads,
    int flushThreads,
    int largeCompactionThreads,
    Executor backgroundExecutor,
    boolean checkedOnClose) {
  /**
   * Beside memstores and cache: 8 MB for the log's buffers, up to 20 MB for the files that each of
   * two compactions reads, 15 MB for the classes of HBase's client, and room for the collector to
   * move what is young.
   */
  private static final long OTHER_HEAP_BYTES = 64 << 20;

  /** Checks every number. */
  public DatabaseOptions {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(fileSystem, "fileSystem");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(newStoreId, "newStoreId");
    atLeast(1, flushBytes, "flushBytes");
    atLeast(1, globalMemStoreBytes, "globalMemStoreBytes");
    between(0, 1, globalMemStoreLowerLimit, "globalMemStoreLowerLimit");
    between(0, 1, chunkPoolShare, "chunkPoolShare");
    atLeast(1, blockingMultiplier, "blockingMultiplier");
    atLeast(0, busyWaitMillis, "busyWaitMillis");
    atLeast(0, rowLockWaitMillis, "rowLockWaitMillis");
    Objects.requireNonNull(blockCache, "blockCache");
    Objects.requireNonNull(files, "files");
    atLeast(0, maxCellBytes, "maxCellBytes");
    atLeast(0, timestampSlopMillis, "timestampSlopMillis");
    atLeast(1, logSegmentBytes, "logSegmentBytes");
    atLeast(1, maxLogBytes, "maxLogBytes");
    atLeast(1, forceIntervalMillis, "forceIntervalMillis");
    atLeast(0, memStoreMaxAgeMillis, "memStoreMaxAgeMillis");
    atLeast(2, compactionMinFiles, "compactionMinFiles");
    atLeast(compactionMinFiles, compactionMaxFiles, "compactionMaxFiles");
    between(0, Double.MAX_VALUE, compactionRatio, "compactionRatio");
    atLeast(0, compactionMinBytes, "compactionMinBytes");
    atLeast(1, compactionMaxBytes, "compactionMaxBytes");
    atLeast(0, majorCompactionPeriodMillis, "majorCompactionPeriodMillis");
    between(0, 1, majorCompactionJitter, "majorCompactionJitter");
    Objects.requireNonNull(compactionPolicy, "compactionPolicy");
    familyDefaults = Map.copyOf(familyDefaults);
    atLeast(1, blockingStoreFiles, "blockingStoreFiles");
    atLeast(0, blockingFilesWaitMillis, "blockingFilesWaitMillis");
    Objects.requireNonNull(compactionThroughput, "compactionThroughput");
    Objects.requireNonNull(offPeakHours, "offPeakHours");
    Objects.requireNonNull(splits, "splits");
    atLeast(0, backgroundThreads, "backgroundThreads");
    atLeast(1, flushThreads, "flushThreads");
    atLeast(1, largeCompactionThreads, "largeCompactionThreads");
  }

  /** A builder with HBase's defaults, for a store in a local directory. */
  public static Builder builder(Path directory) {
    return new Builder(directory);
  }

  /**
   * A share of the heap in bytes. What else lives there comes off first: at HBase's shares of 40 %
   * each, full memstores and a full cache leave a small heap nothing to flush and compact with.
   */
  public static long ofHeap(double share) {
    long heapBytes = Runtime.getRuntime().maxMemory();
    return (long) (share * Math.max(heapBytes - OTHER_HEAP_BYTES, heapBytes / 2));
  }

  /** Whether the database has threads for what is due by time. */
  public boolean hasOwnThreads() {
    return backgroundExecutor == null && backgroundThreads > 0;
  }

  private static void atLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
    }
  }

  private static void between(double least, double most, double value, String name) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + most + ": " + value);
    }
  }

  /** Collects settings; see the components of {@link DatabaseOptions} for what each means. */
  public static final class Builder {
    private final Path directory;
    private FileSystem fileSystem = new LocalFileSystem();
    private Clock clock = Clock.systemUTC();
    private UUID newStoreId = distinctId();
    private long flushBytes = 128L << 20;
    private long globalMemStoreBytes = ofHeap(0.4);
    private double globalMemStoreLowerLimit = 0.95;
    private double chunkPoolShare = 1;
    private int blockingMultiplier = 4;
    private long busyWaitMillis = 60_000;
    private long rowLockWaitMillis = 30_000;
    private BlockCacheOptions blockCache = BlockCacheOptions.ofHeap(ofHeap(0.4));
    private StoreFileOptions files = StoreFileOptions.DEFAULT;
    private int maxCellBytes = 10 << 20;
    private boolean tableChecks = true;
    private long timestampSlopMillis = Long.MAX_VALUE;
    private boolean alwaysForce = false;
    private long logSegmentBytes = 128L << 20;
    private OptionalLong maxLogBytes = OptionalLong.empty();
    private long forceIntervalMillis = 1_000;
    private long memStoreMaxAgeMillis = 3_600_000;
    private int compactionMinFiles = 3;
    private int compactionMaxFiles = 10;
    private double compactionRatio = 1.2;
    private long compactionMinBytes = 128L << 20;
    private long compactionMaxBytes = Long.MAX_VALUE;
    private long majorCompactionPeriodMillis = 604_800_000;
    private double majorCompactionJitter = 0.5;
    private Function<CompactionSettings, CompactionPolicy> compactionPolicy =
        ExploringCompactionPolicy::new;
    private Map<String, String> familyDefaults = Map.of();
    private int blockingStoreFiles = 16;
    private long blockingFilesWaitMillis = 90_000;
    private CompactionThroughput compactionThroughput = CompactionThroughput.UNBOUNDED;
    private OffPeakHours offPeakHours = OffPeakHours.NEVER;
    private SplitSettings splits = SplitSettings.DEFAULT;
    private int backgroundThreads = 2;
    private int flushThreads = 2;
    private int largeCompactionThreads = 1;
    private Executor backgroundExecutor = null;
    private boolean checkedOnClose = Boolean.getBoolean("rowan.check.on.close");

    private Builder(Path directory) {
      this.directory = directory;
    }

    /** Sets {@link DatabaseOptions#fileSystem}. */
    public Builder fileSystem(FileSystem value) {
      this.fileSystem = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#clock}. */
    public Builder clock(Clock value) {
      this.clock = value;
      return this;
    }

    /**
     * Different for every store by process and time. Nobody gains from guessing it, and to start
     * the source of secure random numbers for it would be a third of the time an opening takes.
     */
    private static UUID distinctId() {
      long pid = ProcessHandle.current().pid();
      String source = pid + " " + Clock.systemUTC().millis() + " " + System.nanoTime();
      return UUID.nameUUIDFromBytes(source.getBytes(StandardCharsets.UTF_8));
    }

    /** Sets {@link DatabaseOptions#newStoreId}. */
    public Builder newStoreId(UUID value) {
      this.newStoreId = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#flushBytes}. */
    public Builder flushBytes(long value) {
      this.flushBytes = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#globalMemStoreBytes}. */
    public Builder globalMemStoreBytes(long value) {
      this.globalMemStoreBytes = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#globalMemStoreLowerLimit}. */
    public Builder globalMemStoreLowerLimit(double value) {
      this.globalMemStoreLowerLimit = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#chunkPoolShare}. */
    public Builder chunkPoolShare(double value) {
      this.chunkPoolShare = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#blockingMultiplier}. */
    public Builder blockingMultiplier(int value) {
      this.blockingMultiplier = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#busyWaitMillis}. */
    public Builder busyWaitMillis(long value) {
      this.busyWaitMillis = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#rowLockWaitMillis}. */
    public Builder rowLockWaitMillis(long value) {
      this.rowLockWaitMillis = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#files}. */
    public Builder files(StoreFileOptions value) {
      this.files = value;
      return this;
    }

    /** What was set last. */
    public StoreFileOptions files() {
      return files;
    }

    /** Sets {@link DatabaseOptions#blockCache}. */
    public Builder blockCache(BlockCacheOptions value) {
      this.blockCache = value;
      return this;
    }

    /** How blocks are cached as set so far. */
    public BlockCacheOptions blockCache() {
      return blockCache;
    }

    /** Sets the heap of {@link DatabaseOptions#blockCache} alone. */
    public Builder blockCacheBytes(long value) {
      return blockCache(blockCache.withHeapBytes(value));
    }

    /** Sets {@link DatabaseOptions#maxCellBytes}. */
    public Builder maxCellBytes(int value) {
      this.maxCellBytes = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#tableChecks}. */
    public Builder tableChecks(boolean value) {
      this.tableChecks = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#timestampSlopMillis}. */
    public Builder timestampSlopMillis(long value) {
      this.timestampSlopMillis = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#alwaysForce}. */
    public Builder alwaysForce(boolean value) {
      this.alwaysForce = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#logSegmentBytes}. */
    public Builder logSegmentBytes(long value) {
      this.logSegmentBytes = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#maxLogBytes}. */
    public Builder maxLogBytes(long value) {
      this.maxLogBytes = OptionalLong.of(value);
      return this;
    }

    /** With less a log would ask for flushes that memory does not need. */
    private long defaultMaxLogBytes() {
      return Math.max(32 * logSegmentBytes, 2 * globalMemStoreBytes);
    }

    /** Sets {@link DatabaseOptions#forceIntervalMillis}. */
    public Builder forceIntervalMillis(long value) {
      this.forceIntervalMillis = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#memStoreMaxAgeMillis}. */
    public Builder memStoreMaxAgeMillis(long value) {
      this.memStoreMaxAgeMillis = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#compactionMinFiles}. */
    public Builder compactionMinFiles(int value) {
      this.compactionMinFiles = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#compactionMaxFiles}. */
    public Builder compactionMaxFiles(int value) {
      this.compactionMaxFiles = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#compactionRatio}. */
    public Builder compactionRatio(double value) {
      this.compactionRatio = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#compactionMinBytes}. */
    public Builder compactionMinBytes(long value) {
      this.compactionMinBytes = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#compactionMaxBytes}. */
    public Builder compactionMaxBytes(long value) {
      this.compactionMaxBytes = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#majorCompactionPeriodMillis}. */
    public Builder majorCompactionPeriodMillis(long value) {
      this.majorCompactionPeriodMillis = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#majorCompactionJitter}. */
    public Builder majorCompactionJitter(double value) {
      this.majorCompactionJitter = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#compactionPolicy}. */
    public Builder compactionPolicy(Function<CompactionSettings, CompactionPolicy> value) {
      this.compactionPolicy = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#familyDefaults}. */
    public Builder familyDefaults(Map<String, String> value) {
      this.familyDefaults = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#blockingStoreFiles}. */
    public Builder blockingStoreFiles(int value) {
      this.blockingStoreFiles = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#blockingFilesWaitMillis}. */
    public Builder blockingFilesWaitMillis(long value) {
      this.blockingFilesWaitMillis = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#compactionThroughput}. */
    public Builder compactionThroughput(CompactionThroughput value) {
      this.compactionThroughput = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#offPeakHours}, counted in the zone of the clock set so far. */
    public Builder offPeakHours(int startHour, int endHour) {
      this.offPeakHours = OffPeakHours.of(startHour, endHour, clock);
      return this;
    }

    /** Sets {@link DatabaseOptions#splits}. */
    public Builder splits(SplitSettings value) {
      this.splits = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#backgroundThreads}. */
    public Builder backgroundThreads(int value) {
      this.backgroundThreads = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#flushThreads}. */
    public Builder flushThreads(int value) {
      this.flushThreads = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#largeCompactionThreads}. */
    public Builder largeCompactionThreads(int value) {
      this.largeCompactionThreads = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#backgroundExecutor}. */
    public Builder backgroundExecutor(Executor value) {
      this.backgroundExecutor = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#checkedOnClose}. */
    public Builder checkedOnClose(boolean value) {
      this.checkedOnClose = value;
      return this;
    }

    /** The finished settings. */
    public DatabaseOptions build() {
      return new DatabaseOptions(
          directory,
          fileSystem,
          clock,
          newStoreId,
          flushBytes,
          globalMemStoreBytes,
          globalMemStoreLowerLimit,
          chunkPoolShare,
          blockingMultiplier,
          busyWaitMillis,
          rowLockWaitMillis,
          blockCache,
          files,
          maxCellBytes,
          tableChecks,
          timestampSlopMillis,
          alwaysForce,
          logSegmentBytes,
          maxLogBytes.orElseGet(this::defaultMaxLogBytes),
          forceIntervalMillis,
          memStoreMaxAgeMillis,
          compactionMinFiles,
          compactionMaxFiles,
          compactionRatio,
          compactionMinBytes,
          compactionMaxBytes,
          majorCompactionPeriodMillis,
          majorCompactionJitter,
          compactionPolicy,
          familyDefaults,
          blockingStoreFiles,
          blockingFilesWaitMillis,
          compactionThroughput,
          offPeakHours,
          splits,
          backgroundThreads,
          flushThreads,
          largeCompactionThreads,
          backgroundExecutor,
          checkedOnClose);
    }
  }
}
