package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.key.RowKeyBuilder;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A second index of a table: rows, called entries, that are sorted by other fields and name the row
 * of the record, which is looked up then.
 *
 * <pre>
 *   entry:         fields of the index | row key of the record      one cell, without a value
 *   unique entry:  fields of the index                              one cell: the record's row key
 * </pre>
 *
 * <p>An index with copies has one more cell: for each copied field the length of its bytes, in 4
 * bytes and -1 for null, and the bytes that its column has.
 *
 * <p>Entries are in a table of their own, or in that of the records, where a literal keeps the keys
 * apart. A record with a null in a field that the index has no form for null of has no entry.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class IndexDesign<R> {
  private static final byte[] QUALIFIER = HConstants.EMPTY_BYTE_ARRAY;
  private static final byte[] COPIES = {'c'}; // behind the other in each row

  // Fixed at construction.
  private final String name;
  private final RowKey<R> key;
  private final TableName table;
  private final ColumnFamilyDescriptor family;
  private final boolean ofRecords;
  private final List<Component> alternatives;
  private final Predicate<R> only;
  private final String onlyText;
  private final boolean unique;
  private final boolean building;
  private final List<byte[]> splitKeys;
  private final CopiedColumns<R> copied;

  private IndexDesign(Builder<R> from, RowKey<R> key, TableName table, CopiedColumns<R> copied) {
    this.copied = copied;
    this.key = key;
    this.table = table;
    name = from.name;
    family = from.family;
    ofRecords = from.literal != null;
    alternatives = List.copyOf(from.alternatives);
    only = from.only;
    onlyText = from.onlyText;
    unique = from.unique;
    building = from.building;
    splitKeys = List.copyOf(from.splits.keysOf(key));
  }

  /** What it is called. */
  public String name() {
    return name;
  }

  /** How its entries begin. */
  public RowKey<R> key() {
    return key;
  }

  /** The table that its entries are in. */
  public TableName table() {
    return table;
  }

  /** Whether that is the table of the records. */
  public boolean isInTableOfRecords() {
    return ofRecords;
  }

  /** The family of its entries' cells. */
  public ColumnFamilyDescriptor family() {
    return family;
  }

  /** The column of its entries' cells. */
  public Column column() {
    return new Column(family.getName(), QUALIFIER);
  }

  /** The fields that its entries have copies of. */
  public List<Component> copied() {
    return copied.components();
  }

  /** The column of the copies; only an index with {@link #copied} has it. */
  public Column copies() {
    return new Column(family.getName(), COPIES);
  }

  /** What the copies of a record's fields are in a cell. */
  public byte[] copiesOf(R record) {
    return copied.write(record);
  }

  /**
   * Reads what an entry itself has: the fields in its key, and the copies.
   *
   * @param values where they go, one place for each component; others stay as they are
   * @throws io.rowandb.schema.value.MalformedValueException when the cell has no copies of them
   */
  public void readCopies(byte[] entry, byte[] cell, Object[] values) {
    key.decodeFrom(entry, values);
    copied.read(cell, values);
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
    return alternatives;
  }

  /** Whether what a field has decides on its entries. */
  boolean dependsOn(Component field) {
    return key.components().contains(field) || alternatives.contains(field);
  }

  /** Whether it has entries of some records only, so that a read must ask for it by its name. */
  public boolean isPartial() {
    return only != null;
  }

  /** Whether no two records may have the same values. */
  public boolean isUnique() {
    return unique;
  }

  /** Whether it is kept, but not complete yet, so that no read may use it. */
  public boolean isBuilding() {
    return building;
  }

  /**
   * The rows of a record's entries, in ascending order; none, one, or of alternatives one for each
   * value.
   *
   * @param row the record's row key
   */
  public List<byte[]> entries(R record, byte[] row) {
    RecordShape<R> shape = key.shape();
    if (only != null && !only.test(record)) {
      return List.of();
    }
    if (alternatives.isEmpty()) {
      return entries(component -> shape.get(record, component), row);
    }
    Component carrier = alternatives.get(0);
    Set<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
    for (Component alternative : alternatives) {
      rows.addAll(
          entries(
              component -> shape.get(record, component.equals(carrier) ? alternative : component),
              row));
    }
    return List.copyOf(rows);
  }

  /** Whether an entry is one of a record's. */
  public boolean has(R record, byte[] row, byte[] entry) {
    return entries(record, row).stream().anyMatch(each -> Arrays.equals(each, entry));
  }

  private List<byte[]> entries(Function<Component, Object> values, byte[] row) {
    if (!key.isComplete(values)) {
      return List.of();
    }
    byte[] fields = key.encode(values);
    return List.of(unique ? fields : Bytes.add(fields, row));
  }

  /** The row key of the record that an entry names, in its key or else in its value. */
  public byte[] row(byte[] entry, byte[] value) {
    return unique ? value : key.decodeFrom(entry, new Object[key.shape().components().size()]);
  }

  /** What the cell of an entry has. */
  public byte[] value(byte[] row) {
    return unique ? row : HConstants.EMPTY_BYTE_ARRAY;
  }

  /** One line for people. */
  public String describe() {
    return (unique ? "unique index " : "index ")
        + name
        + " in "
        + table
        + " on "
        + key
        + (alternatives.isEmpty() ? "" : ", any of " + names(alternatives))
        + (only == null ? "" : ", only " + onlyText)
        + (copied().isEmpty() ? "" : ", with copies of " + names(copied()))
        + (building ? ", being built" : "");
  }

  private static List<String> names(List<Component> components) {
    return components.stream().map(Component::name).toList();
  }

  /**
   * A declaration that is being made. Used by one thread.
   *
   * @param <R> the record
   */
  public static final class Builder<R> {
    /** Short, since every cell has it. */
    private static final String FAMILY = "i";

    // Fixed at construction.
    private final String name;
    private final RecordShape<R> shape;

    private UnaryOperator<RowKeyBuilder<R>> keyDeclaration;
    private final Set<Component> alternatives = new LinkedHashSet<>();
    private final Set<Component> copied = new LinkedHashSet<>();
    private String table;
    private String literal;
    private String familyName = FAMILY;
    private UnaryOperator<ColumnFamilyDescriptorBuilder> attributes = UnaryOperator.identity();
    private ColumnFamilyDescriptor family;
    private Predicate<R> only;
    private String onlyText;
    private boolean unique;
    private boolean building;
    private Splits<R> splits = Splits.none();

    Builder(String name, RecordShape<R> shape) {
      this.name = name;
      this.shape = shape;
    }

    /** The fields that it is sorted by, as for a {@link RowKey}; each part tells where it ends. */
    public Builder<R> on(UnaryOperator<RowKeyBuilder<R>> declaration) {
      keyDeclaration = declaration;
      return this;
    }

    /**
     * Has an entry for the value of each of these fields, of which the first stands in the key:
     * reads find records of which any has the value.
     */
    @SafeVarargs
    public final <T> Builder<R> anyOf(Field<R, T> first, Field<R, T>... others) {
      alternatives.add(shape.component(first));
      for (Field<R, T> other : others) {
        alternatives.add(shape.component(other));
      }
      return this;
    }

    /**
     * Has copies of these fields in its entries, so that reads which want no others need not look
     * up the records.
     */
    @SafeVarargs
    public final Builder<R> covering(Field<R, ?>... fields) {
      for (Field<R, ?> field : fields) {
        copied.add(shape.component(field));
      }
      return this;
    }

    /** Its table; else that of the records with an underscore and the index's name behind it. */
    public Builder<R> table(String newTable) {
      table = newTable;
      return this;
    }

    /** Its family's attributes, in a table of its own. */
    public Builder<R> family(UnaryOperator<ColumnFamilyDescriptorBuilder> newAttributes) {
      attributes = newAttributes;
      return this;
    }

    /**
     * Has its entries in the table of the records, whose key begins with another literal.
     *
     * @param newLiteral what all entries begin with
     * @param newFamily a family of that table
     */
    public Builder<R> inTableOfRecords(String newLiteral, String newFamily) {
      literal = newLiteral;
      familyName = newFamily;
      return this;
    }

    /**
     * Has entries of the records alone for which this is true, by the record itself; a counter is
     * not to be part of it, since it changes without a record being written.
     */
    public Builder<R> only(String text, Predicate<R> condition) {
      onlyText = text;
      only = condition;
      return this;
    }

    /** Refuses a record whose values another has. */
    public Builder<R> unique() {
      unique = true;
      return this;
    }

    /**
     * Is new, of a table that has records: it is kept, but no read uses it until this is taken out
     * again, after all writers have it and it has been built.
     */
    public Builder<R> building() {
      building = true;
      return this;
    }

    /** The regions that its table begins with. */
    public Builder<R> splits(Splits<R> newSplits) {
      splits = newSplits;
      return this;
    }

    IndexDesign<R> build(TableDesignBuilder<R> records) {
      if (keyDeclaration == null) {
        throw new IllegalArgumentException("index " + name + " is on no field");
      }
      RowKeyBuilder<R> begun = RowKey.of(shape);
      if (literal != null) {
        begun.literal(literal);
        family = records.declaredFamily(familyName);
        if (table != null) {
          throw new IllegalArgumentException(
              "index " + name + " is in the table of the records, and in table " + table);
        }
      } else {
        family =
            attributes
                .apply(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(familyName)))
                .build();
      }
      MappingRules.checkNamelessCells("index " + name, family);
      RowKey<R> key = keyDeclaration.apply(begun).buildFollowed();
      if (!alternatives.isEmpty() && !key.components().contains(alternatives.iterator().next())) {
        throw new IllegalArgumentException(
            "index "
                + name
                + ": "
                + alternatives.iterator().next().name()
                + " stands for any of several fields, but is not in the key");
      }
      String own = Objects.requireNonNullElse(table, records.tableName() + "_" + name);
      return new IndexDesign<>(
          this,
          key,
          literal == null ? TableName.valueOf(own) : records.tableName(),
          copiedColumns(records));
    }

    private CopiedColumns<R> copiedColumns(TableDesignBuilder<R> records) {
      if (!copied.isEmpty() && !alternatives.isEmpty()) {
        throw new IllegalArgumentException(
            "index "
                + name
                + " has copies, and entries for any of "
                + names(List.copyOf(alternatives))
                + ", of which an entry does not tell which it is for");
      }
      return new CopiedColumns<>(
          copied.stream().map(field -> records.declaredColumn(name, field)).toList());
    }
  }
}
