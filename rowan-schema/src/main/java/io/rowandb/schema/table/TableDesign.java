package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.RowKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
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

  private TableDesign(Builder<R> from, RowKey<R> key) {
    this.name = from.name;
    this.key = key;
    mappings = List.copyOf(from.mappings);
    families = Collections.unmodifiableMap(new LinkedHashMap<>(from.families));
    familyNames = families.values().stream().map(ColumnFamilyDescriptor::getName).toList();
    splitKeys = List.copyOf(from.splits.keysOf(key));
    presence =
        new Column(families.values().iterator().next().getName(), HConstants.EMPTY_BYTE_ARRAY);
    missing = missing(key.shape());
    indexes = from.indexes.stream().map(index -> index.build(from)).toList();
    rules = new ReadRules(Set.copyOf(from.required), List.copyOf(from.exclusive));
    versions = mappings.stream().mapToInt(CellMapping::versions).max().orElse(1);
  }

  /** What fields have that a row has no cell of: null, or what Java's primitives begin with. */
  private static Object[] missing(RecordShape<?> shape) {
    return shape.components().stream().map(Zero::of).toArray();
  }

  /** Begins the declaration of a table, {@code namespace:name} or {@code name}. */
  public static <R> Builder<R> of(String name, Class<R> type) {
    return new Builder<>(TableName.valueOf(name), RecordShape.of(type));
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
   * The part of a record that an entry of an index has by itself: the fields of both keys and the
   * copies; others are null, or what Java's primitives begin with.
   *
   * @param copies the cell of the copies
   * @throws IllegalArgumentException naming the entry and the rule, when it has none of them; and
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
   * The record of a row.
   *
   * @param row not empty
   * @throws io.rowandb.schema.key.MalformedKeyException when no record has such a key
   * @throws IllegalArgumentException naming the row, the field and the rule, when a cell has no
   *     value of its field; and whatever the record's constructor throws
   */
  public R read(Result row) {
    Object[] values = missing.clone();
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

  /** The declared columns, one line each, for people. */
  List<String> describeColumns() {
    return mappings.stream().map(CellMapping::describe).toList();
  }

  /**
   * A declaration that is being made. Used by one thread.
   *
   * @param <R> the record
   */
  public static final class Builder<R> {
    // Fixed at construction.
    private final TableName name;
    private final RecordShape<R> shape;

    private final Map<String, ColumnFamilyDescriptor> families = new LinkedHashMap<>();
    private final List<CellMapping<R>> mappings = new ArrayList<>();
    private final List<IndexDesign.Builder<R>> indexes = new ArrayList<>();
    private final Set<Component> required = new HashSet<>();
    private final List<Set<Component>> exclusive = new ArrayList<>();
    private RowKey<R> key;
    private Splits<R> splits = Splits.none();

    private Builder(TableName name, RecordShape<R> shape) {
      this.name = name;
      this.shape = shape;
    }

    /** The row key. */
    public Builder<R> key(UnaryOperator<RowKey.Builder<R>> declaration) {
      key = declaration.apply(RowKey.of(shape)).build();
      return this;
    }

    /** A family with HBase's defaults. */
    public Builder<R> family(String family) {
      return family(family, UnaryOperator.identity());
    }

    /** A family with HBase's attributes. */
    public Builder<R> family(
        String family, UnaryOperator<ColumnFamilyDescriptorBuilder> attributes) {
      ColumnFamilyDescriptorBuilder builder =
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family));
      if (families.put(family, attributes.apply(builder).build()) != null) {
        throw new IllegalArgumentException("family " + family + " is declared twice");
      }
      return this;
    }

    /** A field in a column, in the form that is usual for its type. */
    public <T> Builder<R> column(Field<R, T> field, String column) {
      Component component = shape.component(field);
      return add(component, column, ColumnTypes.forType(component.genericType()), null);
    }

    /** A field in a column, in this form. */
    public <T> Builder<R> column(Field<R, T> field, String column, ColumnType<T> type) {
      return add(shape.component(field), column, type, null);
    }

    /** A field in a column, in this form; rows without the column have a default. */
    public <T> Builder<R> column(
        Field<R, T> field, String column, ColumnType<T> type, T defaultValue) {
      return add(shape.component(field), column, type, defaultValue);
    }

    @SuppressWarnings("unchecked") // the field's type is the column's, as the compiler has checked
    private Builder<R> add(
        Component component, String column, ColumnType<?> type, Object defaultValue) {
      Object absent = defaultValue == null ? Zero.of(component) : defaultValue;
      mappings.add(
          new SingleColumn<>(
              shape, component, Column.of(column), (ColumnType<Object>) type, absent));
      return this;
    }

    /** A field that increments alone change. */
    public Builder<R> counter(Field<R, Long> field, String column) {
      mappings.add(new Counter<>(shape, shape.component(field), Column.of(column)));
      return this;
    }

    /** A second index. */
    public Builder<R> index(String index, UnaryOperator<IndexDesign.Builder<R>> declaration) {
      indexes.add(declaration.apply(new IndexDesign.Builder<>(index, shape)));
      return this;
    }

    /** Fields that every read must have a condition on. */
    @SafeVarargs
    public final Builder<R> required(Field<R, ?>... fields) {
      required.addAll(components(fields));
      return this;
    }

    /** Fields of which a read may have a condition on one only. */
    @SafeVarargs
    public final Builder<R> exclusive(Field<R, ?>... fields) {
      exclusive.add(components(fields));
      return this;
    }

    @SafeVarargs
    private Set<Component> components(Field<R, ?>... fields) {
      Set<Component> components = new HashSet<>();
      for (Field<R, ?> field : fields) {
        components.add(shape.component(field));
      }
      return components;
    }

    TableName tableName() {
      return name;
    }

    ColumnFamilyDescriptor declaredFamily(String family) {
      ColumnFamilyDescriptor declared = families.get(family);
      if (declared == null) {
        throw new IllegalArgumentException(
            "family " + family + " is not declared; there are " + families.keySet());
      }
      return declared;
    }

    SingleColumn<R> declaredColumn(String index, Component field) {
      for (CellMapping<R> mapping : mappings) {
        if (mapping instanceof SingleColumn<R> column && column.component().equals(field)) {
          return column;
        }
      }
      throw new IllegalArgumentException(
          "index " + index + " has a copy of " + shape.describe(field) + ", which has no column");
    }

    /** The regions that the table begins with. */
    public Builder<R> splits(Splits<R> newSplits) {
      splits = newSplits;
      return this;
    }

    /**
     * The design.
     *
     * @throws IllegalArgumentException when a rule is broken: no key or family, a field that is
     *     neither in the key nor in a column, a column of two fields or of a family that is not
     *     declared
     */
    public TableDesign<R> build() {
      if (key == null || families.isEmpty()) {
        throw new IllegalArgumentException(
            "table " + name + " has no " + (key == null ? "key" : "family"));
      }
      Set<Component> stored = new HashSet<>(key.held());
      Set<String> columns = new HashSet<>();
      for (CellMapping<R> mapping : mappings) {
        check(mapping, columns);
        stored.addAll(mapping.components());
      }
      for (Component component : shape.components()) {
        if (!stored.contains(component)) {
          throw new IllegalArgumentException(
              shape.describe(component)
                  + " is neither held by the key nor in a column, and would be lost");
        }
      }
      TableDesign<R> design = new TableDesign<>(this, key);
      checkApart(design);
      design.indexes().forEach(this::checkCounters);
      return design;
    }

    /** What increments change, no writer of records has the entries of. */
    private void checkCounters(IndexDesign<R> index) {
      for (CellMapping<R> mapping : mappings) {
        for (Component component : mapping.components()) {
          if (mapping instanceof Counter<R> && index.dependsOn(component)) {
            throw new IllegalArgumentException(
                "index "
                    + index.name()
                    + " is on "
                    + component.name()
                    + ", a counter, which changes without a record being written");
          }
        }
      }
    }

    /** Keys of records and of entries that share a table begin with literals of their own. */
    private void checkApart(TableDesign<R> design) {
      Set<String> names = new HashSet<>();
      List<RowKey<R>> keys = new ArrayList<>(List.of(key));
      for (IndexDesign<R> index : design.indexes()) {
        if (!names.add(index.name())) {
          throw new IllegalArgumentException("index " + index.name() + " is declared twice");
        }
        if (index.isInTableOfRecords()) {
          for (RowKey<R> other : keys) {
            if (!index.key().isApartFrom(other)) {
              throw new IllegalArgumentException(
                  "index "
                      + index.name()
                      + " shares table "
                      + name
                      + " with the key "
                      + other
                      + ": each must begin with a literal that does not begin the other's");
            }
          }
          keys.add(index.key());
        }
      }
    }

    private void check(CellMapping<R> mapping, Set<String> columns) {
      for (String family : mapping.families()) {
        if (!families.containsKey(family)) {
          throw new IllegalArgumentException(
              mapping.describe()
                  + ": family "
                  + family
                  + " is not declared; there are "
                  + families.keySet());
        }
      }
      String place = mapping.describe().substring(0, mapping.describe().indexOf(' '));
      if (!columns.add(place)) {
        throw new IllegalArgumentException("column " + place + " is declared twice");
      }
    }
  }
}
