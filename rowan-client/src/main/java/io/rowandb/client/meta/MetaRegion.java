package io.rowandb.client.meta;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The one region of {@code hbase:meta}: a region of the engine whose rows are stored as {@link
 * MetaRowKeys} says. Requests are translated on the way in, cells on the way out, so that callers
 * see HBase's rows in HBase's order. As safe for many threads as the region inside. It copies
 * cells; no user data lives here.
 */
final class MetaRegion implements RegionAccess {
  // Fixed at construction.
  private final Region stored;
  private final Renewal renewal;

  /** Brings the rows up to date before they are read. */
  @FunctionalInterface
  interface Renewal {
    void renew() throws IOException;
  }

  MetaRegion(Region stored, Renewal renewal) {
    this.stored = stored;
    this.renewal = renewal;
  }

  @Override
  public RegionInfo info() {
    return stored.info();
  }

  @Override
  public Cursor scan(ScanSpec spec) throws IOException {
    renewal.renew();
    return new Scanner(stored.scan(encode(spec)));
  }

  @Override
  public void get(ScanSpec spec, CellBatch out) throws IOException {
    renewal.renew();
    CellBatch found = new CellBatch();
    stored.get(encode(spec), found);
    addDecoded(found, out);
  }

  @Override
  public void write(RowMutation mutation) throws IOException {
    stored.write(encode(mutation));
  }

  @Override
  public IOException[] writeAll(List<RowMutation> mutations) throws IOException {
    return stored.writeAll(encode(mutations));
  }

  @Override
  public boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException {
    CellBatch changed = new CellBatch();
    RowCondition inside = condition == null ? null : new Condition(condition);
    boolean applied = stored.update(encode(mutations), inside, changed);
    addDecoded(changed, result);
    return applied;
  }

  @Override
  public boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions)
      throws IOException {
    List<RowCondition> inside = new ArrayList<>(conditions.size());
    conditions.forEach(condition -> inside.add(new Condition(condition)));
    return stored.updateRows(encode(mutations), inside);
  }

  @Override
  public RegionStats stats() throws IOException {
    return stored.stats();
  }

  private static ScanSpec encode(ScanSpec spec) {
    return new ScanSpec(
        MetaRowKeys.encode(spec.startRow()),
        spec.includeStart(),
        MetaRowKeys.encode(spec.stopRow()),
        spec.includeStop(),
        spec.reversed(),
        spec.families(),
        spec.minTimestamp(),
        spec.maxTimestamp(),
        spec.maxVersions(),
        spec.storeLimit(),
        spec.storeOffset(),
        spec.filter() == null ? null : new MetaRowFilter(spec.filter()),
        spec.raw(),
        spec.cacheBlocks(),
        spec.readType(),
        spec.loadFamiliesOnDemand(),
        spec.get(),
        spec.readPoint(),
        spec.watch());
  }

  private static List<RowMutation> encode(List<RowMutation> mutations) {
    List<RowMutation> encoded = new ArrayList<>(mutations.size());
    for (RowMutation mutation : mutations) {
      encoded.add(encode(mutation));
    }
    return encoded;
  }

  private static RowMutation encode(RowMutation mutation) {
    byte[] row = MetaRowKeys.encode(mutation.row());
    RowMutation encoded = new RowMutation().reset(mutation.kind(), row, mutation.durability());
    encoded.timeRange(mutation.minTimestamp(), mutation.maxTimestamp());
    encoded.returnsResult(mutation.returnsResult());
    Cell view = new Cell();
    int at = 0;
    while (at < mutation.limit()) {
      int length = Bytes.getInt(mutation.buffer(), at);
      Cell cell = MetaRowKeys.encode(view.set(mutation.buffer(), at + 4, length, 0));
      encoded.add(cell.array(), cell.offset(), cell.length());
      at += 4 + length;
    }
    return encoded;
  }

  private static void addDecoded(CellBatch cells, CellBatch out) {
    Cell view = new Cell();
    for (int i = 0; i < cells.size(); i++) {
      out.add(MetaRowKeys.decode(cells.get(i, view)));
    }
  }

  /** A client's condition, in terms of stored rows. */
  private record Condition(RowCondition condition) implements RowCondition {
    @Override
    public ScanSpec read() {
      return encode(condition.read());
    }

    @Override
    public boolean test(CellBatch cells) throws IOException {
      CellBatch decoded = new CellBatch();
      addDecoded(cells, decoded);
      return condition.test(decoded);
    }
  }

  /** A scan that gives HBase's rows. */
  private static final class Scanner implements Cursor {
    private final RegionScanner stored;
    private final CellBatch found = new CellBatch();

    Scanner(RegionScanner stored) {
      this.stored = stored;
    }

    @Override
    public Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException {
      found.clear();
      Progress progress = stored.next(found, maxCells, maxBytes);
      addDecoded(found, out);
      return progress;
    }

    @Override
    public long readPoint() {
      return stored.readPoint();
    }

    @Override
    public boolean filterEndedScan() {
      return stored.filterEndedScan();
    }

    @Override
    public void close() {
      stored.close();
    }
  }
}
