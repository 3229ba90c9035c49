package io.rowandb.systems.forum;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/** Comments that are rows of a table of their own. Used by one thread. */
final class TallCells implements CommentCells {
  private final ForumTables tables;
  private final byte[] prefix;

  /** Of rows that begin with the post and the place. */
  TallCells(ForumTables tables, byte[] rows, byte[] place) {
    this.tables = tables;
    prefix = ForumCells.joined(rows, place);
  }

  private byte[] row(byte[] key) {
    return ForumCells.joined(prefix, key);
  }

  /**
   * Writes cells, as often as wanted.
   *
   * @param sequence of the change that they are of: what a later one wrote stays
   */
  void put(List<CommentCell> cells, long sequence) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (CommentCell each : cells) {
      puts.add(
          new Put(row(each.key()))
              .addColumn(ForumCells.COMMENTS, ForumCells.CELL, sequence, each.value()));
    }
    tables.comments().put(puts);
  }

  @Override
  public List<Optional<byte[]>> get(List<byte[]> keys) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (byte[] key : keys) {
      gets.add(new Get(row(key)).addColumn(ForumCells.COMMENTS, ForumCells.CELL));
    }
    List<Optional<byte[]>> values = new ArrayList<>();
    for (Result each : tables.getComments(gets)) {
      values.add(Optional.ofNullable(each.getValue(ForumCells.COMMENTS, ForumCells.CELL)));
    }
    return values;
  }

  @Override
  public List<CommentCell> range(byte[] from, boolean isInclusive, byte[] to, int most)
      throws IOException {
    return cells(
        new Scan()
            .withStartRow(row(from), isInclusive)
            .withStopRow(row(to), false)
            .setCaching(most)
            .setLimit(most));
  }

  @Override
  public List<CommentCell> newest(Optional<byte[]> before, int most) throws IOException {
    byte[] from = row(before.orElse(ForumCells.first(ForumCells.BY_TIME + 1)));
    return cells(
        new Scan()
            .setReversed(true)
            .withStartRow(from, false)
            .withStopRow(row(ForumCells.first(ForumCells.BY_TIME)), true)
            .setCaching(most)
            .setLimit(most));
  }

  private List<CommentCell> cells(Scan scan) throws IOException {
    List<CommentCell> cells = new ArrayList<>();
    for (Result each : tables.scanComments(scan)) {
      byte[] row = each.getRow();
      cells.add(
          new CommentCell(
              ForumCells.keyOf(row, prefix.length - ForumCells.PLACE_BYTES),
              each.getValue(ForumCells.COMMENTS, ForumCells.CELL)));
    }
    return cells;
  }
}
