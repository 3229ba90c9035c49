package io.rowandb.schema.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Which indexes a table of records has and in which tables their entries are, according to its
 * descriptor. Writing records without one of them would make its answers wrong, so it is not
 * allowed. An index that was given up is no longer maintained, and the rest of its table must not
 * be read. Makes no calls.
 */
final class NotedIndexes {
  /** In the place of a table's name, which has no blank. */
  static final String GIVEN_UP = "given up";

  /** The same while programs that read it may be at work; the token of an upgrade follows. */
  static final String BEING_GIVEN_UP = "being given up by ";

  /** The state of an index that has all records. */
  static final String READY = "ready";

  private static final String PREFIX = "rowan.index.";

  /** In the place of the name of a table that is not known. */
  static final String UNKNOWN = "";

  private NotedIndexes() {}

  /** Whether what stands in the place of a table's name is one, and no word of a newer version. */
  static boolean isTable(String place) {
    return !place.equals(UNKNOWN) && place.indexOf(' ') < 0;
  }

  /** The attribute of the records' table that has the name of the table of the entries. */
  static String tableOf(String index) {
    return PREFIX + index + ".table";
  }

  /** The indexes that are being given up. */
  static List<String> beingGivenUp(TableDescriptor records) {
    return beingGivenUp(records, "");
  }

  /** Those that an upgrade gives up. */
  static List<String> beingGivenUp(TableDescriptor records, String token) {
    return values(records, ".table").entrySet().stream()
        .filter(each -> each.getValue().startsWith(BEING_GIVEN_UP + token))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The indexes that nobody keeps any more. */
  static List<String> givenUp(TableDescriptor records) {
    return values(records, ".table").entrySet().stream()
        .filter(each -> each.getValue().equals(GIVEN_UP))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** How an index that was there ended, or is ending; null when that is not known. */
  static String end(String index, TableDescriptor records) {
    String table = records.getValue(tableOf(index));
    return table == null ? null : end(table);
  }

  /** In words, the state of an index or view that programs need not keep; null of another. */
  static String end(String state) {
    if (state.equals(GIVEN_UP)) {
      return "given up";
    }
    return state.startsWith(BEING_GIVEN_UP) ? "being given up" : null;
  }

  /** What the records' table gets for the indexes of its design. */
  static Map<String, String> of(List<? extends IndexDesign<?>> indexes) {
    Map<String, String> notes = new TreeMap<>();
    indexes.forEach(index -> notes.put(tableOf(index.name()), index.table().getNameAsString()));
    return notes;
  }

  /**
   * The same when its earlier indexes have been given up.
   *
   * @param givenUp what is noted of these
   */
  static Map<String, String> declared(
      List<? extends IndexDesign<?>> indexes, TableDescriptor records, String givenUp) {
    Map<String, String> notes = new TreeMap<>();
    kept(records).keySet().forEach(index -> notes.put(tableOf(index), givenUp));
    beingGivenUp(records).forEach(index -> notes.put(tableOf(index), givenUp));
    notes.putAll(of(indexes));
    return notes;
  }

  /** Whether an index was given up, or its entries were in another table. */
  static boolean isElsewhere(IndexDesign<?> index, TableDescriptor records) {
    String table = records.getValue(tableOf(index.name()));
    return table != null && !table.equals(index.table().getNameAsString());
  }

  /**
   * Whether what a table has of entries is of other indexes, which are not declared there.
   *
   * @param entries the table of the index's entries, which is not that of the records
   */
  static Optional<String> otherThan(
      IndexDesign<?> index, List<? extends IndexDesign<?>> declared, TableDescriptor entries) {
    Map<String, String> noted = values(entries, ".design");
    return noted.containsKey(index.name())
        ? Optional.empty()
        : noted.keySet().stream()
            .filter(
                other ->
                    declared.stream()
                        .noneMatch(
                            each ->
                                each.name().equals(other) && each.table().equals(index.table())))
            .findFirst();
  }

  /**
   * Refuses a design that lacks an index, or has the entries of one in another table.
   *
   * @throws ChangedDesignException naming the index and the remedy
   */
  static void check(List<? extends IndexDesign<?>> indexes, TableDescriptor records) {
    for (String name : beingGivenUp(records)) {
      if (indexes.stream().noneMatch(each -> each.name().equals(name))) {
        throw ChangedDesignException.isBeingGivenUp(records.getTableName(), name);
      }
    }
    kept(records)
        .forEach(
            (name, table) -> {
              Optional<? extends IndexDesign<?>> declared =
                  indexes.stream().filter(each -> each.name().equals(name)).findFirst();
              if (declared.isEmpty()) {
                throw ChangedDesignException.lacksIndex(records.getTableName(), name, table);
              }
              String now = declared.get().table().getNameAsString();
              if (!table.equals(UNKNOWN) && !table.equals(now)) {
                throw ChangedDesignException.ofIndex(
                    records.getTableName(),
                    "index " + name + " has its entries in " + table + "; declared: " + now);
              }
            });
  }

  /**
   * The indexes that are kept, and the tables of their entries. Before these were noted, an index
   * was known here only if the table was made with it.
   */
  static Map<String, String> kept(TableDescriptor records) {
    Map<String, String> kept = new TreeMap<>();
    values(records, ".state")
        .forEach(
            (index, state) -> {
              if (state.equals(READY)) {
                kept.put(index, UNKNOWN);
              }
            });
    kept.putAll(values(records, ".table"));
    kept.values().removeIf(table -> table.equals(GIVEN_UP) || table.startsWith(BEING_GIVEN_UP));
    return kept;
  }

  /** The attributes of one kind, by the names of their indexes. */
  private static Map<String, String> values(TableDescriptor table, String kind) {
    Map<String, String> values = new TreeMap<>();
    NotedAttributes.of(table)
        .forEach(
            (attribute, value) -> {
              if (attribute.startsWith(PREFIX)
                  && attribute.endsWith(kind)
                  && attribute.length() > PREFIX.length() + kind.length()) {
                values.put(
                    attribute.substring(PREFIX.length(), attribute.length() - kind.length()),
                    value);
              }
            });
    return values;
  }
}
