package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.key.RowKeyBuilder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Builds the declaration of an {@link IndexDesign}. Used by one thread.
 *
 * @param <R> the record
 */
public final class IndexDesignBuilder<R> {
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
  private Predicate<R> only;
  private String onlyText;
  private boolean unique;
  private boolean building;
  private Splits<R> splits = Splits.none();

  IndexDesignBuilder(String name, RecordShape<R> shape) {
    this.name = name;
    this.shape = shape;
  }

  /**
   * The fields by which it is sorted, as for a {@link RowKey}; each part must be self-delimiting.
   */
  public IndexDesignBuilder<R> on(UnaryOperator<RowKeyBuilder<R>> declaration) {
    keyDeclaration = declaration;
    return this;
  }

  /**
   * Has an entry for the value of each of these fields, of which the first stands in the key: reads
   * find records of which any has the value.
   */
  @SafeVarargs
  public final <T> IndexDesignBuilder<R> anyOf(Field<R, T> first, Field<R, T>... others) {
    alternatives.add(shape.component(first));
    for (Field<R, T> other : others) {
      alternatives.add(shape.component(other));
    }
    return this;
  }

  /**
   * Has copies of these fields in its entries, so that reads which want no others need not look up
   * the records ({@code RecordQuery.copied}). The table has marks then ({@link
   * TableDesignBuilder#marked}), and a write makes three calls more. An index may be given copies,
   * or others, later: all writers must have them before anybody reads copies.
   */
  @SafeVarargs
  public final IndexDesignBuilder<R> covering(Field<R, ?>... fields) {
    for (Field<R, ?> field : fields) {
      copied.add(shape.component(field));
    }
    return this;
  }

  /** Its table; by default the name of the records' table, an underscore and the index's name. */
  public IndexDesignBuilder<R> table(String newTable) {
    table = newTable;
    return this;
  }

  /** The attributes of its family in a separate table. */
  public IndexDesignBuilder<R> family(UnaryOperator<ColumnFamilyDescriptorBuilder> newAttributes) {
    attributes = newAttributes;
    return this;
  }

  /**
   * Puts its entries into the table of the records, whose key begins with a different literal.
   *
   * @param newLiteral the literal with which all entries begin
   * @param newFamily a family of that table. If it has nothing else in it and is not the first, it
   *     is not checked for hazards, like that of a separate table; an index with copies must use
   *     such a family
   */
  public IndexDesignBuilder<R> inTableOfRecords(String newLiteral, String newFamily) {
    literal = newLiteral;
    familyName = newFamily;
    return this;
  }

  /**
   * Has entries only for records for which this is true. It must depend only on the record, and not
   * on a counter, which changes without a write of the record.
   */
  public IndexDesignBuilder<R> only(String text, Predicate<R> condition) {
    onlyText = text;
    only = condition;
    return this;
  }

  /**
   * Refuses a record whose values another record has. Then a write takes one more call, after its
   * row. Values that a record gives up are free for another at once. An index that is not built yet
   * does not protect the values of records without entries.
   */
  public IndexDesignBuilder<R> unique() {
    unique = true;
    return this;
  }

  boolean isUnique() {
    return unique;
  }

  boolean hasCopies() {
    return !copied.isEmpty();
  }

  /**
   * Declares that the index is new and the table already has records: it is maintained, but no read
   * uses it until this declaration is removed, after all writers have the index and it has been
   * built.
   */
  public IndexDesignBuilder<R> building() {
    building = true;
    return this;
  }

  /** The initial regions of its table. */
  public IndexDesignBuilder<R> splits(Splits<R> newSplits) {
    splits = newSplits;
    return this;
  }

  /** The family of the table of the records that its entries are in, if they are there. */
  Optional<String> familyInTableOfRecords() {
    return literal == null ? Optional.empty() : Optional.of(familyName);
  }

  /** The design of an index of records. */
  IndexDesign<R> build(TableForm<R> records) {
    if (keyDeclaration == null) {
      throw new IllegalArgumentException("index " + name + " is on no field");
    }
    RowKeyBuilder<R> begun = RowKey.of(shape);
    if (literal != null) {
      begun.literal(literal);
    }
    IndexDesign.Place place = place(records);
    MappingRules.checkNamelessCells("index " + name, place.family());
    RowKey<R> key = keyDeclaration.apply(begun).buildFollowed();
    if (!alternatives.isEmpty() && !key.components().contains(alternatives.iterator().next())) {
      throw new IllegalArgumentException(
          "index "
              + name
              + ": "
              + alternatives.iterator().next().name()
              + " stands for any of several fields, but is not in the key");
    }
    return new IndexDesign<>(
        new IndexDesign.Terms<>(name, List.copyOf(alternatives), only, onlyText, unique, building),
        key,
        place,
        splits.keysOf(key),
        copiedColumns(records));
  }

  private IndexDesign.Place place(TableForm<R> records) {
    if (literal == null) {
      String own = Objects.requireNonNullElse(table, records.name() + "_" + name);
      ColumnFamilyDescriptor family =
          FamilyConfiguration.ofEntries(
              attributes
                  .apply(ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(familyName)))
                  .build());
      return new IndexDesign.Place(
          TableName.valueOf(own),
          hasCopies() ? FamilyConfiguration.keepingDeletions(family) : family,
          /* ofRecords= */ false);
    }
    ColumnFamilyDescriptor family = records.family(familyName);
    if (table != null) {
      throw new IllegalArgumentException(
          "index " + name + " is in the table of the records, and in table " + table);
    }
    return new IndexDesign.Place(records.name(), family, /* ofRecords= */ true);
  }

  /** Copies that are written late are to be older. */
  private void checkByTime(TableForm<R> records) {
    ColumnFamilyDescriptor family = place(records).family();
    if (family.isNewVersionBehavior()) {
      throw new IllegalArgumentException(
          "index "
              + name
              + " has copies, and its family "
              + family.getNameAsString()
              + " goes by the order of writes (NEW_VERSION_BEHAVIOR): what is executed late must be"
              + " older there, by its time");
    }
  }

  private CopiedColumns<R> copiedColumns(TableForm<R> records) {
    if (!copied.isEmpty() && !alternatives.isEmpty()) {
      throw new IllegalArgumentException(
          "index "
              + name
              + " has copies, and entries for any of "
              + IndexDesign.names(List.copyOf(alternatives))
              + ", of which an entry does not tell which it is for");
    }
    if (!copied.isEmpty()) {
      records.checkNothingExpires("index " + name + " has copies");
      checkByTime(records);
    }
    return new CopiedColumns<>(
        copied.stream().map(field -> records.columnCopiedBy(name, field)).toList());
  }
}
