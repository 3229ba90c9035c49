package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;

/** Random questions about the small world. Used by one thread. */
final class ReadGenerator {
  private final World world;
  private final RandomGenerator random;
  private final Scope scope;
  private final FilterGenerator filters;

  ReadGenerator(World world, Scope scope, FilterGenerator filters) {
    this.world = world;
    this.random = world.random();
    this.scope = scope;
    this.filters = filters;
  }

  Get get() throws IOException {
    return get(world.row());
  }

  Get get(byte[] row) throws IOException {
    Get get = new Get(row);
    int choice = random.nextInt(3);
    if (choice == 0) {
      get.addFamily(world.family());
    } else if (choice == 1) {
      for (int i = 0; i < world.upTo(3); i++) {
        get.addColumn(world.family(), world.qualifier());
      }
    }
    if (!world.splitsUnseen()) {
      times(get);
    }
    if (random.nextBoolean()) {
      get.readVersions(world.upTo(5));
    }
    if (world.once(6)) {
      get.setMaxResultsPerColumnFamily(world.upTo(3));
    }
    if (world.once(8)) {
      get.setRowOffsetPerColumnFamily(world.upTo(2));
    }
    if (world.once(3)) {
      get.setFilter(filters.next(false, true));
    }
    if (scope != Scope.ROOMS && world.once(8)) {
      get.setCheckExistenceOnly(true);
    }
    return get;
  }

  private void times(Get get) throws IOException {
    if (world.once(4)) {
      long a = world.timestamp();
      get.setTimeRange(a, a + World.TIME_STEP_MILLIS * random.nextInt(World.TIMES));
    } else if (world.once(6)) {
      get.setTimestamp(world.timestamp());
    } else if (scope != Scope.ROOMS && world.once(6)) {
      familyRange(get);
    }
  }

  Scan scan() throws IOException {
    Scan scan = new Scan();
    // Delete markers have no value: they are nothing for comparators of numbers.
    boolean raw = world.once(8) && !world.hasOnlyNumbers() && world.mayShowMarkers();
    boolean reversed = world.once(4);
    scan.setReversed(reversed);
    if (raw) {
      scan.setRaw(true);
    }
    rows(scan);
    columns(scan, raw);
    if (!world.splitsUnseen()) {
      times(scan);
    }
    if (random.nextBoolean()) {
      scan.readVersions(world.upTo(5));
    }
    if (world.once(6)) {
      scan.setMaxResultsPerColumnFamily(world.upTo(3));
    }
    if (world.once(8)) {
      scan.setRowOffsetPerColumnFamily(world.upTo(2));
    }
    boolean mayFilter = !(reversed && namesColumns(scan) && world.goesBackToColumns());
    if (world.once(2) && mayFilter) {
      var filter = filters.ofScan(reversed, !namesColumns(scan));
      filter.setReversed(reversed);
      scan.setFilter(filter);
    }
    scan.setLoadColumnFamiliesOnDemand(!reversed && world.once(3));
    boolean wholeRows = scan.getFilter() != null && scan.getFilter().hasFilterRow();
    if (!wholeRows && !scan.doLoadColumnFamiliesOnDemand() && world.once(4)) {
      scan.setBatch(world.upTo(3));
    }
    if (scope == Scope.CLIENT) {
      pages(scan);
    }
    return scan;
  }

  /**
   * How much the client wants, and how much of it at a time. Not in bytes, nor with both a limit
   * and a batch size, where it then matters at which cell an answer ends, for each side counts its
   * own bytes for a cell: HBase's client counts the last piece of an answer twice, and a filter
   * that has enough ends the scan in all regions only if it is asked once more.
   */
  private void pages(Scan scan) {
    if (world.once(3) && !(world.splits() && scan.getBatch() > 0)) {
      scan.setLimit(world.upTo(4));
    }
    if (world.once(3)) {
      scan.setCaching(world.upTo(3));
    }
    boolean byBytes = !world.splits() && (scan.getLimit() <= 0 || scan.getBatch() <= 0);
    if (byBytes && world.once(6)) {
      scan.setMaxResultSize(world.upTo(300));
    }
    if (world.once(6)) {
      scan.setAllowPartialResults(true);
    }
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
    if (world.once(3)) {
      scan.withStartRow(world.row(), random.nextBoolean());
    }
    if (world.once(3)) {
      scan.withStopRow(world.row(), random.nextBoolean());
    }
    if (world.once(6)) {
      byte[] row = world.row();
      scan.withStartRow(row).withStopRow(row, true);
    }
  }

  private void columns(Scan scan, boolean raw) {
    int choice = random.nextInt(3);
    if (choice == 0) {
      scan.addFamily(world.family());
    } else if (choice == 1 && !raw) {
      for (int i = 0; i < world.upTo(3); i++) {
        scan.addColumn(world.family(), world.qualifier());
      }
    }
  }

  private void times(Scan scan) throws IOException {
    int choice = random.nextInt(8);
    if (choice < 2) {
      long a = world.timestamp();
      long b = world.timestamp();
      scan.setTimeRange(Math.min(a, b), Math.max(a, b) + random.nextInt(2));
    } else if (choice == 2) {
      scan.setTimestamp(world.timestamp());
    } else if (choice == 3) {
      scan.setTimeRange(world.timestamp(), Long.MAX_VALUE);
    } else if (choice == 4) {
      familyRange(scan);
    }
  }

  private void familyRange(Query query) {
    long to = world.timestamp();
    query.setColumnFamilyTimeRange(world.family(), to / 2, to);
  }
}
