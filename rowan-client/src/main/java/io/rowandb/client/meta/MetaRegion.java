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
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * The one region of {@code hbase:meta}: a region of the engine whose rows are stored as {@link
 * MetaRowKeys} says. It translates requests on the way in and cells on the way out, so that callers
 * see HBase's rows in HBase's order. Only the owner of the catalogue writes here. It is as
 * thread-safe as the wrapped region. It copies cells; no user data is stored here.
 */
final class MetaRegion implements RegionAccess {
  // Fixed at construction.
  private final Renewal renewal;

  // Replaced by the owner of the catalogue.
  private volatile Region stored;

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

  /** Always refused: see {@link #apply}. */
  @Override
  public void write(RowMutation mutation) throws IOException {
    throw refused();
  }

  /** Always refused: see {@link #apply}. */
  @Override
  public IOException[] writeAll(List<RowMutation> mutations) throws IOException {
    throw refused();
  }

  /** Always refused, before the condition is looked at: see {@link #apply}. */
  @Override
  public boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException {
    throw refused();
  }

  /** Always refused: see {@link #apply}. */
  @Override
  public boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions)
      throws IOException {
    throw refused();
  }

  /** Changes the rows, as the catalogue has changed; the one way in which they change. */
  void apply(List<RowMutation> mutations) throws IOException {
    stored.updateRows(encode(mutations), List.of());
  }

  /** Has all rows in another region from now on; the rows go there first. */
  void moveTo(Region empty, List<RowMutation> rows) throws IOException {
    empty.updateRows(encode(rows), List.of());
    stored = empty;
  }

  private static DoNotRetryIOException refused() {
    return new DoNotRetryIOException(
        "hbase:meta is derived from the catalogue: its rows cannot be written, they change with the"
            + " tables that Admin changes");
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
