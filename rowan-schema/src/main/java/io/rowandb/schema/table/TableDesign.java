package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.RowKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table as a type: its record, row key, columns, families and the regions it begins with.
 *
 * <pre>{@code
 * TableDesign<User> users =
 *     TableDesign.of("users", User.class)
 *         .key(key -> key.part(User::name, Parts.textToEnd()))
 *         .family("i", family -> family.setMaxVersions(1))
 *         .column(User::email, "i:e")
 *         .counter(User::posts, "i:p")
 *         .build();
 * }</pre>
 *
 * <p>Each component of the record is held by the key, or has its column, or both. Columns that are
 * not declared stay as they are when a record is written.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class TableDesign<R> {
  // Fixed at construction.
  private final TableName name;
  private final RowKey<R> key;
  private final List<CellMapping<R>> mappings;
  private final Map<String, ColumnFamilyDescriptor> families;
  private final List<byte[]> familyNames;
  private final List<byte[]> splitKeys;
  private final Column presence;
  private final Object[] missing;
  private final int versions;
  private final List<IndexDesign<R>> indexes;
  private final ReadRules rules;
  private final List<DetailMapping<R, ?>> details;

  TableDesign(TableDesignBuilder<R> from, RowKey<R> key) {
    this.name = from.name;
    this.key = key;
    mappings = List.copyOf(from.mappings);
    families = Collections.unmodifiableMap(new LinkedHashMap<>(from.families));
    familyNames = families.values().stream().map(ColumnFamilyDescriptor::getName).toList();
    splitKeys = List.copyOf(from.splits.keysOf(key));
    presence = presence(families.values().iterator().next(), mappings);
    missing = missing(key.shape());
    indexes = from.indexes.stream().map(index -> index.build(from)).toList();
    rules = new ReadRules(Set.copyOf(from.required), List.copyOf(from.exclusive));
    details = mappings.stream().flatMap(TableDesign::details).toList();
    versions = mappings.stream().mapToInt(CellMapping::versions).max().orElse(1);
  }

  private static <R> Stream<DetailMapping<R, ?>> details(CellMapping<R> mapping) {
    return mapping instanceof DetailMapping<R, ?> found ? Stream.of(found) : Stream.empty();
  }

  /**
   * A column that no field has: it tells that a row is there. It has a qualifier where the family
   * goes by the order of writes, for there HBase does not delete a cell without one with its row.
   */
  private static <R> Column presence(ColumnFamilyDescriptor family, List<CellMapping<R>> mappings) {
    Set<String> taken = mappings.stream().map(TableDesign::place).collect(Collectors.toSet());
    byte[] qualifier = new byte[family.isNewVersionBehavior() ? 1 : 0];
    while (taken.contains(new Column(family.getName(), qualifier).toString())) {
      qualifier = new byte[qualifier.length + 1];
    }
    return new Column(family.getName(), qualifier);
  }

  /** Where a mapping's cells are: what its description begins with. */
  private static String place(CellMapping<?> mapping) {
    return mapping.describe().substring(0, mapping.describe().indexOf(' '));
  }

  /** What fields have that a row has no cell of: null, or what Java's primitives begin with. */
  private static Object[] missing(RecordShape<?> shape) {
    return shape.components().stream().map(Zero::of).toArray();
  }

  /** Begins the declaration of a table, {@code namespace:name} or {@code name}. */
  public static <R> TableDesignBuilder<R> of(String name, Class<R> type) {
    return new TableDesignBuilder<>(TableName.valueOf(name), RecordShape.of(type));
  }

  /** The table's name. */
  public TableName name() {
    return name;
  }

  /** The record's class and components. */
  public RecordShape<R> shape() {
    return key.shape();
  }

  /** The row key. */
  public RowKey<R> key() {
    return key;
  }

  /** Its families by their names, in the order of the declaration. */
  public Map<String, ColumnFamilyDescriptor> families() {
    return families;
  }

  /** Their names as bytes, in the same order. */
  public List<byte[]> familyNames() {
    return familyNames;
  }

  /** The first rows of the regions it begins with, but the first; may be empty. */
  public List<byte[]> splitKeys() {
    return splitKeys;
  }

  /** How many versions of a cell a read needs. */
  public int versions() {
    return versions;
  }

  /** Its second indexes. */
  public List<IndexDesign<R>> indexes() {
    return indexes;
  }

  /** Its fields that have details. */
  public List<DetailMapping<R, ?>> details() {
    return details;
  }

  /** What its reads must have conditions on. */
  public ReadRules rules() {
    return rules;
  }

  /** What {@code Admin.createTable} takes, with {@link #splitKeys}. */
  public TableDescriptor descriptor() {
    return TableDescriptorBuilder.newBuilder(name).setColumnFamilies(families.values()).build();
  }

  /**
   * What makes a row hold a record.
   *
   * @throws IllegalArgumentException naming the field and the rule, when a value has no form in the
   *     key or in its column
   */
  public RowChange write(R record) {
    RowChange change = new RowChange(key.encode(record));
    for (CellMapping<R> mapping : mappings) {
      mapping.write(record, change);
    }
    if (!change.writes()) {
      change.write(presence, HConstants.EMPTY_BYTE_ARRAY); // a row without a cell is none
    }
    return change;
  }

  /** A record as it is read once it is written: with the defaults of columns that it has not. */
  public R asRead(R record) {
    Object[] values = null;
    for (CellMapping<R> mapping : mappings) {
      if (mapping instanceof SingleColumn<R> column
          && column.defaultValue() != null
          && shape().get(record, column.component()) == null) {
        values = values == null ? valuesOf(record) : values;
        values[column.component().index()] = column.defaultValue();
      }
    }
    return values == null ? record : shape().create(values);
  }

  private Object[] valuesOf(R record) {
    return shape().components().stream().map(each -> shape().get(record, each)).toArray();
  }

  /**
   * Adds to what makes a row hold a record that details go which the row has, and the record not.
   *
   * @param present the row's details, if it has any; values are not looked at
   */
  public void removeOthers(R record, Result present, RowChange change) {
    for (DetailMapping<R, ?> mapping : details) {
      if (mapping instanceof WideDetails<R, ?> wide && !present.isEmpty()) {
        wide.removeOthers(record, present, change);
      }
    }
  }

  /** What {@link #read(Result, Object[])} begins with: a place for each component. */
  public Object[] noValues() {
    return missing.clone();
  }

  /**
   * The part of a record that an entry of an index has by itself: the fields of both keys and the
   * copies; others are null, or what Java's primitives begin with.
   *
   * @param copies of {@link IndexCells#copies}
   * @throws IllegalArgumentException naming the entry and the rule, when these are none; and
   *     whatever the record's constructor throws
   */
  public R readCopies(IndexDesign<R> index, byte[] entry, byte[] row, byte[] copies) {
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
    return shape().create(values);
  }

  /**
   * The record of a row that has all of it.
   *
   * @param row not empty
   * @throws IllegalStateException when details of it are in rows of their own
   * @throws io.rowandb.schema.key.MalformedKeyException when no record has such a key
   * @throws IllegalArgumentException naming the row, the field and the rule, when a cell has no
   *     value of its field; and whatever the record's constructor throws
   */
  public R read(Result row) {
    return read(row, noValues());
  }

  /**
   * The record of a row, and of details that are in rows of their own.
   *
   * @param row not empty
   * @param values of {@link #noValues}, with those details; changed
   * @throws io.rowandb.schema.key.MalformedKeyException as {@link #read(Result)}
   * @throws IllegalArgumentException as {@link #read(Result)}
   */
  public R read(Result row, Object[] values) {
    for (CellMapping<R> mapping : mappings) {
      try {
        mapping.read(row, values);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "row " + Bytes.toStringBinary(row.getRow()) + " of " + name + ": " + e.getMessage(), e);
      }
    }
    key.decode(row.getRow(), values);
    return key.shape().create(values);
  }

  /**
   * The column of a counter.
   *
   * @throws IllegalArgumentException when the field is not declared as one
   */
  public Column counter(Field<R, Long> field) {
    Component component = key.shape().component(field);
    for (CellMapping<R> mapping : mappings) {
      if (mapping instanceof Counter<R> counter && counter.component().equals(component)) {
        return counter.column();
      }
    }
    throw new IllegalArgumentException(
        key.shape().describe(component) + " is not declared as a counter");
  }

  /** Some lines for people: the key byte by byte, the columns, the families, the regions. */
  public String describe() {
    return DesignText.of(this);
  }

  /** The {@code create} command of HBase's shell that makes this table. */
  public String toShell() {
    return ShellCommand.create(this);
  }

  /**
   * In what a table that is there differs from this design: families, and their attributes. Names,
   * and attributes of the table as a whole, which a design does not declare, are not compared.
   */
  public List<TableDifference> diff(TableDescriptor existing) {
    return TableDifference.between(this, existing);
  }

  /** The declared columns, one line each, for people. */
  List<String> describeColumns() {
    return mappings.stream().map(CellMapping::describe).toList();
  }
}
