package io.rowandb.tsdb.store;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The deletes of a row of points that hide cells which are written with old times. */
final class DeleteMarkers {
  private static final int CELLS_A_PART = 5_000;
  private static final byte[] FAMILY = Bytes.toBytes(TsdbTables.DATA_FAMILY);

  /** By columns, up to which time all is hidden. */
  private final Map<Bytes, Long> hiddenUntil = new HashMap<>();

  /** By columns, single times. */
  private final Map<Bytes, Set<Long>> hidden = new HashMap<>();

  /** Of all columns. */
  private long familyUntil = Long.MIN_VALUE;

  private final Set<Long> familyHidden = new HashSet<>();

  private DeleteMarkers() {}

  static DeleteMarkers read(Table table, byte[] key) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(key)
            .withStopRow(key, true)
            .addFamily(FAMILY)
            .setRaw(true)
            .readAllVersions()
            .setBatch(CELLS_A_PART);
    DeleteMarkers markers = new DeleteMarkers();
    try (ResultScanner parts = table.getScanner(scan)) {
      for (Result part = parts.next(); part != null; part = parts.next()) {
        for (Cell cell : part.rawCells()) {
          markers.add(cell);
        }
      }
    }
    return markers;
  }

  private void add(Cell cell) {
    long time = cell.getTimestamp();
    switch (cell.getType()) {
      case Delete -> hidden.computeIfAbsent(column(cell), unseen -> new HashSet<>()).add(time);
      case DeleteColumn -> hiddenUntil.merge(column(cell), time, Math::max);
      case DeleteFamily -> familyUntil = Math.max(familyUntil, time);
      case DeleteFamilyVersion -> familyHidden.add(time);
      default -> {} // a value hides nothing
    }
  }

  private static Bytes column(Cell cell) {
    return new Bytes(CellUtil.cloneQualifier(cell));
  }

  /** The first time from this on at which a cell of the column is seen. */
  long firstVisible(byte[] qualifier, long time) {
    Bytes column = new Bytes(qualifier);
    long until = Math.max(familyUntil, hiddenUntil.getOrDefault(column, Long.MIN_VALUE));
    long first = Math.max(time, until + 1);
    Set<Long> single = hidden.getOrDefault(column, Set.of());
    while (single.contains(first) || familyHidden.contains(first)) {
      first++;
    }
    return first;
  }
}
