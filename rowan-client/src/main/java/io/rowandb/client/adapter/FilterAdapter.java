package io.rowandb.client.adapter;

import io.rowandb.client.filter.FilterStoppedException;
import io.rowandb.client.filter.FilterTime;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.RowFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * One of HBase's filters, private to one scan of one region, behind the engine's protocol.
 *
 * <p>Filters keep references to cells they have seen, so each cell gets its own object over the
 * stored bytes; all calls about the same cell share it.
 */
public final class FilterAdapter implements RowFilter {
  private final Filter filter;
  private final FilterCopies copies;
  private final FilterTime time;
  private StoredCell last;

  /**
   * Adapts a filter.
   *
   * @param copies where it comes from
   * @param time that it has for a row; its comparators know it too
   */
  FilterAdapter(Filter filter, FilterCopies copies, FilterTime time) {
    this.filter = filter;
    this.copies = copies;
    this.time = time;
  }

  /** A call begins to read, or continues a row: an adapted filter gets its full time for it. */
  public static void beginCall(RowFilter filter) {
    if (filter instanceof FilterAdapter adapter) {
      adapter.time.begin();
    }
  }

  /**
   * A fresh filter like this one, with no memory of cells; null for none.
   *
   * @throws IllegalArgumentException for a filter that is not one of HBase's
   */
  public static RowFilter another(RowFilter filter) throws IOException {
    if (filter == null) {
      return null;
    }
    if (filter instanceof FilterAdapter adapter) {
      return adapter.copies.next();
    }
    throw new IllegalArgumentException("Not a filter of HBase's: " + filter);
  }

  /** HBase's filter, to be looked at only. */
  public Filter filter() {
    return filter;
  }

  @Override
  public void reset() throws IOException {
    time.begin();
    filter.reset();
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    return filter.filterAllRemaining();
  }

  @Override
  public boolean filterRowKey(Cell firstCell) throws IOException {
    try {
      return filter.filterRowKey(view(firstCell));
    } catch (FilterStoppedException e) {
      throw e.failure();
    }
  }

  @Override
  public Code filterCell(Cell cell) throws IOException {
    return switch (judge(cell)) {
      case INCLUDE -> Code.INCLUDE;
      case INCLUDE_AND_NEXT_COL -> Code.INCLUDE_AND_NEXT_COL;
      case INCLUDE_AND_SEEK_NEXT_ROW -> Code.INCLUDE_AND_SEEK_NEXT_ROW;
      case SKIP -> Code.SKIP;
      case NEXT_COL -> Code.NEXT_COL;
      case NEXT_ROW -> Code.NEXT_ROW;
      case SEEK_NEXT_USING_HINT -> Code.SEEK_NEXT_USING_HINT;
    };
  }

  private Filter.ReturnCode judge(Cell cell) throws IOException {
    try {
      time.cell(cell.length());
      return filter.filterCell(view(cell));
    } catch (FilterStoppedException e) {
      throw e.failure();
    }
  }

  @Override
  public void transform(Cell cell, CellBatch out) throws IOException {
    StoredCell before = view(cell);
    org.apache.hadoop.hbase.Cell after = filter.transformCell(before);
    if (after == before) {
      out.add(cell);
    } else {
      add(after, cell.sequence(), out);
    }
  }

  @Override
  public boolean hasFilterRow() {
    return filter.hasFilterRow();
  }

  @Override
  public void filterRowCells(CellBatch cells, int from) throws IOException {
    List<org.apache.hadoop.hbase.Cell> row = new ArrayList<>(cells.size() - from);
    List<StoredCell> before = new ArrayList<>(cells.size() - from);
    long[] sequences = new long[cells.size() - from];
    int[] lengths = new int[cells.size() - from];
    for (int i = from; i < cells.size(); i++) {
      StoredCell cell = view(cells.array(i), cells.offset(i));
      row.add(cell);
      before.add(cell);
      sequences[i - from] = cells.sequence(i);
      lengths[i - from] = cells.length(i);
    }
    try {
      filter.filterRowCells(row);
    } catch (FilterStoppedException e) {
      throw e.failure();
    }
    cells.truncate(from);
    int at = 0;
    for (org.apache.hadoop.hbase.Cell cell : row) {
      // Filters drop cells and hardly ever make new ones: walk both lists side by side.
      int same = at;
      while (same < before.size() && before.get(same) != cell) {
        same++;
      }
      if (same < before.size()) {
        StoredCell kept = before.get(same);
        cells.add(kept.getBuffer(), kept.getOffset(), lengths[same], sequences[same]);
        at = same + 1;
      } else {
        add(cell, 0, cells);
      }
    }
  }

  @Override
  public boolean filterRow() throws IOException {
    return filter.filterRow();
  }

  @Override
  public Cell nextCellHint(Cell current) throws IOException {
    org.apache.hadoop.hbase.Cell hint = filter.getNextCellHint(view(current));
    if (hint == null) {
      return null;
    }
    byte[] bytes = CellBytes.encode(hint);
    return new Cell().set(bytes, 0, bytes.length, Cell.MAX_SEQUENCE);
  }

  @Override
  public boolean isFamilyEssential(byte[] family) throws IOException {
    return filter.isFamilyEssential(family);
  }

  private StoredCell view(Cell cell) {
    StoredCell known = last;
    if (known != null && known.getBuffer() == cell.array() && known.getOffset() == cell.offset()) {
      return known;
    }
    last = view(cell.array(), cell.offset());
    return last;
  }

  private static StoredCell view(byte[] array, int offset) {
    return new StoredCell(array, offset, CellBytes.lengthWithoutTags(array, offset));
  }

  private static void add(org.apache.hadoop.hbase.Cell cell, long sequence, CellBatch out) {
    if (CellBytes.isContiguous(cell)) {
      var keyValue = (org.apache.hadoop.hbase.KeyValue) cell;
      byte[] array = keyValue.getBuffer();
      int offset = keyValue.getOffset();
      out.add(array, offset, CellBytes.lengthWithoutTags(array, offset), sequence);
    } else {
      byte[] bytes = CellBytes.encode(cell);
      out.add(bytes, 0, bytes.length, sequence);
    }
  }
}
