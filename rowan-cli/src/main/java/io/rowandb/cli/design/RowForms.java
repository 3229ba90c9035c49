package io.rowandb.cli.design;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.MalformedKeyException;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.RowPart;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The kinds of rows in one table: records of one design or of several that share it, index entries,
 * and details in their own rows. Immutable; used by any number of threads.
 */
public final class RowForms {
  private final List<TableDesign<?>> records = new ArrayList<>();
  private final Map<IndexDesign<?>, TableDesign<?>> entries = new LinkedHashMap<>();
  private final List<DetailRows> details = new ArrayList<>();

  /** What designs have against the whole table. */
  private final List<String> misfits = new ArrayList<>();

  private RowForms(
      TableName table, List<TableDesign<?>> designs, Map<TableDesign<?>, String> refused) {
    for (TableDesign<?> design : designs) {
      String reason = refused.get(design);
      if (reason != null) {
        misfits.add(reason);
        continue;
      }
      if (design.name().equals(table)) {
        records.add(design);
      }
      for (IndexDesign<?> index : design.indexes()) {
        if (index.table().equals(table)) {
          entries.put(index, design);
        }
      }
      details.addAll(DetailRows.in(table, design));
    }
  }

  /** Those of a table by these designs. */
  public static RowForms of(TableName table, List<TableDesign<?>> designs) {
    return new RowForms(table, designs, Map.of());
  }

  /**
   * The same, when the table was made by other designs than some of these.
   *
   * @param refused those of them that misread its rows, and why; all of this table
   */
  public static RowForms of(
      TableName table, List<TableDesign<?>> designs, Map<TableDesign<?>, String> refused) {
    return new RowForms(table, designs, refused);
  }

  /**
   * Of a table that keeps a design which cannot be read: its rows are none of any design.
   *
   * @param reason why it cannot be read
   */
  public static RowForms unreadable(TableName table, String reason) {
    RowForms forms = of(table, List.of());
    forms.misfits.add(reason);
    return forms;
  }

  /** Whether no design is of this table. */
  public boolean isEmpty() {
    return records.isEmpty() && entries.isEmpty() && details.isEmpty() && misfits.isEmpty();
  }

  /** The designs whose records are in it. */
  public List<TableDesign<?>> records() {
    return List.copyOf(records);
  }

  /** What designs have against the whole table, which was made by others. */
  public List<String> misfits() {
    return List.copyOf(misfits);
  }

  /**
   * How many versions of each cell must be read, so that fields that hold versions are complete.
   */
  public int versions() {
    return records.stream().mapToInt(TableDesign::versions).max().orElse(1);
  }

  /**
   * A row, by the first design that has such rows; with the fields that were read, and no others.
   *
   * @param part what was read of it
   * @throws IllegalArgumentException naming the row, and what each design has against it
   */
  public RowFields read(Result row, RowPart part) {
    List<String> reasons = new ArrayList<>(misfits);
    for (Map.Entry<IndexDesign<?>, TableDesign<?>> each : entries.entrySet()) {
      try {
        return entry(each.getKey(), each.getValue(), row, part);
      } catch (IllegalArgumentException | MalformedKeyException e) {
        reasons.add("no entry of " + each.getKey().name() + ": " + e.getMessage());
      }
    }
    for (TableDesign<?> design : records) {
      try {
        return record(design, row, part);
      } catch (IllegalArgumentException | MalformedKeyException e) {
        reasons.add("no " + design.shape().name() + ": " + e.getMessage());
      }
    }
    for (DetailRows each : details) {
      try {
        return each.read(row, part);
      } catch (IllegalArgumentException | MalformedKeyException e) {
        reasons.add("no detail of " + each.name() + ": " + e.getMessage());
      }
    }
    throw new IllegalArgumentException(String.join("; ", reasons));
  }

  /** A record of a design. */
  public static <R> RowFields fields(TableDesign<R> design, R record) {
    Map<Component, Object> fields = new LinkedHashMap<>();
    for (Component field : design.shape().components()) {
      Object value = design.shape().get(record, field);
      if (value != null) {
        fields.put(field, value);
      }
    }
    Map<String, Object> key = taken(fields, design.key().held());
    return new RowFields(
        Optional.empty(), Optional.empty(), key, named(fields), List.of(), /* hasValues= */ true);
  }

  static Map<String, Object> named(Map<Component, Object> fields) {
    Map<String, Object> named = new LinkedHashMap<>();
    fields.forEach((field, value) -> named.put(field.name(), value));
    return named;
  }

  private static RowFields record(TableDesign<?> design, Result row, RowPart part) {
    boolean whole =
        design.familyNames().stream().allMatch(family -> part.hasAll(Bytes.toString(family)));
    if (whole && !design.isRecord(row)) {
      throw new IllegalArgumentException(
          "it has a mark alone, which a deleted record leaves for a while");
    }
    Map<Component, Object> fields = new LinkedHashMap<>(design.fieldReader().read(row, part));
    Map<String, Object> key = taken(fields, design.key().held());
    return new RowFields(
        Optional.of(row.getRow()),
        Optional.empty(),
        key,
        named(fields),
        others(row, column -> design.fieldReader().isShown(column, row, part)),
        part.hasValues());
  }

  /** The cells of columns that no field shows. */
  static List<Cell> others(Result row, Predicate<Column> shown) {
    List<Cell> others = new ArrayList<>();
    for (Cell cell : row.rawCells()) {
      Column column = new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
      if (!shown.test(column)) {
        others.add(cell);
      }
    }
    return others;
  }

  /** The fields of a key, which are taken out of the others; in the order of the key. */
  static Map<String, Object> taken(Map<Component, Object> fields, Set<Component> held) {
    Map<String, Object> taken = new LinkedHashMap<>();
    for (Component field : held) {
      Object value = fields.remove(field);
      if (value != null) {
        taken.put(field.name(), value);
      }
    }
    return taken;
  }

  private static RowFields entry(
      IndexDesign<?> index, TableDesign<?> design, Result row, RowPart part) {
    checkRead(index, row, part);
    byte[] recordRow =
        index
            .row(row)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "it has no cell of an entry in " + index.family().getNameAsString()));
    RowKey<?> key = index.key();
    Object[] sought = new Object[key.shape().components().size()];
    key.decodeFrom(row.getRow(), sought);
    Object[] found = new Object[sought.length];
    design.key().decode(recordRow, found);
    return new RowFields(
        Optional.of(row.getRow()),
        Optional.of(
            new RowFields.Belonging(
                RowFields.Kind.ENTRY, index.name(), recordRow, ofKey(design.key(), found))),
        ofKey(key, sought),
        Map.of(),
        List.of(),
        part.hasValues());
  }

  /** That an entry has not what was not read says nothing. */
  private static void checkRead(IndexDesign<?> index, Result row, RowPart part) {
    Column first = index.cells().first();
    boolean there = index.row(row).isPresent();
    if (!part.hasValues() || !(there || part.hasAll(first))) {
      throw new IllegalArgumentException(
          "column " + first + " tells whether it is one, and was not read");
    }
  }

  static Map<String, Object> ofKey(RowKey<?> key, Object[] values) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (Component field : key.held()) {
      Object value = values[field.index()];
      if (value != null) {
        fields.put(field.name(), value);
      }
    }
    return fields;
  }
}
