package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.KeyGroup;
import io.rowandb.schema.key.RowKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of records without its indexes: its names, its key, and where its fields are. Everything
 * that is derived from a design, such as its indexes, notes and texts, needs only this. Immutable.
 *
 * @param mappings of its fields, in the order of the declaration
 * @param families by their names, in the order of the declaration
 * @param neverNull fields that are declared never to be null
 * @param version the field that counts the writes of a record, if there is one
 * @param expiry the field that says how long a record lives, if there is one
 * @param group whose rows are kept in one region, if any are
 */
record TableForm<R>(
    TableName name,
    RowKey<R> key,
    List<CellMapping<R>> mappings,
    Map<String, ColumnFamilyDescriptor> families,
    Set<Component> neverNull,
    Optional<Component> version,
    Optional<Component> expiry,
    Optional<KeyGroup<R>> group,
    boolean isMarked) {
  /** The first byte keeps it apart from most declared columns, and first in its family. */
  private static final byte[] MARK = Bytes.toBytesBinary("\\x00mark");

  /** The same with other attributes of its families. */
  TableForm<R> withFamilies(Map<String, ColumnFamilyDescriptor> newFamilies) {
    return new TableForm<>(
        name, key, mappings, newFamilies, neverNull, version, expiry, group, isMarked);
  }

  /** The same whose families keep deletions. */
  TableForm<R> keepingDeletions() {
    Map<String, ColumnFamilyDescriptor> keeping = new LinkedHashMap<>(families);
    keeping.replaceAll((each, family) -> FamilyConfiguration.keepingDeletions(family));
    return withFamilies(keeping);
  }

  /**
   * A column that no field has: it tells that a row is there. It has a qualifier where the family
   * goes by the order of writes, for there HBase does not delete a cell without one with its row.
   */
  Column presence() {
    int columns = mappings.stream().mapToInt(mapping -> mapping.columns().size()).sum();
    for (ColumnFamilyDescriptor family : families.values()) {
      int shortest = family.isNewVersionBehavior() ? 1 : 0;
      for (int length = shortest; length <= shortest + columns; length++) {
        Column column = new Column(family.getName(), new byte[length]);
        if (!claims(column)) {
          return column;
        }
      }
    }
    throw new IllegalArgumentException(
        "no family of "
            + families.keySet()
            + " has a column for a cell in each row without other cells, which details could not"
            + " have: their keys need a literal, or another family is to be declared");
  }

  /** Where a row has its mark; a column that is claimed when no family has a free one. */
  Column mark() {
    List<Column> columns =
        families.values().stream().map(family -> new Column(family.getName(), MARK)).toList();
    return columns.stream().filter(column -> !claims(column)).findFirst().orElse(columns.get(0));
  }

  RecordShape<R> shape() {
    return key.shape();
  }

  /**
   * A family.
   *
   * @throws IllegalArgumentException when there is none of the name
   */
  ColumnFamilyDescriptor family(String family) {
    ColumnFamilyDescriptor declared = families.get(family);
    if (declared == null) {
      throw new IllegalArgumentException(
          "family " + family + " is not declared; there are " + families.keySet());
    }
    return declared;
  }

  /**
   * The column of a field that an index has a copy of.
   *
   * @throws IllegalArgumentException when the field has none of its own
   */
  SingleColumn<R> columnCopiedBy(String index, Component field) {
    for (CellMapping<R> mapping : mappings) {
      CellMapping<R> now = mapping instanceof RenamedColumn<R> renamed ? renamed.column() : mapping;
      if (now instanceof SingleColumn<R> column && column.component().equals(field)) {
        return column;
      }
    }
    throw new IllegalArgumentException(
        "index " + index + " has a copy of " + shape().describe(field) + ", which has no column");
  }

  /** The column that a field has to itself; empty when it has none. */
  Optional<Column> columnOf(Component field) {
    return mappings.stream()
        .flatMap(
            mapping ->
                mapping instanceof SingleColumn<R> own && own.component().equals(field)
                    ? own.columns().stream()
                    : Stream.empty())
        .findFirst();
  }

  /** Copies of cells that expire would stay. */
  void checkNothingExpires(String reason) {
    MappingRules.checkNothingExpires("table " + name, families.values(), reason);
  }

  /** Whether a field has this column, or details could have it. */
  boolean claims(Column column) {
    return mappings.stream().anyMatch(mapping -> mapping.claims(column));
  }

  /** Whether each record that is read has a value of a field. */
  boolean isNeverNull(Component field) {
    return field.primitive()
        || neverNull.contains(field)
        || key.required().contains(field)
        || mappings.stream().anyMatch(mapping -> mapping.defaultOf(field) != null);
  }

  /** What it says of the bytes of rows. */
  List<DesignLine> lines() {
    List<DesignLine> lines = new ArrayList<>();
    lines.add(DesignLine.of("key", "", key));
    mappings.forEach(mapping -> lines.addAll(mapping.lines()));
    lines.addAll(DesignLine.ofConstants("key", key));
    version.ifPresent(
        field -> lines.add(new DesignLine(NotedDesign.VERSION_FIELD, List.of(field.name()), "")));
    expiry.ifPresent(
        field -> lines.add(new DesignLine(NotedDesign.EXPIRY_FIELD, List.of(field.name()), "")));
    if (!neverNull.isEmpty()) {
      lines.add(new DesignLine(NotedDesign.NEVER_NULL, neverNullNames(), ""));
    }
    return lines;
  }

  /** What a field is read as in a row without its cells; empty when its form says that. */
  String absent(String field) {
    return mappings.stream()
        .flatMap(
            mapping ->
                mapping.components().stream()
                    .filter(component -> component.name().equals(field))
                    .map(mapping::absent))
        .findFirst()
        .orElse("");
  }

  /** Whether a field is read from rows without its cells as a text of {@link #absent} says. */
  boolean isRead(String field, String absent) {
    return absent(field).equals(absent);
  }

  /** The fields that are declared never to be null, in the order of their names. */
  List<String> neverNullNames() {
    return neverNull.stream().map(Component::name).sorted().toList();
  }

  /** The declared columns, one line each, for people. */
  List<String> describeColumns() {
    return mappings.stream().map(CellMapping::describe).toList();
  }
}
