package io.rowandb.schema.table;

import io.rowandb.schema.field.NamedValues;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;

/**
 * How the records of a design and the rows of its table become one another, for those who keep
 * tables: what of a record is in which row, and what of a row writing a record determines. Users
 * have {@link TableDesign#write} and {@link TableDesign#read}.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class RecordRows<R> {
  // Fixed at construction.
  private final TableForm<R> form;
  private final List<CellMapping<R>> mappings;
  private final RecordCodec<R> codec;

  RecordRows(TableForm<R> form, RecordCodec<R> codec) {
    this.form = form;
    this.mappings = form.mappings();
    this.codec = codec;
  }

  /** {@link TableDesign#isNoted}. */
  boolean isNoted() {
    return form.key().shape().type() == NamedValues.class;
  }

  /** {@link TableDesign#checkDeclared}. */
  void checkDeclared() {
    if (isNoted()) {
      throw new IllegalStateException(
          "table "
              + form.name()
              + " is read by what it keeps of its design, which does not tell all that a writer"
              + " must know, as which records an index is of: write with the design that a"
              + " program declares");
    }
  }

  /** The change that makes an empty row hold a new record: counters are written too. */
  public RowChange writeNew(R record) {
    checkDeclared();
    return codec.write(record, CellMapping::writeNew);
  }

  /**
   * Refuses a record with a counter that is not 0, since {@link TableDesign#write} does not write
   * counters.
   *
   * @throws IllegalArgumentException naming the field and the remedy
   */
  public void checkWritten(R record) {
    mappings.forEach(mapping -> mapping.checkWritten(record));
  }

  /** A record as it is read after it was written: with the defaults of missing columns. */
  public R asRead(R record) {
    return codec.asRead(record);
  }

  /**
   * The part of a record that is determined by writing it, as it is read afterwards: with defaults;
   * counters are 0; histories and details in their own rows are empty.
   *
   * @throws IllegalArgumentException as {@link TableDesign#write}
   */
  public R written(R record) {
    checkDeclared();
    return codec.written(record);
  }

  /**
   * The record of a row like {@link #written}: without anything that changes in other ways than by
   * writing the record.
   *
   * @param row not empty
   * @throws io.rowandb.schema.key.MalformedKeyException as {@link TableDesign#read}
   * @throws IllegalArgumentException as {@link TableDesign#read}
   */
  public R readWritten(Result row) {
    return codec.readWritten(row);
  }

  /** The fields of a row that change in other ways than by writing its record, for people. */
  public List<String> changedOtherwise() {
    return mappings.stream()
        .filter(mapping -> !mapping.isWrittenWhole())
        .map(CellMapping::describe)
        .toList();
  }

  /**
   * The same without details in rows of their own: what no writer of another table can keep, at the
   * times of its own writes.
   */
  public List<String> changedInPlace() {
    return mappings.stream()
        .filter(mapping -> !mapping.isWrittenWhole() && !(mapping instanceof TallDetails<R, ?>))
        .map(CellMapping::describe)
        .toList();
  }

  /**
   * Checks that all details in rows of their own have a form.
   *
   * @param row the record's row key
   * @throws IllegalArgumentException naming the details and the rule
   */
  public void checkDetails(R record, byte[] row) {
    for (CellMapping<R> mapping : mappings) {
      if (mapping instanceof TallDetails<R, ?> tall) {
        tall.addingAll(record, row);
      }
    }
  }

  /**
   * Adds deletions of the details that the row has but the record does not.
   *
   * @param present the row's details, if it has any; values are ignored
   */
  public void removeOthers(R record, Result present, RowChange change) {
    codec.removeOthers(record, present, change);
  }

  /** The initial values for {@link #read(Result, Object[])}: a place for each component. */
  public Object[] noValues() {
    return codec.noValues();
  }

  /**
   * The part of a record that is in an index entry itself: the fields of both keys and the copies;
   * others are null or Java's default values.
   *
   * @param copies of {@link IndexCells#copies}
   * @throws IllegalArgumentException naming the entry and the rule, when these are none; and
   *     whatever the record's constructor throws
   */
  public R readCopies(IndexDesign<R> index, byte[] entry, byte[] row, byte[] copies) {
    return codec.readCopies(index, entry, row, copies);
  }

  /**
   * The values that are in an index entry itself, a place for each component, at its index; of
   * others null or Java's default values. As {@link #readCopies}, without a record.
   */
  public Object[] copiedValues(IndexDesign<R> index, byte[] entry, byte[] row, byte[] copies) {
    return codec.copiedValues(index, entry, row, copies);
  }

  /**
   * The record of a row, and of details that are in rows of their own.
   *
   * @param row not empty
   * @param values of {@link #noValues}, with those details; changed
   * @throws io.rowandb.schema.key.MalformedKeyException as {@link TableDesign#read}
   * @throws IllegalArgumentException as {@link TableDesign#read}
   */
  public R read(Result row, Object[] values) {
    return codec.read(row, values);
  }
}
