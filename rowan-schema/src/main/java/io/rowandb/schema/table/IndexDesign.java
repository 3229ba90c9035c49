package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.MalformedKeyException;
import io.rowandb.schema.key.RowKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A secondary index of a table: rows, called entries, that are sorted by other fields and contain
 * the row key of the record, which is then looked up.
 *
 * <pre>
 *   entry:         fields of the index | row key of the record
 *   unique entry:  fields of the index                             a cell of it has the record's row key
 * </pre>
 *
 * <p>See {@link IndexCells} for their other cells.
 *
 * <p>Entries are in a separate table, or in that of the records, where a literal separates the
 * keys. A record has no entry if a field is null for which the index cannot represent null.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class IndexDesign<R> {
  /**
   * What it is told beside its key and its place.
   *
   * @param only which records have entries; null for all
   * @param onlyText that for people; null for all
   */
  record Terms<R>(
      String name,
      List<Component> alternatives,
      Predicate<R> only,
      String onlyText,
      boolean unique,
      boolean building) {}

  /**
   * Where its entries are.
   *
   * @param ofRecords whether the table is that of the records
   */
  record Place(TableName table, ColumnFamilyDescriptor family, boolean ofRecords) {}

  // Fixed at construction.
  private final Terms<R> terms;
  private final RowKey<R> key;
  private final Place place;
  private final List<byte[]> splitKeys;
  private final CopiedColumns<R> copied;
  private final IndexCells<R> cells;

  IndexDesign(
      Terms<R> terms, RowKey<R> key, Place place, List<byte[]> splitKeys, CopiedColumns<R> copied) {
    this.terms = terms;
    this.key = key;
    this.place = place;
    this.splitKeys = List.copyOf(splitKeys);
    this.copied = copied;
    cells = new IndexCells<>(place.family().getName(), terms.unique(), copied);
  }

  /** What it is called. */
  public String name() {
    return terms.name();
  }

  /** How its entries begin. */
  public RowKey<R> key() {
    return key;
  }

  /** The table that its entries are in. */
  public TableName table() {
    return place.table();
  }

  /** Whether that is the table of the records. */
  public boolean isInTableOfRecords() {
    return place.ofRecords();
  }

  /** The family of its entries' cells. */
  public ColumnFamilyDescriptor family() {
    return place.family();
  }

  /** What its entries' cells are. */
  public IndexCells<R> cells() {
    return cells;
  }

  /** The fields that its entries have copies of. */
  public List<Component> copied() {
    return copied.components();
  }

  /** Whether its entries have copies of fields. */
  public boolean hasCopies() {
    return !copied().isEmpty();
  }

  /**
   * Reads what an entry itself has: the fields in its key, and the copies.
   *
   * @param copies of {@link IndexCells#copies}
   * @param values where they go, one place for each component; others stay as they are
   * @throws io.rowandb.schema.value.MalformedValueException when these are no copies of them
   */
  void readCopies(byte[] entry, byte[] copies, Object[] values) {
    key.decodeFrom(entry, values);
    copied.read(copies, values);
  }

  /** The first rows of its table's regions, but the first. */
  public List<byte[]> splitKeys() {
    return splitKeys;
  }

  /**
   * The fields of which any may have the value that is looked for; the first of them stands for all
   * in the key. Empty when there are none.
   */
  public List<Component> alternatives() {
    return terms.alternatives();
  }

  /** Whether what a field has decides on its entries. */
  boolean dependsOn(Component field) {
    return key.components().contains(field) || terms.alternatives().contains(field);
  }

  /** Whether it has entries of some records only, so that a read must ask for it by its name. */
  public boolean isPartial() {
    return terms.only() != null;
  }

  /** Whether no two records may have the same values. */
  public boolean isUnique() {
    return terms.unique();
  }

  /** Whether it is kept, but not complete yet, so that no read may use it. */
  public boolean isBuilding() {
    return terms.building();
  }

  /**
   * The rows of a record's entries, in ascending order; none, one, or of alternatives one for each
   * value.
   *
   * @param row the record's row key
   */
  public List<byte[]> entries(R record, byte[] row) {
    return terms.only() != null && !terms.only().test(record)
        ? List.of()
        : possibleEntries(record, row);
  }

  /** The same, as if all records had entries. */
  public List<byte[]> possibleEntries(R record, byte[] row) {
    RecordShape<R> shape = key.shape();
    return entriesOfAll(component -> shape.get(record, component), row);
  }

  private List<byte[]> entriesOfAll(Function<Component, Object> values, byte[] row) {
    if (terms.alternatives().isEmpty()) {
      return entries(values, row);
    }
    Component carrier = terms.alternatives().get(0);
    Set<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
    for (Component alternative : terms.alternatives()) {
      rows.addAll(
          entries(
              component -> values.apply(component.equals(carrier) ? alternative : component), row));
    }
    return List.copyOf(rows);
  }

  /** Whether an entry is one of a record's. */
  public boolean has(R record, byte[] row, byte[] entry) {
    return entries(record, row).stream().anyMatch(each -> Arrays.equals(each, entry));
  }

  /**
   * Whether an entry may be one of a row of which no record can be made.
   *
   * @param values what the row has, of {@link TableDesign#fieldReader}
   */
  public boolean mayHave(Map<Component, Object> values, byte[] row, byte[] entry) {
    return terms.only() != null
        || entriesOf(values, row).stream().anyMatch(each -> Arrays.equals(each, entry));
  }

  /**
   * The rows of all entries that a row may have of which no record can be made.
   *
   * @param values what the row has, of {@link TableDesign#fieldReader}
   */
  public List<byte[]> entriesOf(Map<Component, Object> values, byte[] row) {
    return entriesOfAll(values::get, row);
  }

  private List<byte[]> entries(Function<Component, Object> values, byte[] row) {
    if (!key.isComplete(values)) {
      return List.of();
    }
    byte[] fields = key.encode(values);
    return List.of(terms.unique() ? fields : Bytes.add(fields, row));
  }

  /**
   * Whether no writer of this index wrote a row: it names nothing that can be a row key. An index
   * of another form that was here before leaves such rows.
   */
  public boolean isForeign(Result entry) {
    try {
      return cells
          .first(entry)
          .map(cell -> named(entry, cell))
          .filter(row -> !isRow(row))
          .isPresent();
    } catch (MalformedKeyException e) {
      return true; // that is what was asked
    }
  }

  private static boolean isRow(byte[] row) {
    return row.length > 0 && row.length <= HConstants.MAX_ROW_LENGTH;
  }

  /**
   * The row key of the record that an entry names; none of an entry that is being removed, and of
   * one that names nothing which can be a row key.
   *
   * @throws MalformedKeyException when no entry of this index has such a row
   */
  public Optional<byte[]> row(Result entry) {
    return cells.first(entry).map(cell -> named(entry, cell)).filter(IndexDesign::isRow);
  }

  private byte[] named(Result entry, Cell cell) {
    return terms.unique()
        ? CellUtil.cloneValue(cell)
        : key.decodeFrom(entry.getRow(), new Object[key.shape().components().size()]);
  }

  /** What is said of the bytes of its entries: tables keep it, so it stays as it is. */
  DesignLine line() {
    DesignLine ofKey = DesignLine.of("index " + terms.name(), "", key);
    List<String> fields = new ArrayList<>(ofKey.fields());
    fields.addAll(names(terms.alternatives()));
    return new DesignLine(
        ofKey.place(),
        fields,
        (terms.unique() ? "unique " : "")
            + ofKey.form()
            + (terms.alternatives().isEmpty()
                ? ""
                : ", any of the last " + terms.alternatives().size())
            + (terms.only() == null ? "" : ", only " + terms.onlyText()));
  }

  /** All that is said of the bytes of its entries. */
  List<DesignLine> lines() {
    List<DesignLine> lines = new ArrayList<>(List.of(line()));
    lines.addAll(DesignLine.ofConstants("index " + terms.name(), key));
    return lines;
  }

  /** One line for people. */
  public String describe() {
    return (terms.unique() ? "unique index " : "index ")
        + terms.name()
        + " in "
        + place.table()
        + " on "
        + key
        + (terms.alternatives().isEmpty() ? "" : ", any of " + names(terms.alternatives()))
        + (terms.only() == null ? "" : ", only " + terms.onlyText())
        + (hasCopies() ? ", with copies of " + names(copied()) : "")
        + (terms.building() ? ", being built" : "");
  }

  static List<String> names(List<Component> components) {
    return components.stream().map(Component::name).toList();
  }
}
