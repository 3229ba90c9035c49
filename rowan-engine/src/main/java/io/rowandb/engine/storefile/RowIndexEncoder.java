package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;

/** Writes whole cells and, after the last, where each row begins: see {@link RowIndexFormat}. */
final class RowIndexEncoder implements BlockEncoder {
  private final PlainEncoder cells;
  private final ByteSink rows = new ByteSink(1 << 10);
  private ByteSink body;

  RowIndexEncoder(CellLayout layout) {
    this.cells = new PlainEncoder(layout);
  }

  @Override
  public void start(ByteSink newBody) {
    body = newBody;
    rows.truncate(0);
    body.putShort(BlockEncoding.ROW_INDEX_V1.id());
    cells.start(body);
  }

  @Override
  public void append(Cell cell, Cell last) {
    if (rows.size() == 0 || !cell.sameRow(last)) {
      rows.putInt(cells.bytes());
    }
    cells.append(cell, last);
  }

  @Override
  public void finish() {
    int length = cells.bytes();
    body.putInt(rows.size() / Integer.BYTES);
    body.put(rows.array(), 0, rows.size());
    body.putInt(length);
  }

  @Override
  public int bytes() {
    return cells.bytes() + rows.size();
  }
}
