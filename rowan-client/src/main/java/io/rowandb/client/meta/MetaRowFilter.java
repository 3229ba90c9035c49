package io.rowandb.client.meta;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.RowFilter;
import java.io.IOException;

/**
 * Shows a client's filter the rows of {@code hbase:meta} in HBase's form, and gives the engine the
 * filter's answers in stored form; see {@link MetaRowKeys}. As stateful as the filter inside.
 */
final class MetaRowFilter implements RowFilter {
  private final RowFilter filter;
  private final CellBatch scratch = new CellBatch();
  private final Cell view = new Cell();

  MetaRowFilter(RowFilter filter) {
    this.filter = filter;
  }

  @Override
  public void reset() throws IOException {
    filter.reset();
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    return filter.filterAllRemaining();
  }

  @Override
  public boolean filterRowKey(Cell firstCell) throws IOException {
    return filter.filterRowKey(MetaRowKeys.decode(firstCell));
  }

  @Override
  public Code filterCell(Cell cell) throws IOException {
    return filter.filterCell(MetaRowKeys.decode(cell));
  }

  @Override
  public void transform(Cell cell, CellBatch out) throws IOException {
    scratch.clear();
    filter.transform(MetaRowKeys.decode(cell), scratch);
    addEncoded(out);
  }

  @Override
  public boolean hasFilterRow() {
    return filter.hasFilterRow();
  }

  @Override
  public void filterRowCells(CellBatch cells, int from) throws IOException {
    scratch.clear();
    for (int i = from; i < cells.size(); i++) {
      scratch.add(MetaRowKeys.decode(cells.get(i, view)));
    }
    filter.filterRowCells(scratch, 0);
    cells.truncate(from);
    addEncoded(cells);
  }

  @Override
  public boolean filterRow() throws IOException {
    return filter.filterRow();
  }

  @Override
  public Cell nextCellHint(Cell current) throws IOException {
    Cell hint = filter.nextCellHint(MetaRowKeys.decode(current));
    return hint == null ? null : MetaRowKeys.encode(hint);
  }

  @Override
  public boolean isFamilyEssential(byte[] family) throws IOException {
    return filter.isFamilyEssential(family);
  }

  private void addEncoded(CellBatch out) {
    for (int i = 0; i < scratch.size(); i++) {
      out.add(MetaRowKeys.encode(scratch.get(i, view)));
    }
  }
}
