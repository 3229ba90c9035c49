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
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;

/**
 * What the rows of one table may be: records of one design or of several that share it, entries of
 * indexes, and details in rows of their own. Immutable; used by any number of threads.
 */
public final class RowForms {
  private final List<TableDesign<?>> records = new ArrayList<>();
  private final Map<IndexDesign<?>, TableDesign<?>> entries = new LinkedHashMap<>();
  private final List<DetailRows> details = new ArrayList<>();

  private RowForms(TableName table, List<TableDesign<?>> designs) {
    for (TableDesign<?> design : designs) {
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
    return new RowForms(table, designs);
  }

  /** Whether no design is of this table. */
  public boolean isEmpty() {
    return records.isEmpty() && entries.isEmpty() && details.isEmpty();
  }

  /** The designs whose records are in it. */
  public List<TableDesign<?>> records() {
    return List.copyOf(records);
  }

  /**
   * How many versions of each cell are to be read of it, so that fields which are versions are
   * whole.
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
  public RowText text(Result row, RowPart part) {
    List<String> reasons = new ArrayList<>();
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
        reasons.add("no " + design.shape().type().getSimpleName() + ": " + e.getMessage());
      }
    }
    for (DetailRows each : details) {
      try {
        return each.text(row, part);
      } catch (IllegalArgumentException | MalformedKeyException e) {
        reasons.add("no detail of " + each.name() + ": " + e.getMessage());
      }
    }
    throw new IllegalArgumentException(String.join("; ", reasons));
  }

  /** A record of a design. */
  public static <R> RowText text(TableDesign<R> design, R record) {
    Map<Component, Object> fields = new LinkedHashMap<>();
    for (Component field : design.shape().components()) {
      Object value = design.shape().get(record, field);
      if (value != null) {
        fields.put(field, value);
      }
    }
    String key = taken(fields, design.key().held());
    return new RowText(key, String.join(", ", texts(fields)));
  }

  static List<String> texts(Map<Component, Object> fields) {
    List<String> texts = new ArrayList<>();
    fields.forEach((field, value) -> texts.add(FieldText.of(field.name(), value)));
    return texts;
  }

  private static RowText record(TableDesign<?> design, Result row, RowPart part) {
    Map<Component, Object> fields = new LinkedHashMap<>(design.fields(row, part));
    String key = taken(fields, design.key().held());
    List<String> texts = texts(fields);
    texts.addAll(others(row, part, column -> design.isShown(column, row, part)));
    return new RowText(key, String.join(", ", texts));
  }

  /** The columns that no field shows; without their values where these were not read. */
  static List<String> others(Result row, RowPart part, Predicate<Column> shown) {
    List<String> others = new ArrayList<>();
    for (Cell cell : row.rawCells()) {
      Column column = new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
      if (!shown.test(column)) {
        others.add(
            part.hasValues()
                ? column + "=" + FieldText.of(CellUtil.cloneValue(cell))
                : column.toString());
      }
    }
    return part.hasValues() || others.isEmpty()
        ? others
        : List.of(String.join(", ", others) + " (without values)");
  }

  /** The fields of a key, which are taken out of the others; in the order of the key. */
  static String taken(Map<Component, Object> fields, Set<Component> held) {
    return held.stream()
        .filter(fields::containsKey)
        .map(field -> FieldText.of(field.name(), fields.remove(field)))
        .collect(Collectors.joining(", "));
  }

  private static RowText entry(
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
    return new RowText(
        index.name() + ": " + ofKey(key, sought), "of " + ofKey(design.key(), found));
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

  static String ofKey(RowKey<?> key, Object[] values) {
    return key.held().stream()
        .filter(field -> values[field.index()] != null)
        .map(field -> FieldText.of(field.name(), values[field.index()]))
        .collect(Collectors.joining(", "));
  }
}
