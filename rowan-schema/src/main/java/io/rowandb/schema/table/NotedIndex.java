package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.key.NotedKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An index as the table of its entries keeps it.
 *
 * @param line of {@link IndexDesign#line}
 * @param constants of its key
 * @param sources of {@link IndexSources}; empty in tables that do not keep them
 * @param entries the table of its entries
 */
record NotedIndex(
    String name,
    DesignLine line,
    Map<Integer, List<String>> constants,
    List<DesignLine> sources,
    TableDescriptor entries) {
  private static final Pattern FORM =
      Pattern.compile(
          "(unique )?(.*?)(?:, any of the last (\\d{1,4}))?(?:, only (.*))?", Pattern.DOTALL);

  /**
   * Those that tables keep, in a format that this version knows.
   *
   * @param entries the tables of their entries, by their names
   */
  static List<NotedIndex> all(Map<String, TableDescriptor> entries) {
    List<NotedIndex> all = new ArrayList<>();
    entries.forEach(
        (name, table) -> {
          String text = table.getValue(NewNotes.designOf(name));
          String sources = table.getValue(NewNotes.fieldsOf(name));
          if (isKnown(text) && (sources == null || isKnown(sources))) {
            NotedDesign noted = NotedDesign.parse(text);
            all.add(
                new NotedIndex(
                    name,
                    noted.lines().get(0),
                    noted.constants("index " + name),
                    sources == null ? List.of() : NotedDesign.parse(sources).lines(),
                    table));
          }
        });
    return all;
  }

  private static boolean isKnown(String text) {
    return text != null && NotedDesign.unknownFormat(text).isEmpty();
  }

  /** What its fields are in rows without their cells, by their names. */
  Map<String, String> absent() {
    Map<String, String> absent = new LinkedHashMap<>();
    sources.forEach(source -> absent.put(source.place(), source.form()));
    return absent;
  }

  /** Whether a table with it has marks. */
  boolean needsMarks() {
    return line.form().startsWith("unique ") || entries.getValue(NewNotes.copiesOf(name)) != null;
  }

  /**
   * The index of records; nothing when a field has another type there, or when it is not known
   * where its entries are. Reads may use it only if the table tells all that its entries depend on:
   * else it counts as one that is being built.
   */
  Optional<IndexDesign<NamedValues>> design(TableForm<NamedValues> records) {
    Matcher form = FORM.matcher(line.form());
    if (!form.matches()) {
      return Optional.empty();
    }
    int alternatives = form.group(3) == null ? 0 : Integer.parseInt(form.group(3));
    int ofKey = line.fields().size() - alternatives;
    Optional<ColumnFamilyDescriptor> family = family(records);
    if (ofKey < 0 || family.isEmpty()) {
      return Optional.empty();
    }
    NotedKey key = NotedKey.of(line.fields().subList(0, ofKey), form.group(2), constants);
    List<Component> components = new ArrayList<>();
    for (String field : line.fields()) {
      Optional<Component> component =
          records.shape().components().stream()
              .filter(each -> each.name().equals(field))
              .findFirst();
      if (component.isEmpty()) {
        return Optional.empty();
      }
      components.add(component.get());
    }
    for (int i = 0; i < ofKey; i++) {
      if (!key.types().get(line.fields().get(i)).contains(components.get(i).type())) {
        return Optional.empty();
      }
    }
    boolean partial = form.group(4) != null;
    return Optional.of(
        new IndexDesign<>(
            new IndexDesign.Terms<>(
                name,
                List.copyOf(components.subList(ofKey, components.size())),
                partial ? record -> true : null,
                form.group(4),
                form.group(1) != null,
                /* building= */ partial || !isTold(records)),
            key.prefix(records.shape()),
            new IndexDesign.Place(
                entries.getTableName(),
                family.get(),
                entries.getTableName().equals(records.name())),
            List.of(),
            new CopiedColumns<>(List.of())));
  }

  private Optional<ColumnFamilyDescriptor> family(TableForm<NamedValues> records) {
    String family = entries.getValue(NewNotes.familyOf(name));
    if (family != null) {
      return Optional.ofNullable(entries.getColumnFamily(Bytes.toBytes(family)));
    }
    return entries.getTableName().equals(records.name())
        ? Optional.empty()
        : Optional.of(entries.getColumnFamilies()[0]);
  }

  /** Whether its entries are of these records, and what its fields are without their cells. */
  private boolean isTold(TableForm<NamedValues> records) {
    String owner = entries.getValue(NewNotes.recordsOf(name));
    if (owner != null && !owner.equals(records.name().getNameAsString())) {
      return false; // the table of the records is a copy, and these are entries of the original
    }
    Set<String> told = absent().keySet();
    return told.containsAll(line.fields())
        && line.fields().stream().allMatch(field -> records.isRead(field, absent().get(field)));
  }
}
