package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.ObjectColumn;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.RowDecoder;
import io.rowandb.tsdb.codec.SeriesId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** The cells of a row. Used by one thread. */
final class SeriesRow {
  private final byte[] key;
  private final long baseSeconds;
  private final SeriesId series;
  private final RowDecoder decoder;
  private final List<Cell> columnsOfPoints = new ArrayList<>();
  private final List<Cell> objects = new ArrayList<>();

  SeriesRow(PointKeyLayout layout, byte[] key) throws DamagedDataException {
    this.key = key;
    baseSeconds = layout.baseSecondsOf(key);
    series = layout.seriesOf(key);
    decoder = new RowDecoder(baseSeconds);
  }

  /** Takes cells of the row. */
  void add(Result part) throws DamagedDataException {
    add(List.of(part.rawCells()));
  }

  /** Takes cells of the row. */
  void add(List<Cell> cells) throws DamagedDataException {
    for (Cell cell : cells) {
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      if (decoder.add(qualifier, CellUtil.cloneValue(cell), cell.getTimestamp())) {
        columnsOfPoints.add(cell);
      } else {
        objects.add(cell);
      }
    }
  }

  byte[] key() {
    return key;
  }

  long baseSeconds() {
    return baseSeconds;
  }

  SeriesId series() {
    return series;
  }

  boolean hasAppends() {
    return decoder.hasAppends();
  }

  boolean hasPacked() {
    return decoder.hasPacked();
  }

  /** Those without. */
  List<Cell> objects() {
    return objects;
  }

  /** Those with points. */
  List<Cell> columnsOfPoints() {
    return columnsOfPoints;
  }

  /** Once: its points, merged. */
  Points points(DuplicateRule rule) throws DamagedDataException {
    try {
      return decoder.points(rule);
    } catch (DamagedDataException e) {
      throw new DamagedDataException("row " + Bytes.toStringBinary(key) + ", " + e.getMessage(), e);
    }
  }

  /** The annotations of the range; other objects are passed over. */
  List<StoredObject> annotations(long fromMillis, long toMillis) throws DamagedDataException {
    List<StoredObject> found = new ArrayList<>();
    for (Cell cell : objects) {
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      if (qualifier[0] == ObjectColumn.ANNOTATION) {
        ObjectColumn column = ObjectColumn.parse(qualifier);
        long millis = baseSeconds * 1_000 + column.offsetMillis();
        if (millis >= fromMillis && millis <= toMillis) {
          String json = new String(CellUtil.cloneValue(cell), StandardCharsets.UTF_8);
          found.add(
              new StoredObject(new PointTime(millis, column.inMillis()), column.kind(), json));
        }
      }
    }
    found.sort(Comparator.comparing(StoredObject::time));
    return found;
  }
}
