package io.rowandb.bench.peer;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * RocksDB's own counts from its properties. Its {@code Statistics} would tell more, but would slow
 * every request; it always maintains these counts.
 */
final class RocksWork {
  /** Flushes make files of level 0; so do the rare compactions within it, counted with them. */
  private static final String LEVEL_0 = "compaction.L0.CompCount";

  private static final String ALL_LEVELS = "compaction.Sum.CompCount";

  private static final Pattern STALL =
      Pattern.compile("Cumulative stall: (\\d+):(\\d+):(\\d+(?:\\.\\d+)?) H:M:S");

  private RocksWork() {}

  static StoreWork of(RocksDB db) throws IOException {
    try {
      Map<String, String> counts = db.getMapProperty("rocksdb.cfstats");
      long flushes = count(counts, LEVEL_0);
      long all = count(counts, ALL_LEVELS);
      double stall = stallMillis(db.getProperty("rocksdb.dbstats"));
      return new StoreWork(flushes, all - flushes, stall, 0, 0);
    } catch (RocksDBException e) {
      throw new IOException("RocksDB does not tell its counts", e);
    }
  }

  /** A level that had no work yet is not among them. */
  private static long count(Map<String, String> counts, String name) {
    return Math.round(Double.parseDouble(counts.getOrDefault(name, "0")));
  }

  /** Reads the line of the writers' waiting among RocksDB's counts. */
  static double stallMillis(String stats) throws IOException {
    Matcher line = STALL.matcher(stats);
    if (!line.find()) {
      throw new IOException("RocksDB's counts have no line of stalls: " + stats);
    }
    long minutes = 60 * Long.parseLong(line.group(1)) + Long.parseLong(line.group(2));
    return 1e3 * (60 * minutes + Double.parseDouble(line.group(3)));
  }
}
