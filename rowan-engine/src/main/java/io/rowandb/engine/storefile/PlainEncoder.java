package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;

/** Writes whole cells, each followed by its tags and its sequence id. */
final class PlainEncoder implements BlockEncoder {
  private final CellLayout layout;
  private ByteSink body;
  private int start;

  PlainEncoder(CellLayout layout) {
    this.layout = layout;
  }

  @Override
  public void start(ByteSink newBody) {
    body = newBody;
    start = newBody.size();
  }

  @Override
  public void append(Cell cell, Cell last) {
    int at = body.size();
    int plain = cell.valueOffset() + cell.valueLength() - cell.offset();
    body.put(cell.array(), cell.offset(), plain);
    if (layout.tags()) {
      int tagsLength = cell.tagsLength();
      body.putShort(tagsLength);
      if (tagsLength > 0) {
        body.put(cell.array(), cell.tagsOffset(), tagsLength);
      }
    }
    if (layout.sequences()) {
      body.putVlong(cell.sequence());
    }
    last.set(body.array(), at, plain, cell.sequence());
  }

  @Override
  public void finish() {
    assert bytes() > 0 : "a block has cells";
  }

  @Override
  public int bytes() {
    return body.size() - start;
  }
}
