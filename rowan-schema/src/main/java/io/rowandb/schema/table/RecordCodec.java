package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.RowKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Records as rows of a table, and rows as records, by the mappings of the table's design.
 * Immutable; used by any number of threads.
 */
final class RecordCodec<R> {
  // Fixed at construction.
  private final TableForm<R> form;
  private final RowKey<R> key;
  private final List<CellMapping<R>> mappings;
  private final List<DetailMapping<R, ?>> details;
  private final Column presence;
  private final Object[] missing;

  /**
   * @throws IllegalArgumentException when no column is free to tell that a row is there
   */
  RecordCodec(TableForm<R> form) {
    this.form = form;
    presence = form.presence();
    key = form.key();
    mappings = form.mappings();
    details = mappings.stream().flatMap(RecordCodec::details).toList();
    missing = missing(key.shape());
  }

  private static <R> Stream<DetailMapping<R, ?>> details(CellMapping<R> mapping) {
    return mapping instanceof DetailMapping<R, ?> found ? Stream.of(found) : Stream.empty();
  }

  /** What fields have that a row has no cell of: null, or what Java's primitives begin with. */
  private static Object[] missing(RecordShape<?> shape) {
    return shape.components().stream().map(Zero::of).toArray();
  }

  /** The fields that have details. */
  List<DetailMapping<R, ?>> details() {
    return details;
  }

  /** The column of the cell in each row without other cells. */
  Column presence() {
    return presence;
  }

  private RecordShape<R> shape() {
    return key.shape();
  }

  /** Writes one mapping. */
  @FunctionalInterface
  interface Writing<R> {
    void write(CellMapping<R> mapping, R record, RowChange change);
  }

  /** The change that makes a row hold a record. */
  RowChange write(R record, Writing<R> writing) {
    byte[] row = key.encode(record);
    checkNeverNull(row, form.neverNull(), field -> shape().get(record, field));
    RowChange change = new RowChange(row);
    for (CellMapping<R> mapping : mappings) {
      writing.write(mapping, record, change);
    }
    if (!change.writesNow()) { // a row without a cell is none, and a deletion hides those of before
      change.write(presence, HConstants.EMPTY_BYTE_ARRAY);
    }
    return change;
  }

  /** {@link RecordRows#asRead}. */
  R asRead(R record) {
    Object[] values = null;
    for (CellMapping<R> mapping : mappings) {
      for (Component component : mapping.components()) {
        Object absent = mapping.defaultOf(component);
        if (absent != null && shape().get(record, component) == null) {
          values = values == null ? shape().values(record) : values;
          values[component.index()] = absent;
        }
      }
    }
    return values == null ? record : shape().create(values);
  }

  /** {@link RecordRows#written}. */
  R written(R record) {
    List<Cell> cells = new ArrayList<>();
    write(record, CellMapping::write).put().getFamilyCellMap().values().forEach(cells::addAll);
    cells.sort(CellComparator.getInstance());
    return readWritten(Result.create(cells));
  }

  /** {@link RecordRows#readWritten}. */
  R readWritten(Result row) {
    Object[] values = noValues();
    for (CellMapping<R> mapping : mappings) {
      if (!mapping.isWrittenWhole()) {
        mapping.readNothing(values);
      }
    }
    return read(row, values, mappings.stream().filter(CellMapping::isWrittenWhole).toList());
  }

  /** {@link RecordRows#removeOthers}. */
  void removeOthers(R record, Result present, RowChange change) {
    for (DetailMapping<R, ?> mapping : details) {
      if (mapping instanceof WideDetails<R, ?> wide && !present.isEmpty()) {
        wide.removeOthers(record, present, change);
      }
    }
  }

  /** {@link RecordRows#noValues}. */
  Object[] noValues() {
    return missing.clone();
  }

  /** {@link RecordRows#readCopies}. */
  R readCopies(IndexDesign<R> index, byte[] entry, byte[] row, byte[] copies) {
    return shape().create(copiedValues(index, entry, row, copies));
  }

  /** {@link RecordRows#copiedValues}. */
  Object[] copiedValues(IndexDesign<R> index, byte[] entry, byte[] row, byte[] copies) {
    Object[] values = missing.clone();
    try {
      index.readCopies(entry, copies, values);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "entry "
              + Bytes.toStringBinary(entry)
              + " of index "
              + index.name()
              + ": "
              + e.getMessage(),
          e);
    }
    key.decode(row, values);
    return values;
  }

  /** {@link TableDesign#read(Result, Object[])}. */
  R read(Result row, Object[] values) {
    return read(row, values, mappings);
  }

  private R read(Result row, Object[] values, List<CellMapping<R>> some) {
    readValues(row, values, some);
    checkNeverNull(row.getRow(), form.neverNull(), field -> values[field.index()]);
    return key.shape().create(values);
  }

  private void readValues(Result row, Object[] values, List<CellMapping<R>> some) {
    for (CellMapping<R> mapping : some) {
      readMapping(mapping, row, values);
    }
    key.decode(row.getRow(), values);
  }

  /** {@link FieldCells#read}. */
  Object[] readFields(Result row, List<CellMapping<R>> some) {
    Object[] values = noValues();
    readValues(row, values, some);
    checkNeverNull(
        row.getRow(),
        form.neverNull().stream()
            .filter(field -> some.stream().anyMatch(each -> each.components().contains(field)))
            .toList(),
        field -> values[field.index()]);
    return values;
  }

  /** Refuses null where the declaration excludes it, whether it is written or was read. */
  private void checkNeverNull(
      byte[] row, Collection<Component> fields, Function<Component, Object> values) {
    for (Component field : fields) {
      if (values.apply(field) == null) {
        throw new IllegalArgumentException(
            "row "
                + Bytes.toStringBinary(row)
                + " of "
                + form.name()
                + ": "
                + shape().describe(field)
                + " is null, and declared never to be");
      }
    }
  }

  /** The mappings of some fields; those that are in the key alone have none. */
  List<CellMapping<R>> mappingsOf(Set<Component> fields) {
    return mappings.stream()
        .filter(mapping -> mapping.components().stream().anyMatch(fields::contains))
        .toList();
  }

  private void readMapping(CellMapping<R> mapping, Result row, Object[] values) {
    try {
      mapping.read(row, values);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "row "
              + Bytes.toStringBinary(row.getRow())
              + " of "
              + form.name()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /** The fields of some of the mappings that a row has. */
  Map<Component, Object> fields(Result row, Predicate<CellMapping<R>> wanted) {
    Object[] values = new Object[missing.length];
    key.decode(row.getRow(), values);
    mappings.stream().filter(wanted).forEach(mapping -> readMapping(mapping, row, values));
    key.checkWhole(row.getRow(), values);
    return shape().present(values);
  }
}
