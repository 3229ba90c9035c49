package io.rowandb.engine.world;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What a store may hold after a loss: tables with rows, and snapshots. Used by one thread. */
final class ExpectedStore {
  private final Map<String, Map<String, ExpectedRow>> tables = new TreeMap<>();
  private final Map<String, Map<String, String>> snapshots = new TreeMap<>();

  /** An empty store. */
  ExpectedStore() {}

  /** A copy that changes on its own. */
  ExpectedStore(ExpectedStore other) {
    other.tables.forEach(
        (table, rows) -> {
          Map<String, ExpectedRow> copy = new TreeMap<>();
          rows.forEach((key, row) -> copy.put(key, new ExpectedRow(row)));
          tables.put(table, copy);
        });
    snapshots.putAll(other.snapshots);
  }

  Map<String, Map<String, ExpectedRow>> tables() {
    return tables;
  }

  Map<String, Map<String, String>> snapshots() {
    return snapshots;
  }

  ExpectedRow row(String table, String key) {
    return tables.get(table).computeIfAbsent(key, absent -> new ExpectedRow((String) null));
  }

  void forEachRow(Consumer<ExpectedRow> action) {
    tables.values().forEach(rows -> rows.values().forEach(action));
  }

  /** A table with what a snapshot holds. */
  void fill(String table, Map<String, String> content) {
    Map<String, ExpectedRow> rows = new TreeMap<>();
    content.forEach((key, value) -> rows.put(key, new ExpectedRow(value)));
    tables.put(table, rows);
  }

  /** What a table holds while nothing is lost. */
  Map<String, String> content(String table) {
    Map<String, String> content = new TreeMap<>();
    tables
        .get(table)
        .forEach(
            (key, row) -> {
              if (row.latest() != null) {
                content.put(key, row.latest());
              }
            });
    return content;
  }

  /** What is not as it may be after a loss, or null. */
  String difference(FoundStore found, Loss loss) {
    if (!found.tables().keySet().equals(tables.keySet())) {
      return "tables " + found.tables().keySet() + " instead of " + tables.keySet();
    }
    if (!found.snapshots().equals(snapshots)) {
      return "snapshots " + found.snapshots() + " instead of " + snapshots;
    }
    for (Map.Entry<String, Map<String, ExpectedRow>> table : tables.entrySet()) {
      String difference =
          difference(table.getKey(), table.getValue(), found.tables().get(table.getKey()), loss);
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  /** What is not as it may be in some of the tables after a loss, or null. */
  String difference(Map<String, Map<String, String>> found, Loss loss) {
    for (Map.Entry<String, Map<String, String>> table : found.entrySet()) {
      Map<String, ExpectedRow> rows = tables.get(table.getKey());
      String difference =
          rows == null
              ? "table " + table.getKey() + " is not one of " + tables.keySet()
              : difference(table.getKey(), rows, table.getValue(), loss);
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  private static String difference(
      String table, Map<String, ExpectedRow> rows, Map<String, String> found, Loss loss) {
    for (Map.Entry<String, ExpectedRow> row : rows.entrySet()) {
      String value = found.get(row.getKey());
      if (!row.getValue().mayHold(value, loss)) {
        return table + "/" + row.getKey() + " holds " + value + " instead of " + row.getValue();
      }
    }
    for (String key : found.keySet()) {
      if (!rows.containsKey(key)) {
        return table + "/" + key + " was never written";
      }
    }
    return null;
  }
}
