package io.rowandb.schema.migration;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.pattern.UpgradePlan;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.MarkedRows;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.chain.WholeRecords;
import io.rowandb.schema.pattern.details.DetailKeeper;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.RandomRowFilter;

/** Reads a sample of the old table, by chance, on the servers. Used once, by one thread. */
final class SampleReader<R> {
  private static final int RANGES = 16;

  /** Ten for each range in the latest tenth. */
  private static final int LEAST_FOR_RANGES = 160;

  /** HBase's KeyValue: lengths, time and type. */
  private static final int CELL_OVERHEAD_BYTES = 4 + 4 + 2 + 1 + 8 + 1;

  // Fixed at construction.
  private final Connection connection;
  private final Migration<R> migration;
  private final Clock clock;

  private final List<Sampled> sampled = new ArrayList<>();
  private final Set<ByteBuffer> newKeys = new HashSet<>();
  private long rows;
  private long refused;
  private String refusal = "";
  private long sharing;
  private long oldBytes;
  private long newBytes;
  private long oldMostCells;
  private long newMostCells;

  /** Keys of a record, and when it was written. */
  private record Sampled(long time, byte[] oldKey, byte[] newKey) {}

  /** Of a record: all bytes of its cells, and the most cells that one of its rows has. */
  private record Size(long bytes, int mostCells) {}

  SampleReader(Connection connection, Migration<R> migration, Clock clock) {
    this.connection = connection;
    this.migration = migration;
    this.clock = clock;
  }

  /**
   * Reads.
   *
   * @param most about how many records
   */
  MigrationSample read(long most) throws IOException {
    TableDesign<R> old = migration.old();
    long count = UpgradePlan.count(connection, old);
    float chance = count <= most ? 1 : (float) most / count;
    try (WaitingCarrier carrier = new WaitingCarrier(connection);
        Table table = connection.getTable(old.name())) {
      Optional<WholeRecords<R>> whole = DetailKeeper.wholeRecords(carrier, old, clock);
      MarkedRows<R> records = new MarkedRows<>(carrier, old, /* readsRecords= */ true, whole);
      for (KeySelection.Selected range : old.key().select(Map.of()).ranges()) {
        Scan scan =
            new Scan()
                .withStartRow(range.keys().start())
                .withStopRow(range.keys().stop())
                .setCacheBlocks(false)
                .setFilter(new RandomRowFilter(chance));
        old.familyNames().forEach(scan::addFamily);
        try (ResultScanner found = table.getScanner(scan)) {
          for (Result row = found.next(); row != null; row = found.next()) {
            add(Steps.ended(records.whole(List.of(records.of(row)))).get(0));
          }
        }
      }
    }
    return new MigrationSample(
        count, rows, refused, refusal, sharing, shape(old, false), shape(migration.target(), true));
  }

  private void add(MarkedRow<R> row) {
    if (!migration.old().isRecord(row.cells())) {
      return; // a mark alone
    }
    rows++;
    if (row.unreadable() != null) {
      refuse(row.unreadable());
      return;
    }
    R record = row.record().orElseThrow();
    IllegalArgumentException reason = migration.refusal(record);
    if (reason != null) {
      refuse(reason);
      return;
    }
    byte[] newKey = migration.target().key().encode(record);
    sharing += newKeys.add(ByteBuffer.wrap(newKey)) ? 0 : 1;
    Size oldSize = size(migration.old(), record);
    Size newSize = size(migration.target(), record);
    oldBytes += oldSize.bytes();
    newBytes += newSize.bytes();
    oldMostCells = Math.max(oldMostCells, oldSize.mostCells());
    newMostCells = Math.max(newMostCells, newSize.mostCells());
    sampled.add(new Sampled(Stamped.latest(row.cells()), row.row(), newKey));
  }

  /** In the record's row, and those of its details. */
  private static <R> Size size(TableDesign<R> design, R record) {
    List<Cell> ofRow = Stamped.cells(design.write(record).put());
    long bytes = bytes(ofRow);
    int most = ofRow.size();
    for (DetailMapping<R, ?> mapping : design.details()) {
      if (mapping instanceof TallDetails<R, ?> tall) {
        for (RowChange change : tall.addingAll(record, design.key().encode(record))) {
          List<Cell> ofDetail = Stamped.cells(change.put());
          bytes += bytes(ofDetail);
          most = Math.max(most, ofDetail.size());
        }
      }
    }
    return new Size(bytes, most);
  }

  private void refuse(RuntimeException reason) {
    refused++;
    refusal = refusal.isEmpty() ? String.valueOf(reason.getMessage()) : refusal;
  }

  private static long bytes(List<Cell> cells) {
    return cells.stream()
        .mapToLong(
            cell ->
                CELL_OVERHEAD_BYTES
                    + cell.getRowLength()
                    + cell.getFamilyLength()
                    + cell.getQualifierLength()
                    + cell.getValueLength())
        .sum();
  }

  private MigrationSample.Shape shape(TableDesign<R> design, boolean isNew) {
    List<byte[]> keys = sampled.stream().map(each -> key(each, isNew)).toList();
    double count = Math.max(1, keys.size());
    return new MigrationSample.Shape(
        design.name().getNameAsString(),
        keys.stream().mapToLong(key -> key.length).sum() / count,
        (isNew ? newBytes : oldBytes) / count,
        isNew ? newMostCells : oldMostCells,
        hottest(keys, isNew));
  }

  private static byte[] key(Sampled sampled, boolean isNew) {
    return isNew ? sampled.newKey() : sampled.oldKey();
  }

  private double hottest(List<byte[]> keys, boolean isNew) {
    if (keys.size() < LEAST_FOR_RANGES) {
      return 0;
    }
    List<byte[]> sorted = keys.stream().sorted(Arrays::compareUnsigned).toList();
    int[] counts = new int[RANGES];
    List<Sampled> latest =
        sampled.stream()
            .sorted(Comparator.comparingLong(Sampled::time).reversed())
            .limit(sampled.size() / 10)
            .toList();
    for (Sampled each : latest) {
      counts[rangeOf(key(each, isNew), sorted)]++;
    }
    return Arrays.stream(counts).max().orElse(0) / (double) latest.size();
  }

  private static int rangeOf(byte[] key, List<byte[]> sorted) {
    int range = 0;
    while (range < RANGES - 1
        && Arrays.compareUnsigned(sorted.get((range + 1) * sorted.size() / RANGES), key) <= 0) {
      range++;
    }
    return range;
  }
}
