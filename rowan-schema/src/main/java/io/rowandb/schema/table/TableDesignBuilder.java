package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.packed.PackedRecordBuilder;
import io.rowandb.schema.packed.PackedTypes;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Builds the declaration of a {@link TableDesign}. Used by one thread.
 *
 * @param <R> the record
 */
public final class TableDesignBuilder<R> {
  // Fixed at construction.
  private final TableName name;
  private final RecordShape<R> shape;

  private final Map<String, ColumnFamilyDescriptor> families = new LinkedHashMap<>();
  private final Map<Class<?>, ColumnType<?>> types = new HashMap<>();

  /** Those that columns were declared of without a form. */
  private final Set<Class<?>> usedTypes = new HashSet<>();

  private final List<CellMapping<R>> mappings = new ArrayList<>();
  private final List<IndexDesignBuilder<R>> indexes = new ArrayList<>();
  private final Set<Component> required = new HashSet<>();
  private final Set<Component> neverNull = new HashSet<>();
  private final List<Set<Component>> exclusive = new ArrayList<>();
  private final List<AccessPattern> accessPatterns = new ArrayList<>();
  private Component version;
  private Component expiry;
  private Set<Component> group = Set.of();
  private RowKey<R> key;
  private Splits<R> splits = Splits.none();
  private boolean declaredMarked;

  TableDesignBuilder(TableName name, RecordShape<R> shape) {
    this.name = name;
    this.shape = shape;
  }

  /** The row key. */
  public TableDesignBuilder<R> key(UnaryOperator<RowKeyBuilder<R>> declaration) {
    key = declaration.apply(RowKey.of(shape)).build();
    return this;
  }

  /** A family with HBase's defaults. */
  public TableDesignBuilder<R> family(String family) {
    return family(family, UnaryOperator.identity());
  }

  /** A family with HBase's attributes. */
  public TableDesignBuilder<R> family(
      String family, UnaryOperator<ColumnFamilyDescriptorBuilder> attributes) {
    ColumnFamilyDescriptorBuilder builder =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family));
    if (families.put(family, attributes.apply(builder).build()) != null) {
      throw new IllegalArgumentException("family " + family + " is declared twice");
    }
    return this;
  }

  /**
   * The usual form of a class in this design, in place of that of {@link ColumnTypes#forType}: of a
   * class of the program, {@code type(Money.class, ColumnTypes.mapped(..))}, or of another. Columns
   * and versions declared after it have the form; messages and details do not.
   *
   * @throws IllegalArgumentException when the class has one already, or a column before used it
   */
  public <T> TableDesignBuilder<R> type(Class<T> type, ColumnType<T> form) {
    Class<?> boxed = boxed(type);
    if (usedTypes.contains(boxed) || types.put(boxed, form) != null) {
      throw new IllegalArgumentException(
          "class "
              + type.getName()
              + " has a form already: it is declared once, before the columns that have it");
    }
    return this;
  }

  private static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }

  /**
   * A field in a column, in the form that is usual for its type. An optional field has the form of
   * its value, and no cell when it is empty. A list, set, map, or record of a sealed interface is
   * field 1 of a message, as {@link PackedTypes#forType} says: the column is then one of {@link
   * #packed}, with one field.
   */
  public <T> TableDesignBuilder<R> column(Field<R, T> field, String column) {
    Component component = shape.component(field);
    Type type = component.genericType();
    if (!types.containsKey(type) && PackedTypes.isOfMessagesAlone(type)) {
      usedTypes.add(component.type());
      return packed(column, PackedRecord.single(shape, component));
    }
    return add(component, column, usual(component, component.genericType()), null);
  }

  private ColumnType<?> usual(Component field, Type type) {
    if (type instanceof Class<?> named) {
      usedTypes.add(boxed(named));
      if (types.containsKey(boxed(named))) {
        return types.get(boxed(named));
      }
    }
    try {
      return ColumnTypes.forType(type);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          shape.describe(field)
              + ": "
              + e.getMessage()
              + "; give the class a ColumnType, as in type(class, type), or the column, as in"
              + " column(field, column, type), or declare the field in packed(...)",
          e);
    }
  }

  /** A field in a column, in this form. */
  public <T> TableDesignBuilder<R> column(Field<R, T> field, String column, ColumnType<T> type) {
    return add(plain(field), column, type, null);
  }

  /** A field in a column, in this form; rows without the column have a default. */
  public <T> TableDesignBuilder<R> column(
      Field<R, T> field, String column, ColumnType<T> type, T defaultValue) {
    return add(plain(field), column, type, defaultValue);
  }

  private Component plain(Field<R, ?> field) {
    return shape.plainComponent(field, "optionalColumn(field, column, type)");
  }

  /** An optional field in a column, with its value in this form; empty has no cell. */
  public <T> TableDesignBuilder<R> optionalColumn(
      Field<R, Optional<T>> field, String column, ColumnType<T> type) {
    return add(shape.component(field), column, type, null);
  }

  @SuppressWarnings("unchecked") // the field's type is the column's, as the compiler has checked
  private TableDesignBuilder<R> add(
      Component component, String column, ColumnType<?> type, Object defaultValue) {
    Object absent = defaultValue == null ? Zero.of(component) : defaultValue;
    mappings.add(
        new SingleColumn<>(shape, component, Column.of(column), (ColumnType<Object>) type, absent));
    return this;
  }

  /**
   * A former column of a field, read if the row lacks the field's column. Must be declared after
   * that, at most once, and has the same form.
   *
   * @throws IllegalArgumentException when the field has no column of its own, or a former one
   */
  public TableDesignBuilder<R> formerly(Field<R, ?> field, String column) {
    Component component = shape.component(field);
    for (int i = 0; i < mappings.size(); i++) {
      if (mappings.get(i) instanceof SingleColumn<R> found && found.component().equals(component)) {
        mappings.set(i, new RenamedColumn<>(found, found.in(Column.of(column))));
        return this;
      }
    }
    throw new IllegalArgumentException(
        shape.describe(component) + " has no column yet that could be another's successor");
  }

  /**
   * A field that holds the newest versions of a column, the newest first, in the default form of
   * the value's type. Its family keeps as many versions. Writing adds each with its own time, and
   * removes none; versions older than the row's last deletion stay hidden.
   *
   * @param max how many are read, and may be written at once; at least 1
   */
  public <T> TableDesignBuilder<R> versions(
      Field<R, List<Versioned<T>>> field, String column, int max) {
    Type type = VersionsColumn.valueType(shape.component(field));
    return versions(shape.component(field), column, usual(shape.component(field), type), max);
  }

  /** The same in this form. */
  public <T> TableDesignBuilder<R> versions(
      Field<R, List<Versioned<T>>> field, String column, ColumnType<T> type, int max) {
    return versions(shape.component(field), column, type, max);
  }

  @SuppressWarnings("unchecked") // the values' type is the column's, as the compiler has checked
  private TableDesignBuilder<R> versions(
      Component field, String column, ColumnType<?> type, int max) {
    mappings.add(
        new VersionsColumn<>(shape, field, Column.of(column), (ColumnType<Object>) type, max));
    return this;
  }

  /** A field that only increments change. */
  public TableDesignBuilder<R> counter(Field<R, Long> field, String column) {
    mappings.add(new Counter<>(shape, shape.component(field), Column.of(column)));
    return this;
  }

  /**
   * Fields in one column, as a message with permanent field numbers; the others are in the key or
   * have their own columns. A row without the column has the fields' defaults.
   */
  public TableDesignBuilder<R> packed(String column, PackedRecord<R> packed) {
    mappings.add(new PackedColumn<>(Column.of(column), packed));
    return this;
  }

  /** The same, declared in place. */
  public TableDesignBuilder<R> packed(
      String column, UnaryOperator<PackedRecordBuilder<R>> declaration) {
    return packed(column, declaration.apply(PackedRecord.of(shape)).build());
  }

  /** A field that is a list of details, in the order of their keys. */
  public <D> TableDesignBuilder<R> details(
      Field<R, List<D>> field, DetailLayout layout, DetailDesign<D> details) {
    return details(shape.component(field), null, layout, details);
  }

  /** A field that is a map of details by the only field of their key. */
  public <K, D> TableDesignBuilder<R> details(
      Field<R, Map<K, D>> field, Field<D, K> key, DetailLayout layout, DetailDesign<D> details) {
    return details(shape.component(field), details.shape().component(key), layout, details);
  }

  private <D> TableDesignBuilder<R> details(
      Component field, Component mapKey, DetailLayout layout, DetailDesign<D> details) {
    mappings.add(
        layout instanceof DetailLayout.Tall tall
            ? new TallDetails<>(shape, field, mapKey, tall, details)
            : new WideDetails<>(
                shape, field, mapKey, ((DetailLayout.Wide) layout).family(), details));
    return this;
  }

  /** A secondary index. */
  public TableDesignBuilder<R> index(
      String index, UnaryOperator<IndexDesignBuilder<R>> declaration) {
    indexes.add(declaration.apply(new IndexDesignBuilder<>(index, shape)));
    return this;
  }

  /** Fields that every read must have a condition on. */
  @SafeVarargs
  public final TableDesignBuilder<R> required(Field<R, ?>... fields) {
    required.addAll(components(fields));
    return this;
  }

  /**
   * Fields that no record has null in, though their types would allow it. A record with a null
   * there is not written: an {@link IllegalArgumentException} names the field and the row. A row
   * that was found with one is no record, and reads of it fail with the same error; a row that an
   * increment without a record made is such a row. An index on these fields has all records. A
   * table keeps that, and is not opened by a design that says otherwise.
   */
  @SafeVarargs
  public final TableDesignBuilder<R> neverNull(Field<R, ?>... fields) {
    neverNull.addAll(components(fields));
    return this;
  }

  /**
   * The field that counts how often a record was written, by which {@code RecordTable.save} knows
   * whether another client was faster. The table has marks then ({@link #marked}). A table keeps
   * it, and is not opened by a design without it.
   *
   * @param field an {@code int} or {@code long} in a column
   */
  public TableDesignBuilder<R> version(Field<R, ? extends Number> field) {
    version = shape.component(field);
    Class<?> type = version.type();
    if (!version.primitive() || (type != Integer.class && type != Long.class)) {
      throw new IllegalArgumentException(
          shape.describe(version) + " is the version, and must be an int or a long");
    }
    declaredMarked = true;
    return this;
  }

  /**
   * The field that says until when a record lives: each write gives its cells a time to live that
   * ends then, by the clock of this process, and its index entries one that ends later. A record
   * whose time is over already expires at once. The field has a column of its own and is never
   * null.
   *
   * <p>A put replaces all that the row had, whichever lives longer, also columns that this design
   * does not have: it reads the row, writes it if nobody has since, and begins again otherwise.
   * Programs that do not declare this would write records that do not expire: they are refused
   * where the table was made or declared with it, and no others are. Marks, counters, histories and
   * details do not expire with a record, and are refused beside it; so are views.
   */
  public TableDesignBuilder<R> expiresAt(Field<R, Instant> field) {
    expiry = shape.component(field);
    return this;
  }

  /**
   * The field that says how long a record lives from each time on when it is written, as {@link
   * #expiresAt}; a millisecond or more.
   */
  public TableDesignBuilder<R> timeToLive(Field<R, Duration> field) {
    expiry = shape.component(field);
    return this;
  }

  /** Fields of which a read may have a condition on one only. */
  @SafeVarargs
  public final TableDesignBuilder<R> exclusive(Field<R, ?>... fields) {
    exclusive.add(components(fields));
    return this;
  }

  /**
   * A query that the table must serve: the design is refused if neither the row key nor an index
   * answers it without reading other rows.
   *
   * @param question the query in words, for people
   */
  public TableDesignBuilder<R> answers(
      String question, UnaryOperator<AccessPattern.Builder<R>> pattern) {
    accessPatterns.add(pattern.apply(new AccessPattern.Builder<>(question, shape)).build());
    return this;
  }

  /**
   * Keeps a mark in each row, which makes its writes one chain: each write knows the previous one,
   * and late calls change nothing. For source tables of views; tables with unique indexes, indexes
   * with copies, or details in their own rows always have marks. Each write first reads the row,
   * and removes the index entries that the record no longer has. All programs that write the table
   * must declare this.
   */
  public TableDesignBuilder<R> marked() {
    declaredMarked = true;
    return this;
  }

  /**
   * Keeps the records with the same values of some fields in one region, so that several of them
   * are written as one ({@code RecordTable.togetherOf}). The fields are those on which the leading
   * parts of the key depend, all of them and no others. These parts have a fixed width, or the
   * first one is a text with an end, or a hash of the fields is before them.
   *
   * <p>A table that is made of the design has HBase's {@code MultiRowMutationEndpoint}, and a
   * restriction of splits: no region begins within a group, whoever asks for a split. So a group is
   * never larger than a region, and all of its writes go to one server. A table that was there
   * before gets both by {@code Admin.modifyTable}, with the attributes of {@link
   * TableDesign#descriptor}.
   *
   * <p>Such a table has no marks, and no records that expire: their writes depend on what each row
   * holds.
   */
  @SafeVarargs
  public final TableDesignBuilder<R> keepTogether(Field<R, ?> first, Field<R, ?>... others) {
    group = components(others);
    group.add(shape.component(first));
    return this;
  }

  private boolean isMarked() {
    return declaredMarked
        || indexes.stream().anyMatch(index -> index.isUnique() || index.hasCopies())
        || mappings.stream().anyMatch(TallDetails.class::isInstance);
  }

  @SafeVarargs
  private Set<Component> components(Field<R, ?>... fields) {
    Set<Component> components = new HashSet<>();
    for (Field<R, ?> field : fields) {
      components.add(shape.component(field));
    }
    return components;
  }

  /**
   * The families; those of nothing but entries know it. The first is none of them: it may have the
   * cell that tells of a record without any other. Those of rows with marks keep deletions.
   */
  private Map<String, ColumnFamilyDescriptor> configuredFamilies() {
    Set<String> ofEntries = new HashSet<>();
    indexes.forEach(index -> index.familyInTableOfRecords().ifPresent(ofEntries::add));
    mappings.forEach(mapping -> ofEntries.removeAll(mapping.families()));
    families.keySet().stream().limit(1).forEach(ofEntries::remove);
    Map<String, ColumnFamilyDescriptor> configured = new LinkedHashMap<>(families);
    configured.replaceAll(
        (each, family) -> {
          ColumnFamilyDescriptor own =
              ofEntries.contains(each) ? FamilyConfiguration.ofEntries(family) : family;
          return isMarked() ? FamilyConfiguration.keepingDeletions(own) : own;
        });
    return configured;
  }

  /** The initial regions of the table. */
  public TableDesignBuilder<R> splits(Splits<R> newSplits) {
    splits = newSplits;
    return this;
  }

  /**
   * The design.
   *
   * @throws IllegalArgumentException when a rule is broken: no key or family, a field that is
   *     neither in the key nor in a column, or in two, a column of two fields or of a family that
   *     is not declared or keeps too few versions, a table of two indexes, or of an index and of
   *     the records or their details
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
    TableForm<R> declared =
        new TableForm<>(
            name,
            key,
            List.copyOf(mappings),
            families,
            Set.copyOf(neverNull),
            Optional.ofNullable(version),
            Optional.ofNullable(expiry),
            group.isEmpty() ? Optional.empty() : Optional.of(key.group(group)),
            isMarked());
    DesignRules<R> rules = new DesignRules<>(declared);
    rules.check();
    List<byte[]> splitKeys = splits.keysOf(key);
    rules.checkSplits(splitKeys);
    List<IndexDesign<R>> built = indexes.stream().map(index -> index.build(declared)).toList();
    TableForm<R> form = declared.withFamilies(configuredFamilies());
    TableDesign<R> design =
        new TableDesign<>(
            form,
            built,
            splitKeys,
            new ReadRules(Set.copyOf(required), List.copyOf(exclusive)),
            accessPatterns);
    rules.check(built, accessPatterns);
    return design;
  }
}
