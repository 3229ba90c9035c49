package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.packed.PackedRecordBuilder;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private final List<DetailMapping<R, ?>> details;

  private TableDesign(Builder<R> from, RowKey<R> key) {
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

    /**
     * A column that a field had before: read where the row has not the field's column. Comes behind
     * that, once, and in the same form.
     *
     * @throws IllegalArgumentException when the field has no column of its own, or a former one
     */
    public Builder<R> formerly(Field<R, ?> field, String column) {
      Component component = shape.component(field);
      for (int i = 0; i < mappings.size(); i++) {
        if (mappings.get(i) instanceof SingleColumn<R> found
            && found.component().equals(component)) {
          mappings.set(i, new RenamedColumn<>(found, found.in(Column.of(column))));
          return this;
        }
      }
      throw new IllegalArgumentException(
          shape.describe(component) + " has no column yet that could be another's successor");
    }

    /**
     * A field that is the newest versions of a column, the newest first, in the form that is usual
     * for the value's type. Its family keeps as many. Writing adds each with its own time, and
     * removes none; those that are older than the row's last deletion stay hidden.
     *
     * @param max how many are read, and may be written at once; from 1
     */
    public <T> Builder<R> versions(Field<R, List<Versioned<T>>> field, String column, int max) {
      Type type = VersionsColumn.valueType(shape.component(field));
      return versions(shape.component(field), column, ColumnTypes.forType(type), max);
    }

    /** The same in this form. */
    public <T> Builder<R> versions(
        Field<R, List<Versioned<T>>> field, String column, ColumnType<T> type, int max) {
      return versions(shape.component(field), column, type, max);
    }

    @SuppressWarnings("unchecked") // the values' type is the column's, as the compiler has checked
    private Builder<R> versions(Component field, String column, ColumnType<?> type, int max) {
      mappings.add(
          new VersionsColumn<>(shape, field, Column.of(column), (ColumnType<Object>) type, max));
      return this;
    }

    /** A field that increments alone change. */
    public Builder<R> counter(Field<R, Long> field, String column) {
      mappings.add(new Counter<>(shape, shape.component(field), Column.of(column)));
      return this;
    }

    /**
     * Fields in one column, as a message with field numbers that stay; the others are held by the
     * key, or have columns of their own. A row without the column has the fields' defaults.
     */
    public Builder<R> packed(String column, PackedRecord<R> packed) {
      mappings.add(new PackedColumn<>(Column.of(column), packed));
      return this;
    }

    /** The same, declared in place. */
    public Builder<R> packed(String column, UnaryOperator<PackedRecordBuilder<R>> declaration) {
      return packed(column, declaration.apply(PackedRecord.of(shape.type())).build());
    }

    /** A field that is a list of details, in the order of their keys. */
    public <D> Builder<R> details(
        Field<R, List<D>> field, DetailLayout layout, DetailDesign<D> details) {
      return details(shape.component(field), null, layout, details);
    }

    /** A field that is a map of details by a field of theirs, which is all of their key. */
    public <K, D> Builder<R> details(
        Field<R, Map<K, D>> field, Field<D, K> key, DetailLayout layout, DetailDesign<D> details) {
      return details(shape.component(field), details.shape().component(key), layout, details);
    }

    private <D> Builder<R> details(
        Component field, Component mapKey, DetailLayout layout, DetailDesign<D> details) {
      mappings.add(
          layout instanceof DetailLayout.Tall tall
              ? new TallDetails<>(shape, field, mapKey, tall, details)
              : new WideDetails<>(
                  shape, field, mapKey, ((DetailLayout.Wide) layout).family(), details));
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

    /** The regions that the table begins with. */
    public Builder<R> splits(Splits<R> newSplits) {
      splits = newSplits;
      return this;
    }

    /**
     * The design.
     *
     * @throws IllegalArgumentException when a rule is broken: no key or family, a field that is
     *     neither in the key nor in a column, or in two, a column of two fields or of a family that
     *     is not declared or keeps too few versions
     */
    public TableDesign<R> build() {
      if (key == null || families.isEmpty()) {
        throw new IllegalArgumentException(
            "table " + name + " has no " + (key == null ? "key" : "family"));
      }
      Set<Component> stored = new HashSet<>(key.held());
      mappings.forEach(mapping -> stored.addAll(mapping.components()));
      new MappingRules<>(name, key, families).check(mappings);
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
  }
}
