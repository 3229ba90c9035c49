package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rollup.RollupMark;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** Cells of points and of rollups: their rows have UIDs, and salt. */
final class PointCells implements CellChange {
  private static final byte[] NAMED = Bytes.toBytes("{\"tsuid\":\"");

  private final PointKeyLayout from;
  private final PointKeyLayout to;
  private final KeyWidths widths;

  // The last row, of which the next cell may be too.
  private byte[] row;
  private byte[] changedRow;
  private SeriesId series; // null for notes of no series
  private SeriesId changedSeries;

  PointCells(PointKeyLayout from, PointKeyLayout to) {
    this.from = from;
    this.to = to;
    widths = new KeyWidths(from, to);
  }

  @Override
  public Cell changed(Cell cell) throws DamagedDataException {
    if (row == null || !CellUtil.matchingRows(cell, row)) {
      byte[] next = CellUtil.cloneRow(cell);
      changedRow = changedRow(next);
      row = next;
    }
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(changedRow)
        .setFamily(CellUtil.cloneFamily(cell))
        .setQualifier(qualifier(cell))
        .setTimestamp(cell.getTimestamp())
        .setType(Cell.Type.Put)
        .setValue(value(cell))
        .build();
  }

  /** An annotation names its series; first of all, as OpenTSDB writes it. */
  private byte[] value(Cell cell) {
    byte[] value = CellUtil.cloneValue(cell);
    if (series == null || !Bytes.startsWith(value, NAMED)) {
      return value;
    }
    String json = new String(value, StandardCharsets.ISO_8859_1); // a byte each
    String tsuid = series.toString();
    int end = NAMED.length + tsuid.length();
    return json.regionMatches(true, NAMED.length, tsuid, 0, tsuid.length())
            && json.startsWith("\"", end)
        ? Bytes.add(
            NAMED, Bytes.toBytes(changedSeries.toString()), Bytes.tail(value, value.length - end))
        : value;
  }

  private byte[] qualifier(Cell cell) throws DamagedDataException {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    Optional<byte[]> metric =
        Arrays.equals(row, new byte[from.tagsAt()])
            ? RollupMark.metric(qualifier, from.metricWidth())
            : Optional.empty();
    return metric.isEmpty() ? qualifier : RollupMark.column(widths.metric(metric.get()));
  }

  private boolean isGlobal(byte[] key) {
    int before = from.saltWidth() + from.metricWidth();
    return key.length == from.tagsAt()
        && Arrays.equals(key, 0, before, new byte[before], 0, before);
  }

  private byte[] changedRow(byte[] key) throws DamagedDataException {
    long base = from.baseSecondsOf(key);
    series = null;
    if (isGlobal(key)) {
      return to.firstRow(0, new byte[to.metricWidth()], base);
    }
    SeriesId found = from.seriesOf(key);
    try {
      SeriesId sorted = from.series(from.metricOf(found), from.pairsOf(found));
      if (Arrays.equals(key, from.rowKey(sorted, base))) {
        series = sorted;
        changedSeries = changed(sorted);
        return to.rowKey(changedSeries, base);
      }
    } catch (IllegalArgumentException e) {
      throw (DamagedDataException) refused(key).initCause(e);
    }
    throw refused(key);
  }

  private static DamagedDataException refused(byte[] key) {
    return new DamagedDataException(
        "row "
            + Bytes.toStringBinary(key)
            + " is none of the layout: is it the layout of the table? fsck finds and removes rows"
            + " that are damaged");
  }

  private SeriesId changed(SeriesId before) throws DamagedDataException {
    List<byte[]> pairs = new ArrayList<>();
    for (byte[] pair : from.pairsOf(before)) {
      pairs.add(widths.pair(pair));
    }
    return to.series(widths.metric(from.metricOf(before)), pairs);
  }
}
