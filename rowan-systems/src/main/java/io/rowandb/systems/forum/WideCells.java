package io.rowandb.systems.forum;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;

/** Comments that are columns of the post's row. Used by one thread. */
final class WideCells implements CommentCells {
  private final ForumTables tables;
  private final byte[] row;
  private final byte[] place;

  WideCells(ForumTables tables, byte[] row, byte[] place) {
    this.tables = tables;
    this.row = row;
    this.place = place;
  }

  @Override
  public List<Optional<byte[]>> get(List<byte[]> keys) throws IOException {
    if (keys.isEmpty()) {
      return List.of();
    }
    Get get = new Get(row);
    for (byte[] key : keys) {
      get.addColumn(ForumCells.COMMENTS, ForumCells.joined(place, key));
    }
    Result found = tables.get(get);
    List<Optional<byte[]>> values = new ArrayList<>();
    for (byte[] key : keys) {
      values.add(
          Optional.ofNullable(found.getValue(ForumCells.COMMENTS, ForumCells.joined(place, key))));
    }
    return values;
  }

  @Override
  public List<CommentCell> range(byte[] from, boolean isInclusive, byte[] to, int most)
      throws IOException {
    Get get =
        new Get(row)
            .addFamily(ForumCells.COMMENTS)
            .setFilter(
                new ColumnRangeFilter(
                    ForumCells.joined(place, from),
                    isInclusive,
                    ForumCells.joined(place, to),
                    false))
            .setMaxResultsPerColumnFamily(most);
    List<CommentCell> cells = new ArrayList<>();
    for (Cell each : tables.get(get).rawCells()) {
      cells.add(
          new CommentCell(
              ForumCells.keyOf(CellUtil.cloneQualifier(each), 0), CellUtil.cloneValue(each)));
    }
    return cells;
  }

  /** A row is not read backwards: keys of another kind have the comments in that order. */
  @Override
  public List<CommentCell> newest(Optional<byte[]> before, int most) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    byte[] from =
        before.map(ForumCells::newestFirst).orElse(ForumCells.first(ForumCells.NEWEST_FIRST));
    byte[] to = ForumCells.first(ForumCells.NEWEST_FIRST + 1);
    for (CommentCell each : range(from, before.isEmpty(), to, most)) {
      keys.add(ForumCells.byTime(each.key()));
    }
    List<Optional<byte[]>> values = get(keys);
    List<CommentCell> cells = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (values.get(i).isPresent()) { // not when the comments have moved meanwhile
        cells.add(new CommentCell(keys.get(i), values.get(i).get()));
      }
    }
    return cells;
  }
}
