package io.rowandb.client.meta;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.List;

/**
 * The methods of {@link Region} that services use; {@code hbase:meta} has its own implementation of
 * them. Each method does the same as the method of {@link Region} with the same name.
 */
public interface RegionAccess {
  /** The region as it is. */
  static RegionAccess of(Region region) {
    return new PlainRegion(region);
  }

  /** See {@link Region#info}. */
  RegionInfo info();

  /** See {@link Region#scan}. */
  Cursor scan(ScanSpec spec) throws IOException;

  /** See {@link Region#get}. */
  void get(ScanSpec spec, CellBatch out) throws IOException;

  /** See {@link Region#write}. */
  void write(RowMutation mutation) throws IOException;

  /** See {@link Region#writeAll}. */
  IOException[] writeAll(List<RowMutation> mutations) throws IOException;

  /** See {@link Region#update}. */
  boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException;

  /** See {@link Region#updateRows}. */
  boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions) throws IOException;

  /** See {@link Region#stats}. */
  RegionStats stats() throws IOException;

  /** An open scan: the methods of {@link io.rowandb.engine.region.RegionScanner}. */
  interface Cursor extends AutoCloseable {
    /** See {@link io.rowandb.engine.region.RegionScanner#next}. */
    Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException;

    /** See {@link io.rowandb.engine.region.RegionScanner#readPoint}. */
    long readPoint();

    /** See {@link io.rowandb.engine.region.RegionScanner#filterEndedScan}. */
    boolean filterEndedScan();

    @Override
    void close();
  }
}
