package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Random operations in a world so small that they meet: a few rows, columns, times and values.
 *
 * <p>The empty qualifier is left out where HBase itself fails on it (delete markers with
 * NEW_VERSION_BEHAVIOR).
 */
final class OperationGenerator {
  private static final String[] ROWS = {"a", "aa", "b", "bc", "c", "d", "dd", "e"};
  private static final String[] QUALIFIERS = {"", "p", "pq", "q", "r", "s"};
  private static final String[] VALUES = {"", "v", "w", "x"};
  private static final int TIMES = 30;
  private static final long TIME_STEP_MILLIS = 1000;

  /** Keeps markers of whole families apart from the empty qualifier's cells. */
  private static final long FAMILY_MARKER_MILLIS = 500;

  private final RandomGenerator random;
  private final String[] families;
  private final boolean emptyQualifiers;
  private final boolean timesLeftOut;
  private final FilterGenerator filters;
  private long nowMillis;
  private int writes;

  OperationGenerator(
      RandomGenerator random,
      String[] families,
      boolean emptyQualifiers,
      boolean timesLeftOut,
      long startMillis) {
    this.random = random;
    this.families = families.clone();
    this.emptyQualifiers = emptyQualifiers;
    this.timesLeftOut = timesLeftOut;
    this.nowMillis = startMillis;
    this.filters = new FilterGenerator(random, this);
  }

  Operation next() throws IOException {
    int dice = random.nextInt(1000);
    if (dice < 300) {
      return new Operation.Write(put());
    } else if (dice < 420) {
      return new Operation.Write(delete());
    } else if (dice < 550) {
      return new Operation.Look(get());
    } else if (dice < 930) {
      return new Operation.Read(scan());
    }
    return rarely();
  }

  private Operation rarely() throws IOException {
    int dice = random.nextInt(100);
    if (dice < 26) {
      return new Operation.Flush();
    } else if (dice < 40) {
      return new Operation.CompactNewest(2 + random.nextInt(2));
    } else if (dice < 45) {
      return new Operation.CompactAll();
    } else if (dice < 48) {
      return new Operation.Reopen();
    } else if (dice < 53) {
      return new Operation.Recover();
    } else if (dice < 75) {
      return new Operation.Hold(scan());
    } else if (dice < 90) {
      return new Operation.ReadHeld();
    }
    long millis = TIME_STEP_MILLIS * random.nextInt(3);
    nowMillis += millis;
    return new Operation.Tick(millis);
  }

  byte[] row() {
    return Bytes.toBytes(ROWS[random.nextInt(ROWS.length)]);
  }

  byte[] family() {
    return Bytes.toBytes(families[random.nextInt(families.length)]);
  }

  byte[] qualifier() {
    int from = emptyQualifiers ? 0 : 1;
    return Bytes.toBytes(QUALIFIERS[from + random.nextInt(QUALIFIERS.length - from)]);
  }

  byte[] value() {
    return Bytes.toBytes(VALUES[random.nextInt(VALUES.length)]);
  }

  /** A time around now, on a full second, where the clock never stands. */
  long timestamp() {
    long first = Math.max(0, nowMillis / TIME_STEP_MILLIS - TIMES * 2 / 3);
    return TIME_STEP_MILLIS * (first + 1 + random.nextInt(TIMES));
  }

  private Put put() {
    Put put = new Put(row());
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      byte[] value = Bytes.add(value(), Bytes.toBytes(random.nextInt(3) == 0 ? "" : "" + writes++));
      byte[] qualifier = qualifier();
      if (timesLeftOut && qualifier.length > 0 && random.nextInt(8) == 0) {
        put.addColumn(family(), qualifier, value);
      } else {
        put.addColumn(family(), qualifier, timestamp(), value);
      }
    }
    if (random.nextInt(8) == 0) {
      put.setTTL(TIME_STEP_MILLIS * random.nextInt(15));
    }
    return put;
  }

  private Delete delete() {
    Delete delete = new Delete(row());
    for (int i = 0; i < 1 + random.nextInt(2); i++) {
      byte[] qualifier = qualifier();
      if (timesLeftOut && qualifier.length > 0 && random.nextInt(6) == 0) {
        deleteNow(delete, qualifier);
        continue;
      }
      switch (random.nextInt(6)) {
        case 0 -> delete.addFamily(family(), timestamp() + FAMILY_MARKER_MILLIS);
        case 1 -> delete.addFamilyVersion(family(), timestamp());
        case 2, 3 -> delete.addColumns(family(), qualifier, besideOthers(qualifier, timestamp()));
        default -> delete.addColumn(family(), qualifier, besideOthers(qualifier, timestamp()));
      }
    }
    return delete;
  }

  /** Markers that get their time from the region: now, or that of the newest version. */
  private void deleteNow(Delete delete, byte[] qualifier) {
    switch (random.nextInt(4)) {
      case 0 -> delete.addFamily(family());
      case 1 -> delete.addColumns(family(), qualifier);
      default -> delete.addColumn(family(), qualifier);
    }
  }

  /**
   * A time at which nothing else of the empty qualifier is. HBase never ends a seek from a marker
   * of the empty qualifier when a cell of the next lower type has the same time: a reseek there
   * ignores sequence ids, the heap above it does not.
   */
  private long besideOthers(byte[] qualifier, long timestamp) {
    return qualifier.length > 0 ? timestamp : timestamp + 1 + random.nextInt(99);
  }

  private Get get() throws IOException {
    Get get = new Get(row());
    int choice = random.nextInt(3);
    if (choice == 0) {
      get.addFamily(family());
    } else if (choice == 1) {
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        get.addColumn(family(), qualifier());
      }
    }
    if (random.nextInt(4) == 0) {
      long a = timestamp();
      get.setTimeRange(a, a + TIME_STEP_MILLIS * random.nextInt(TIMES));
    } else if (random.nextInt(6) == 0) {
      get.setTimestamp(timestamp());
    }
    if (random.nextBoolean()) {
      get.readVersions(1 + random.nextInt(5));
    }
    if (random.nextInt(6) == 0) {
      get.setMaxResultsPerColumnFamily(1 + random.nextInt(3));
    }
    if (random.nextInt(8) == 0) {
      get.setRowOffsetPerColumnFamily(1 + random.nextInt(2));
    }
    if (random.nextInt(3) == 0) {
      get.setFilter(filters.next(false, true));
    }
    return get;
  }

  private Scan scan() throws IOException {
    Scan scan = new Scan();
    boolean raw = random.nextInt(8) == 0;
    boolean reversed = random.nextInt(4) == 0;
    scan.setRaw(raw).setReversed(reversed);
    rows(scan);
    columns(scan, raw);
    times(scan);
    if (random.nextBoolean()) {
      scan.readVersions(1 + random.nextInt(5));
    }
    if (random.nextInt(6) == 0) {
      scan.setMaxResultsPerColumnFamily(1 + random.nextInt(3));
    }
    if (random.nextInt(8) == 0) {
      scan.setRowOffsetPerColumnFamily(1 + random.nextInt(2));
    }
    if (random.nextInt(2) == 0) {
      var filter = filters.next(reversed, !namesColumns(scan));
      filter.setReversed(reversed);
      scan.setFilter(filter);
    }
    scan.setLoadColumnFamiliesOnDemand(!reversed && random.nextInt(3) == 0);
    boolean wholeRows = scan.getFilter() != null && scan.getFilter().hasFilterRow();
    if (!wholeRows && !scan.doLoadColumnFamiliesOnDemand() && random.nextInt(4) == 0) {
      scan.setBatch(1 + random.nextInt(3));
    }
    return scan;
  }

  /**
   * Whether HBase may show the filter a row that is not there: when columns are named it puts off
   * the seek in files that have no family markers, and the key of the scan's start, which stands in
   * for what it has not read, gets to the filter where there is no such row.
   */
  private static boolean namesColumns(Scan scan) {
    return scan.getFamilyMap().values().stream().anyMatch(columns -> columns != null);
  }

  private void rows(Scan scan) {
    if (random.nextInt(3) == 0) {
      scan.withStartRow(row(), random.nextBoolean());
    }
    if (random.nextInt(3) == 0) {
      scan.withStopRow(row(), random.nextBoolean());
    }
    if (random.nextInt(6) == 0) {
      byte[] row = row();
      scan.withStartRow(row).withStopRow(row, true);
    }
  }

  private void columns(Scan scan, boolean raw) {
    int choice = random.nextInt(3);
    if (choice == 0) {
      scan.addFamily(family());
    } else if (choice == 1 && !raw) {
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        scan.addColumn(family(), qualifier());
      }
    }
  }

  private void times(Scan scan) throws IOException {
    int choice = random.nextInt(8);
    if (choice < 2) {
      long a = timestamp();
      long b = timestamp();
      scan.setTimeRange(Math.min(a, b), Math.max(a, b) + random.nextInt(2));
    } else if (choice == 2) {
      scan.setTimestamp(timestamp());
    } else if (choice == 3) {
      scan.setTimeRange(timestamp(), Long.MAX_VALUE);
    } else if (choice == 4) {
      long a = timestamp();
      scan.setColumnFamilyTimeRange(family(), a / 2, a);
    }
  }
}
