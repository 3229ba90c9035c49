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
 * All settings of a database, fixed when it is opened. Byte limits are hard bounds. Made by {@link
 * #builder}, which starts with HBase's defaults.
 *
 * @param directory where it is; for a store in memory any name, with its file system
 * @param fileSystem its files
 * @param clock its time, milliseconds
 * @param newStoreId drawn for each opening: the id of the store if it is created now, and the seed
 *     of the identities of its log's new segments
 * @param memory memory of memstores
 * @param writes limits of writes
 * @param blockCache how blocks are cached; 40 % {@link #ofHeap}
 * @param files how store files are written unless a family says otherwise; a Bloom filter of type
 *     NONE here means that no family has one
 * @param tableChecks hbase.table.sanity.checks: whether attributes of tables and families that
 *     would work badly are refused; true
 * @param log the log
 * @param compaction merging of files
 * @param familyDefaults default values, as text, of HBase's keys for families and tables; only of
 *     keys without their own field here
 * @param splits when regions are split automatically; HBase's defaults
 * @param threads the threads for background work
 * @param checkedOnClose rowan.check.on.close: whether {@code Database.close} and {@code
 *     Database.discard} read everything again and fail if a {@code DatabaseCheck} finds something;
 *     the value of the system property {@code rowan.check.on.close}, which is for test suites, else
 *     false
 */
public record DatabaseOptions(
    Path directory,
    FileSystem fileSystem,
    Clock clock,
    UUID newStoreId,
    MemStoreOptions memory,
    WriteOptions writes,
    BlockCacheOptions blockCache,
    StoreFileOptions files,
    boolean tableChecks,
    LogOptions log,
    CompactionOptions compaction,
    Map<String, String> familyDefaults,
    SplitSettings splits,
    ThreadOptions threads,
    boolean checkedOnClose) {
  /**
   * Beside memstores and cache: 8 MB for the log's buffers, up to 20 MB for the files that each of
   * two compactions reads, 15 MB for the classes of HBase's client, and room for the collector to
   * move what is young.
   */
  private static final long OTHER_HEAP_BYTES = 64 << 20;

  /** Each has a value. */
  public DatabaseOptions {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(fileSystem, "fileSystem");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(newStoreId, "newStoreId");
    Objects.requireNonNull(memory, "memory");
    Objects.requireNonNull(writes, "writes");
    Objects.requireNonNull(blockCache, "blockCache");
    Objects.requireNonNull(files, "files");
    Objects.requireNonNull(log, "log");
    Objects.requireNonNull(compaction, "compaction");
    familyDefaults = Map.copyOf(familyDefaults);
    Objects.requireNonNull(splits, "splits");
    Objects.requireNonNull(threads, "threads");
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

  /**
   * Collects settings; see the components of {@link DatabaseOptions} and its parts for what each
   * means.
   */
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
     * Different for every store by process and time. It need not be unguessable, and starting the
     * source of secure random numbers would take a third of the time of an opening.
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

    /** Sets {@link MemStoreOptions#flushBytes}. */
    public Builder flushBytes(long value) {
      this.flushBytes = value;
      return this;
    }

    /** Sets {@link MemStoreOptions#globalBytes}. */
    public Builder globalMemStoreBytes(long value) {
      this.globalMemStoreBytes = value;
      return this;
    }

    /** Sets {@link MemStoreOptions#globalLowerLimit}. */
    public Builder globalMemStoreLowerLimit(double value) {
      this.globalMemStoreLowerLimit = value;
      return this;
    }

    /** Sets {@link MemStoreOptions#chunkPoolShare}. */
    public Builder chunkPoolShare(double value) {
      this.chunkPoolShare = value;
      return this;
    }

    /** Sets {@link MemStoreOptions#blockingMultiplier}. */
    public Builder blockingMultiplier(int value) {
      this.blockingMultiplier = value;
      return this;
    }

    /** Sets {@link MemStoreOptions#busyWaitMillis}. */
    public Builder busyWaitMillis(long value) {
      this.busyWaitMillis = value;
      return this;
    }

    /** Sets {@link WriteOptions#rowLockWaitMillis}. */
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

    /** Sets {@link WriteOptions#maxCellBytes}. */
    public Builder maxCellBytes(int value) {
      this.maxCellBytes = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#tableChecks}. */
    public Builder tableChecks(boolean value) {
      this.tableChecks = value;
      return this;
    }

    /** Sets {@link WriteOptions#timestampSlopMillis}. */
    public Builder timestampSlopMillis(long value) {
      this.timestampSlopMillis = value;
      return this;
    }

    /** Sets {@link LogOptions#alwaysForce}. */
    public Builder alwaysForce(boolean value) {
      this.alwaysForce = value;
      return this;
    }

    /** Sets {@link LogOptions#segmentBytes}. */
    public Builder logSegmentBytes(long value) {
      this.logSegmentBytes = value;
      return this;
    }

    /** Sets {@link LogOptions#maxBytes}. */
    public Builder maxLogBytes(long value) {
      this.maxLogBytes = OptionalLong.of(value);
      return this;
    }

    /** With less a log would ask for flushes that memory does not need. */
    private long defaultMaxLogBytes() {
      return Math.max(32 * logSegmentBytes, 2 * globalMemStoreBytes);
    }

    /** Sets {@link LogOptions#forceIntervalMillis}. */
    public Builder forceIntervalMillis(long value) {
      this.forceIntervalMillis = value;
      return this;
    }

    /** Sets {@link MemStoreOptions#maxAgeMillis}. */
    public Builder memStoreMaxAgeMillis(long value) {
      this.memStoreMaxAgeMillis = value;
      return this;
    }

    /** Sets {@link CompactionOptions#minFiles}. */
    public Builder compactionMinFiles(int value) {
      this.compactionMinFiles = value;
      return this;
    }

    /** Sets {@link CompactionOptions#maxFiles}. */
    public Builder compactionMaxFiles(int value) {
      this.compactionMaxFiles = value;
      return this;
    }

    /** Sets {@link CompactionOptions#ratio}. */
    public Builder compactionRatio(double value) {
      this.compactionRatio = value;
      return this;
    }

    /** Sets {@link CompactionOptions#minBytes}. */
    public Builder compactionMinBytes(long value) {
      this.compactionMinBytes = value;
      return this;
    }

    /** Sets {@link CompactionOptions#maxBytes}. */
    public Builder compactionMaxBytes(long value) {
      this.compactionMaxBytes = value;
      return this;
    }

    /** Sets {@link CompactionOptions#majorPeriodMillis}. */
    public Builder majorCompactionPeriodMillis(long value) {
      this.majorCompactionPeriodMillis = value;
      return this;
    }

    /** Sets {@link CompactionOptions#majorJitter}. */
    public Builder majorCompactionJitter(double value) {
      this.majorCompactionJitter = value;
      return this;
    }

    /** Sets {@link CompactionOptions#policy}. */
    public Builder compactionPolicy(Function<CompactionSettings, CompactionPolicy> value) {
      this.compactionPolicy = value;
      return this;
    }

    /** Sets {@link DatabaseOptions#familyDefaults}. */
    public Builder familyDefaults(Map<String, String> value) {
      this.familyDefaults = value;
      return this;
    }

    /** Sets {@link CompactionOptions#blockingStoreFiles}. */
    public Builder blockingStoreFiles(int value) {
      this.blockingStoreFiles = value;
      return this;
    }

    /** Sets {@link CompactionOptions#blockingFilesWaitMillis}. */
    public Builder blockingFilesWaitMillis(long value) {
      this.blockingFilesWaitMillis = value;
      return this;
    }

    /** Sets {@link CompactionOptions#throughput}. */
    public Builder compactionThroughput(CompactionThroughput value) {
      this.compactionThroughput = value;
      return this;
    }

    /** Sets {@link CompactionOptions#offPeakHours}, counted in the zone of the clock set so far. */
    public Builder offPeakHours(int startHour, int endHour) {
      this.offPeakHours = OffPeakHours.of(startHour, endHour, clock);
      return this;
    }

    /** Sets {@link DatabaseOptions#splits}. */
    public Builder splits(SplitSettings value) {
      this.splits = value;
      return this;
    }

    /** Sets {@link ThreadOptions#background}. */
    public Builder backgroundThreads(int value) {
      this.backgroundThreads = value;
      return this;
    }

    /** Sets {@link ThreadOptions#flush}. */
    public Builder flushThreads(int value) {
      this.flushThreads = value;
      return this;
    }

    /** Sets {@link ThreadOptions#largeCompaction}. */
    public Builder largeCompactionThreads(int value) {
      this.largeCompactionThreads = value;
      return this;
    }

    /** Sets {@link ThreadOptions#executor}. */
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
          new MemStoreOptions(
              flushBytes,
              globalMemStoreBytes,
              globalMemStoreLowerLimit,
              chunkPoolShare,
              blockingMultiplier,
              busyWaitMillis,
              memStoreMaxAgeMillis),
          new WriteOptions(rowLockWaitMillis, maxCellBytes, timestampSlopMillis),
          blockCache,
          files,
          tableChecks,
          new LogOptions(
              alwaysForce,
              logSegmentBytes,
              maxLogBytes.orElseGet(this::defaultMaxLogBytes),
              forceIntervalMillis),
          new CompactionOptions(
              compactionMinFiles,
              compactionMaxFiles,
              compactionRatio,
              compactionMinBytes,
              compactionMaxBytes,
              majorCompactionPeriodMillis,
              majorCompactionJitter,
              compactionPolicy,
              blockingStoreFiles,
              blockingFilesWaitMillis,
              compactionThroughput,
              offPeakHours),
          familyDefaults,
          splits,
          new ThreadOptions(
              backgroundThreads, flushThreads, largeCompactionThreads, backgroundExecutor),
          checkedOnClose);
    }
  }
}
