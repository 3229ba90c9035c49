package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.MalformedKeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Details in columns of the record's row:
 *
 * <pre>
 *   row of the record    family:key of the detail           all other fields of it, packed
 *                    or  family:key of the detail | name    one other field of it
 * </pre>
 *
 * <p>Writing a record must remove the details that the row has but the record does not. A delete of
 * the whole family would do that without a read, but would hide the puts beside it, since deletes
 * sort before puts of the same time. So the existing details are read first and removed in the
 * versions that were seen; a detail added meanwhile stays. {@link RecordRows#removeOthers} does
 * this.
 */
public final class WideDetails<R, D> extends DetailMapping<R, D> {
  // Fixed at construction.
  private final byte[] family;

  WideDetails(
      RecordShape<R> shape,
      Component component,
      Component mapKey,
      String family,
      DetailDesign<D> design) {
    super(shape, component, mapKey, design);
    this.family = Bytes.toBytes(family);
  }

  /** The family of its columns. */
  public byte[] family() {
    return family;
  }

  @Override
  public Set<String> families() {
    return Set.of(Bytes.toString(family));
  }

  @Override
  public void write(R record, RowChange change) {
    of(record).forEach((key, detail) -> write(key, detail, change));
  }

  private void write(byte[] key, D detail, RowChange change) {
    try {
      design()
          .cells()
          .write(detail)
          .forEach((name, value) -> change.write(column(key, name), value));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name() + ": " + e.getMessage(), e);
    }
  }

  private Column column(byte[] key, String name) {
    return new Column(family, name.isEmpty() ? key : Bytes.add(key, Bytes.toBytesBinary(name)));
  }

  /** What adds details to a row, or replaces those with the same keys. */
  public RowChange adding(byte[] row, Iterable<D> details) {
    RowChange change = new RowChange(row);
    for (D detail : details) {
      add(detail, change);
    }
    return change;
  }

  /** The same of one, as a part of a change of the row. */
  void add(D detail, RowChange change) {
    byte[] key = keyOf(detail);
    write(key, detail, change);
    for (String name : design().cells().names()) {
      if (!design().cells().has(detail, name)) {
        change.remove(column(key, name));
      }
    }
  }

  /**
   * What removes the details that a row has, in the versions that were seen.
   *
   * @param present with at least one
   */
  public Delete removing(Result present) {
    Delete delete = new Delete(present.getRow());
    for (DetailCell each : cells(present)) {
      Column column = each.column();
      delete.addColumns(column.family(), column.qualifier(), each.cell().getTimestamp());
    }
    return delete;
  }

  /** Removes the cells of a row that a record has not. */
  void removeOthers(R record, Result present, RowChange change) {
    SortedMap<byte[], D> kept = of(record);
    for (DetailCell each : cells(present)) {
      if (goes(each, kept)) {
        change.remove(each.column(), each.cell().getTimestamp());
      }
    }
  }

  /**
   * The cells of a row that are details.
   *
   * @throws io.rowandb.schema.key.MalformedKeyException when no detail has such a key
   */
  public List<DetailCell> cells(Result row) {
    List<DetailCell> cells = new ArrayList<>();
    for (Cell cell : row.rawCells()) {
      if (CellUtil.matchingFamily(cell, family)) {
        byte[] qualifier = CellUtil.cloneQualifier(cell);
        if (isDetail(qualifier)) {
          cells.add(detailCell(qualifier, cell));
        }
      }
    }
    return cells;
  }

  private DetailCell detailCell(byte[] qualifier, Cell cell) {
    int keyBytes = design().keyBytes(qualifier);
    boolean whole = keyBytes == qualifier.length;
    return new DetailCell(
        whole ? qualifier : Arrays.copyOf(qualifier, keyBytes),
        whole ? "" : Bytes.toStringBinary(qualifier, keyBytes, qualifier.length - keyBytes),
        cell);
  }

  /** No key is empty, so the empty qualifier is none: that of a row that is there and no more. */
  private boolean isDetail(byte[] qualifier) {
    return qualifier.length > 0 && design().range().contains(qualifier);
  }

  @Override
  public boolean claims(Column column) {
    return Arrays.equals(column.family(), family) && isDetail(column.qualifier());
  }

  /** Whether a column could be that of a detail of both. */
  boolean overlaps(WideDetails<R, ?> other) {
    return Arrays.equals(other.family, family) && !design().key().isApartFrom(other.design().key());
  }

  @Override
  public void read(Result row, Object[] values) {
    try {
      values[component().index()] = valueOf(new DetailCursor<>(design(), cells(row).iterator()));
    } catch (IllegalArgumentException | MalformedKeyException e) {
      throw new IllegalArgumentException(
          name() + " in family " + Bytes.toString(family) + ": " + e.getMessage(), e);
    }
  }

  /** Some of its cells are not the details. */
  @Override
  public boolean isTold(Result row, RowPart part) {
    return part.hasAll(Bytes.toString(family));
  }

  @Override
  public List<DesignLine> lines() {
    String family = Bytes.toString(this.family);
    return lines("details in " + family + ":" + Bytes.toStringBinary(design().range().start()));
  }

  @Override
  public String describe() {
    KeyRange range = design().range();
    return Bytes.toString(family)
        + ":"
        + Bytes.toStringBinary(range.start())
        + "* is "
        + component().name()
        + ": "
        + design().describe();
  }
}
