package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.packed.PackedRecordBuilder;
import io.rowandb.schema.value.BinaryText;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The design of a record's details, for example its comments: their class, the key that identifies
 * and sorts them within the record, and how their other fields are stored.
 *
 * <pre>{@code
 * DetailDesign<Comment> comments =
 *     DetailDesign.of(Comment.class)
 *         .key(key -> key.part(Comment::time, Parts.descending(Parts.millis())).part(Comment::id))
 *         .packed(packed -> packed.field(1, Comment::author).field(2, Comment::text))
 *         .build();
 * }</pre>
 *
 * <p>The field that has the details declares where they are stored: {@link DetailLayout}.
 * Immutable; used by any number of threads.
 *
 * @param <D> the detail
 */
public final class DetailDesign<D> {
  // Fixed at construction.
  private final RowKey<D> key;
  private final DetailCells<D> cells;
  private final KeyRange range;

  private DetailDesign(RowKey<D> key, DetailCells<D> cells, KeyRange range) {
    this.key = key;
    this.cells = cells;
    this.range = range;
  }

  /** Begins the declaration of details. */
  public static <D> Builder<D> of(Class<D> type) {
    return of(RecordShape.of(type));
  }

  /** The same of a class whose fields are declared, by {@code ClassShape}. */
  public static <D> Builder<D> of(RecordShape<D> shape) {
    return new Builder<>(Given.notNull(shape, "the fields of details"));
  }

  /**
   * Of a key and cells.
   *
   * @param key followed by the cells' names if they have any
   * @throws IllegalArgumentException when it has a salt
   */
  static <D> DetailDesign<D> of(RowKey<D> key, DetailCells<D> cells) {
    List<KeySelection.Selected> all = key.select(Map.of()).ranges();
    if (all.size() != 1) {
      throw refused(key.shape(), "have a key with a salt, and would be in no order");
    }
    return new DetailDesign<>(key, cells, all.get(0).keys());
  }

  private static IllegalArgumentException refused(RecordShape<?> shape, String rule) {
    return new IllegalArgumentException("details of class " + shape.name() + " " + rule);
  }

  /** The detail's class and components. */
  public RecordShape<D> shape() {
    return key.shape();
  }

  /** Their key within the record. */
  public RowKey<D> key() {
    return key;
  }

  /** Where all keys are, with what follows them. */
  public KeyRange range() {
    return range;
  }

  /** Where the names of one detail's cells are: its key, and what may follow it. */
  public KeyRange rangeOf(byte[] detailKey) {
    return cells.hasNames() ? KeyRange.startingWith(detailKey) : KeyRange.of(detailKey);
  }

  /** How many cells a detail has at most, of declared fields. */
  public int maxCells() {
    return cells.names().size();
  }

  DetailCells<D> cells() {
    return cells;
  }

  /** How many bytes of a cell's name are its detail's key. */
  int keyBytes(byte[] name) {
    byte[] rest = key.decodeFrom(name, new Object[shape().components().size()]);
    return name.length - rest.length;
  }

  /** For people. */
  String describe() {
    return "details by " + key + ", each of " + cells.describe();
  }

  /**
   * Builds the declaration of a {@link DetailDesign}. Used by one thread.
   *
   * @param <D> the detail
   */
  public static final class Builder<D> {
    // Fixed at construction.
    private final RecordShape<D> shape;

    private final Map<String, NamedDetailCells.FieldCell> named = new LinkedHashMap<>();
    private UnaryOperator<RowKeyBuilder<D>> keyDeclaration;
    private PackedRecord<D> packed;

    private Builder(RecordShape<D> shape) {
      this.shape = shape;
    }

    /** The key that identifies and sorts the details of a record. */
    public Builder<D> key(UnaryOperator<RowKeyBuilder<D>> declaration) {
      keyDeclaration = declaration;
      return this;
    }

    /** The fields that the key does not hold, in one cell as a message. */
    public Builder<D> packed(UnaryOperator<PackedRecordBuilder<D>> declaration) {
      return packed(declaration.apply(PackedRecord.of(shape)).build());
    }

    /** The same, of a message that was declared before. */
    public Builder<D> packed(PackedRecord<D> newPacked) {
      packed = newPacked;
      return this;
    }

    /**
     * A field in its own cell, which can be changed separately, at the cost of another copy of the
     * key.
     *
     * @param name a short name after the detail's key; an unprintable byte is {@code \x00}
     */
    public <T> Builder<D> cell(Field<D, T> field, String name) {
      Component component = shape.component(field);
      return add(component, name, ColumnTypes.forType(component.genericType()));
    }

    /** The same in a form of {@link ColumnTypes}. */
    public <T> Builder<D> cell(Field<D, T> field, String name, ColumnType<T> type) {
      return add(shape.plainComponent(field, "optionalCell(field, name, type)"), name, type);
    }

    /** An optional field in its own cell, with its value in this form; empty has no cell. */
    public <T> Builder<D> optionalCell(
        Field<D, Optional<T>> field, String name, ColumnType<T> type) {
      return add(shape.component(field), name, type);
    }

    @SuppressWarnings("unchecked") // the field's type is the cell's, as the compiler has checked
    private Builder<D> add(Component component, String name, ColumnType<?> type) {
      String canonical = Bytes.toStringBinary(BinaryText.bytes(name));
      NamedDetailCells.FieldCell cell =
          new NamedDetailCells.FieldCell(component, (ColumnType<Object>) type);
      if (name.isEmpty() || named.put(canonical, cell) != null) {
        throw new IllegalArgumentException(
            "cells of a detail have names that differ, and \""
                + name
                + "\" is "
                + (name.isEmpty() ? "none" : "there twice"));
      }
      return this;
    }

    /**
     * The design.
     *
     * @throws IllegalArgumentException when a rule is broken: no key, or one with a salt; a field
     *     that is neither in the key nor in a cell, or in two; cells of their own beside a packed
     *     one
     */
    public DetailDesign<D> build() {
      if (keyDeclaration == null) {
        throw refused("have no key");
      }
      if (packed != null && !named.isEmpty()) {
        throw refused("are one packed cell each, or cells by names, and not both");
      }
      DetailCells<D> cells =
          packed != null
              ? new PackedDetailCells<>(packed)
              : new NamedDetailCells<>(shape, new LinkedHashMap<>(named));
      RowKey<D> key = keyDeclaration.apply(RowKey.of(shape)).build();
      checkFields(key, cells);
      if (cells.hasNames()) {
        key = keyDeclaration.apply(RowKey.of(shape)).buildFollowed();
      }
      return DetailDesign.of(key, cells);
    }

    private void checkFields(RowKey<D> key, DetailCells<D> cells) {
      Set<Component> stored = new HashSet<>(key.held());
      stored.addAll(cells.components());
      for (Component component : shape.components()) {
        if (!stored.contains(component)) {
          throw refused(
              "have " + component.name() + " neither in their key nor in a cell: it would be lost");
        }
      }
      if (cells.components().size() < named.size()) {
        throw refused("have a field in two cells");
      }
    }

    private IllegalArgumentException refused(String rule) {
      return DetailDesign.refused(shape, rule);
    }
  }
}
