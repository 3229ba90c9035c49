package io.rowandb.bench.series;

import io.rowandb.engine.Database;
import io.rowandb.engine.cache.BlockCacheOptions;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Some series of points in a store in memory, flushed once an hour and compacted according to the
 * policy. A row is a series and an hour, as in OpenTSDB, and a point is a cell with its own time.
 *
 * <p>Flushes are small, and so is {@code hbase.hstore.compaction.min.size}: their ratio, on which
 * the choice of files depends, is that of HBase's defaults. Used by one thread.
 */
final class KeptSeries implements AutoCloseable {
  private static final TableName TABLE = TableName.of("series");
  private static final byte[] FAMILY = "t".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOTHING = {};
  private static final int SERIES = 100;
  private static final int POINTS_PER_HOUR = 12;
  private static final int VALUE_BYTES = 50;
  private static final long HOUR_MILLIS = 3_600_000;

  /** What one flush writes, about. */
  private static final int FLUSH_BYTES = SERIES * POINTS_PER_HOUR * 100;

  /** How late a late point may be. */
  private static final int MOST_HOURS_LATE = 48;

  /** How often the series are read once the first points have expired. */
  private static final int HOURS_BETWEEN_READS = 4;

  private static final long BEGIN_MILLIS = 400_000 * HOUR_MILLIS;

  private final int ttlHours;
  private final int latePercent;
  private final Random random = new Random(20261126);
  private final SetClock clock = new SetClock();
  private final CellBatch batch = new CellBatch();
  private final Database database;

  private long blockBytes;
  private long flushedBytes;
  private long hours;
  private long measuredHours;
  private long sumOfFiles;
  private double sumOfBytes;
  private final Cost byTime = new Cost();
  private final Cost byKey = new Cost();

  /** What reads of one kind cost. */
  static final class Cost {
    private int reads;
    private double files;
    private double bytes;

    /** Files that a read opened, on average. */
    double files() {
      return files / reads;
    }

    /** Bytes of the blocks that it needed. */
    double bytes() {
      return bytes / reads;
    }
  }

  private static final class SetClock extends Clock {
    private long millis = BEGIN_MILLIS;

    @Override
    public long millis() {
      return millis;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  KeptSeries(Map<String, String> policy, int ttlDays, int latePercent) throws IOException {
    this.ttlHours = ttlDays * 24;
    this.latePercent = latePercent;
    this.database =
        Database.open(
            DatabaseOptions.builder(Path.of("/series"))
                .fileSystem(new MemoryFileSystem())
                .clock(clock)
                .backgroundThreads(0)
                .blockCache(
                    BlockCacheOptions.ofHeap(0)
                        .withListener((block, inMemory, kept) -> blockBytes += block.heapBytes()))
                .build());
    Map<String, String> attributes = new HashMap<>(policy);
    attributes.put("TTL", Long.toString(ttlHours * HOUR_MILLIS / 1000));
    attributes.put("BLOCKSIZE", "8192");
    attributes.put("CONFIGURATION:hbase.hstore.compaction.min.size", "" + FLUSH_BYTES);
    database.createTable(
        new TableDescriptor(TABLE, List.of(new FamilyDescriptor("t", attributes)), Map.of()),
        List.of());
  }

  /** An hour's points, a flush, and what the policy wants to merge then. */
  void addHour() throws IOException {
    RowMutation put = new RowMutation();
    for (int series = 0; series < SERIES; series++) {
      for (int point = 0; point < POINTS_PER_HOUR; point++) {
        long time = clock.millis + point * (HOUR_MILLIS / POINTS_PER_HOUR);
        if (random.nextInt(100) < latePercent) {
          time -= random.nextInt(MOST_HOURS_LATE) * HOUR_MILLIS;
        }
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        put.reset(RowMutation.Kind.PUT, row(series, time / HOUR_MILLIS), Durability.SKIP_WAL)
            .add(FAMILY, qualifier(time), time, CellType.PUT, value, NOTHING);
        region().write(put);
      }
    }
    clock.millis += HOUR_MILLIS;
    long before = database.stats().fileBytesWritten();
    database.upkeep().flushAlone(TABLE);
    flushedBytes += database.stats().fileBytesWritten() - before;
    for (long done = -1; done < database.stats().compactions(); ) {
      done = database.stats().compactions();
      database.compact(TABLE, null, false);
    }
    if (++hours > ttlHours) {
      measuredHours++;
      sumOfFiles += database.stats().storeFiles();
      sumOfBytes += database.stats().storeFileBytes();
      if (hours % HOURS_BETWEEN_READS == 0) {
        readAnHour();
      }
    }
  }

  private static byte[] row(int series, long hour) {
    return ByteBuffer.allocate(Integer.BYTES + Long.BYTES).putInt(series).putLong(hour).array();
  }

  private static byte[] qualifier(long time) {
    return ByteBuffer.allocate(Integer.BYTES).putInt((int) (time % HOUR_MILLIS)).array();
  }

  private Region region() {
    return database.table(TABLE).locate(NOTHING);
  }

  /** Bytes that compactions wrote for each that a flush did. */
  double rewrittenShare() {
    return (double) database.stats().fileBytesWritten() / flushedBytes - 1;
  }

  /** Store files after an hour's work, once the first points have expired. */
  double meanFiles() {
    return (double) sumOfFiles / measuredHours;
  }

  /** Their bytes. */
  double meanBytes() {
    return sumOfBytes / measuredHours;
  }

  /** All series in an hour, with a time range, and one series in it, by its row. */
  private void readAnHour() throws IOException {
    long from = clock.millis - (1 + random.nextInt(ttlHours - 1)) * HOUR_MILLIS;
    read(byTime, ScanSpec.builder().timeRange(from, from + HOUR_MILLIS));
    int series = random.nextInt(SERIES);
    long hour = from / HOUR_MILLIS;
    read(
        byKey,
        ScanSpec.builder().startRow(row(series, hour), true).stopRow(row(series, hour + 1), false));
  }

  private void read(Cost cost, ScanSpec.Builder question) throws IOException {
    long opened = database.stats().fileSelections().opened();
    long bytes = blockBytes;
    try (RegionScanner scanner = region().scan(question.build())) {
      do {
        batch.clear();
      } while (scanner.next(batch, Integer.MAX_VALUE, Long.MAX_VALUE) != Progress.EXHAUSTED);
    }
    cost.reads++;
    cost.files += database.stats().fileSelections().opened() - opened;
    cost.bytes += blockBytes - bytes;
  }

  /** Of reads of all series in an hour, which is any in the TTL. */
  Cost byTime() {
    return byTime;
  }

  /** Of reads of one series in it. */
  Cost byKey() {
    return byKey;
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
