package io.rowandb.client.meta;

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
import java.util.List;

/** An engine region, passed through unchanged. */
record PlainRegion(Region region) implements RegionAccess {
  @Override
  public RegionInfo info() {
    return region.info();
  }

  @Override
  public Cursor scan(ScanSpec spec) throws IOException {
    return new PlainCursor(region.scan(spec));
  }

  @Override
  public void get(ScanSpec spec, CellBatch out) throws IOException {
    region.get(spec, out);
  }

  @Override
  public void write(RowMutation mutation) throws IOException {
    region.write(mutation);
  }

  @Override
  public IOException[] writeAll(List<RowMutation> mutations) throws IOException {
    return region.writeAll(mutations);
  }

  @Override
  public boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException {
    return region.update(mutations, condition, result);
  }

  @Override
  public boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions)
      throws IOException {
    return region.updateRows(mutations, conditions);
  }

  @Override
  public RegionStats stats() throws IOException {
    return region.stats();
  }

  private record PlainCursor(RegionScanner scanner) implements Cursor {
    @Override
    public Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException {
      return scanner.next(out, maxCells, maxBytes);
    }

    @Override
    public long readPoint() {
      return scanner.readPoint();
    }

    @Override
    public boolean filterEndedScan() {
      return scanner.filterEndedScan();
    }

    @Override
    public void close() {
      scanner.close();
    }
  }
}
