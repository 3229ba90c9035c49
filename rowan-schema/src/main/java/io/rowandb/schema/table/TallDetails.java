package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.MalformedKeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Details in rows of a separate table:
 *
 * <pre>
 *   row key of the record | key of the detail    d:        all other fields of it, packed
 *                                            or  d:name    one other field of it
 * </pre>
 *
 * <p>Nothing of them is in the record's row: code that reads that row must also read the details
 * and pass them to {@link TableDesign#read(Result, Object[])}.
 */
public final class TallDetails<R, D> extends DetailMapping<R, D> {
  /** Short, since every cell has it. */
  private static final byte[] FAMILY = Bytes.toBytes("d");

  // Fixed at construction.
  private final TableName table;
  private final ColumnFamilyDescriptor family;

  TallDetails(
      RecordShape<R> shape,
      Component component,
      Component mapKey,
      DetailLayout.Tall layout,
      DetailDesign<D> design) {
    super(shape, component, mapKey, design);
    table = TableName.valueOf(layout.table());
    family =
        FamilyConfiguration.keepingDeletions(
            layout.attributes().apply(ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)).build());
  }

  /** The table of its rows. */
  public TableName table() {
    return table;
  }

  /** The family of their cells. */
  public ColumnFamilyDescriptor family() {
    return family;
  }

  @Override
  public Set<String> families() {
    return Set.of();
  }

  @Override
  public boolean isWrittenWhole() {
    return false;
  }

  /** Does nothing: {@link #adding} does. */
  @Override
  public void write(R record, RowChange change) {}

  /**
   * What writes a detail of a record.
   *
   * @param row the record's row key
   */
  public RowChange adding(byte[] row, D detail) {
    byte[] key = keyOf(detail);
    RowChange change = new RowChange(Bytes.add(row, key));
    try {
      design().cells().write(detail).forEach((name, value) -> change.write(column(name), value));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name() + ": " + e.getMessage(), e);
    }
    for (String name : design().cells().names()) {
      if (!design().cells().has(detail, name)) {
        change.remove(column(name));
      }
    }
    return change;
  }

  /** What writes all details of a record, by their keys; parameters as of {@link #adding}. */
  public List<RowChange> addingAll(R record, byte[] row) {
    return of(record).values().stream().map(detail -> adding(row, detail)).toList();
  }

  /** How many cells the details of a record have at the most. */
  public long mostCells(R record) {
    return (long) count(record) * design().cells().names().size();
  }

  private static Column column(String name) {
    return new Column(FAMILY, Bytes.toBytesBinary(name));
  }

  /** The row of a detail. */
  public byte[] rowOf(byte[] row, D detail) {
    return Bytes.add(row, keyOf(detail));
  }

  /**
   * What goes of a detail's row.
   *
   * @param time what is older goes
   * @return nothing when all of it stays
   */
  public Optional<Delete> removing(Result present, long time) {
    Delete delete = new Delete(present.getRow());
    for (Cell cell : present.rawCells()) {
      if (cell.getTimestamp() < time) {
        delete.addColumns(
            CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), cell.getTimestamp());
      }
    }
    return delete.isEmpty() ? Optional.empty() : Optional.of(delete); // one of nothing is of all
  }

  /**
   * The cells of a detail's row.
   *
   * @param prefixBytes of the row, which are the record's row key
   */
  public List<DetailCell> cells(Result present, int prefixBytes) {
    byte[] row = present.getRow();
    byte[] key = Arrays.copyOfRange(row, prefixBytes, row.length);
    List<DetailCell> cells = new ArrayList<>();
    for (Cell cell : present.rawCells()) {
      cells.add(new DetailCell(key, Bytes.toStringBinary(CellUtil.cloneQualifier(cell)), cell));
    }
    return cells;
  }

  /**
   * What the row of a detail has, without making a detail of it, as {@link
   * TableDesign#fieldReader}.
   *
   * @param prefixBytes of the row, which are the record's row key
   * @return in the order of the detail's components
   * @throws MalformedKeyException when no detail has such a key
   * @throws IllegalArgumentException naming the field and the rule, when a cell has no value of it
   */
  public Map<Component, Object> fields(Result row, int prefixBytes, RowPart part) {
    byte[] key = Arrays.copyOfRange(row.getRow(), prefixBytes, row.getRow().length);
    if (key.length == 0) {
      throw new MalformedKeyException(
          "row key "
              + Bytes.toStringBinary(row.getRow())
              + ": the key of a detail is missing behind that of its record");
    }
    Object[] values = new Object[design().shape().components().size()];
    Object[] missing = design().cells().missing();
    for (String name : design().cells().names()) {
      Column column = column(name);
      Cell cell = row.getColumnLatestCell(column.family(), column.qualifier());
      if (cell != null && part.hasValues()) {
        design().cells().read(name, cell, values);
      } else if (part.hasAll(column)) {
        for (Component component : design().cells().components(name)) {
          values[component.index()] = missing[component.index()];
        }
      }
    }
    design().key().decode(key, values);
    design().key().checkWhole(key, values);
    return design().shape().present(values);
  }

  /** Whether a row that was read in part shows a field by a cell of this column. */
  public boolean isShown(Column column, RowPart part) {
    return part.hasValues()
        && Arrays.equals(column.family(), FAMILY)
        && design().cells().names().contains(Bytes.toStringBinary(column.qualifier()));
  }

  /** Nothing of them is in the row. */
  @Override
  public boolean isTold(Result row, RowPart part) {
    return false;
  }

  /**
   * Leaves what it was given.
   *
   * @throws IllegalStateException when it was given nothing
   */
  @Override
  public void read(Result row, Object[] values) {
    if (values[component().index()] == null) {
      throw new IllegalStateException(
          name() + " is in rows of table " + table + ", which a RecordTable reads");
    }
  }

  @Override
  public void readNothing(Object[] values) {
    values[component().index()] = valueOf(Collections.emptyIterator());
  }

  @Override
  public List<DesignLine> lines() {
    return lines("details in table " + table);
  }

  @Override
  public String describe() {
    return table + " has " + component().name() + ": " + design().describe();
  }
}
