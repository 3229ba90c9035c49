package io.rowandb.client.adapter;

import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.scan.ScanWatch;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * HBase's {@code Scan} and {@code Get} as the engine's {@link ScanSpec}.
 *
 * <p>An instance stands for one scan of a table and makes a spec for each region it enters, each
 * with its own copy of the filter. The engine knows no limits on rows and results (caching, batch,
 * limit, result size); the door applies them. Used by one thread at a time.
 */
public final class ScanAdapter {
  private final Scan scan;
  private final TableTraits table;
  private final FilterCopies filters;

  /**
   * Takes a scan apart.
   *
   * @throws DoNotRetryIOException for a raw scan with columns, as on a cluster, and for a filter
   *     that is refused
   */
  public ScanAdapter(Scan scan, TableTraits table) throws IOException {
    if (scan.isRaw() && hasColumns(scan.getFamilyMap())) {
      throw new DoNotRetryIOException("Cannot specify any column for a raw scan");
    }
    Replicas.check(scan, scan.getStartRow(), table);
    this.scan = scan;
    this.table = table;
    this.filters =
        scan.getFilter() == null
            ? null
            : new FilterCopies(scan.getFilter(), scan.isReversed(), table.filterLimit());
  }

  /** The whole scan. */
  public ScanSpec spec() throws IOException {
    return spec(0, null);
  }

  /**
   * The whole scan, of what an earlier one saw.
   *
   * @param readPoint see {@link ScanSpec#readPoint}
   * @param watch see {@link ScanSpec#watch}
   */
  public ScanSpec spec(long readPoint, ScanWatch watch) throws IOException {
    return builder(scan.getStartRow(), scan.includeStartRow())
        .readPoint(readPoint)
        .watch(watch)
        .build();
  }

  /**
   * The scan from another row on, for the next region or after an interruption.
   *
   * @param readPoint see {@link ScanSpec#readPoint}
   * @param watch see {@link ScanSpec#watch}
   */
  public ScanSpec spec(byte[] startRow, boolean inclusive, long readPoint, ScanWatch watch)
      throws IOException {
    return builder(startRow, inclusive).readPoint(readPoint).watch(watch).build();
  }

  private ScanSpec.Builder builder(byte[] startRow, boolean inclusive) throws IOException {
    ScanSpec.Builder spec =
        ScanSpec.builder()
            .startRow(startRow, inclusive)
            .stopRow(scan.getStopRow(), scan.includeStopRow())
            .reversed(scan.isReversed())
            .maxVersions(Math.max(1, scan.getMaxVersions()))
            .storeLimits(scan.getMaxResultsPerColumnFamily(), scan.getRowOffsetPerColumnFamily())
            .filter(filters == null ? null : filters.next())
            .raw(scan.isRaw())
            .cacheBlocks(scan.getCacheBlocks())
            .readType(readType(scan.getReadType()));
    common(scan, scan.getTimeRange(), scan.getFamilyMap(), table, spec);
    return spec;
  }

  private static ScanSpec.ReadType readType(Scan.ReadType type) {
    return switch (type) {
      case DEFAULT -> ScanSpec.ReadType.DEFAULT;
      case STREAM -> ScanSpec.ReadType.STREAM;
      case PREAD -> ScanSpec.ReadType.PREAD;
    };
  }

  /** A get, with a private copy of its filter. */
  public static ScanSpec spec(Get get, TableTraits table) throws IOException {
    return spec(get, get.isCheckExistenceOnly(), table);
  }

  /**
   * A get, with a private copy of its filter.
   *
   * @param existenceOnly whether one cell is as good as all, whatever the get itself says
   */
  public static ScanSpec spec(Get get, boolean existenceOnly, TableTraits table)
      throws IOException {
    return builder(get, existenceOnly, table).build();
  }

  /**
   * A get of what an earlier read saw.
   *
   * @param readPoint see {@link ScanSpec#readPoint}
   */
  public static ScanSpec spec(Get get, long readPoint, TableTraits table) throws IOException {
    return builder(get, false, table).readPoint(readPoint).build();
  }

  private static ScanSpec.Builder builder(Get get, boolean existenceOnly, TableTraits table)
      throws IOException {
    Replicas.check(get, get.getRow(), table);
    ScanSpec.Builder spec =
        ScanSpec.get(get.getRow()).maxVersions(Math.max(1, get.getMaxVersions()));
    Filter filter = get.getFilter();
    if (filter != null) {
      spec.filter(new FilterCopies(filter, false, table.filterLimit()).next());
    }
    int storeLimit = get.getMaxResultsPerColumnFamily();
    int storeOffset = get.getRowOffsetPerColumnFamily();
    boolean oneCellTells = existenceOnly && filter == null && storeLimit < 0;
    spec.storeLimits(oneCellTells ? 1 : storeLimit, storeOffset).cacheBlocks(get.getCacheBlocks());
    common(get, get.getTimeRange(), get.getFamilyMap(), table, spec);
    return spec;
  }

  private static void common(
      Query query,
      TimeRange range,
      Map<byte[], NavigableSet<byte[]>> columns,
      TableTraits table,
      ScanSpec.Builder spec) {
    // HBase's default is to load on demand (hbase.hregion.scan.loadColumnFamiliesOnDemand).
    Boolean onDemand = query.getLoadColumnFamiliesOnDemandValue();
    spec.loadFamiliesOnDemand(onDemand == null || onDemand);
    spec.timeRange(range.getMin(), range.getMax());
    Map<byte[], TimeRange> familyRanges = query.getColumnFamilyTimeRange();
    if (!columns.isEmpty()) {
      for (Map.Entry<byte[], NavigableSet<byte[]>> family : columns.entrySet()) {
        add(family.getKey(), qualifiers(family.getValue()), range, familyRanges, spec);
      }
    } else if (!familyRanges.isEmpty()) {
      for (byte[] family : table.families()) {
        add(family, null, range, familyRanges, spec);
      }
    }
  }

  private static void add(
      byte[] family,
      byte[][] qualifiers,
      TimeRange fallback,
      Map<byte[], TimeRange> familyRanges,
      ScanSpec.Builder spec) {
    TimeRange range = familyRanges.getOrDefault(family, fallback);
    spec.family(family, qualifiers, range.getMin(), range.getMax());
  }

  /** No qualifier, or none named, means the whole family. */
  private static byte[][] qualifiers(NavigableSet<byte[]> set) {
    return set == null || set.isEmpty() ? null : set.toArray(new byte[0][]);
  }

  private static boolean hasColumns(Map<byte[], NavigableSet<byte[]>> columns) {
    for (NavigableSet<byte[]> qualifiers : columns.values()) {
      if (qualifiers != null && !qualifiers.isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
