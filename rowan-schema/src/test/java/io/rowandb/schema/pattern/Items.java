package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.BlindConnection;
import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.UsedTables;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.IndexDesignBuilder;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table with an index of each kind, whose records belong to runs: one run sees nothing of
 * another, so that many may use one table. And what must hold of each run at any time.
 */
final class Items {
  record Item(long run, int id, String name, String color, String left, String right) {
    Item named(String newName) {
      return new Item(run, id, newName, color, left, right);
    }

    Item colored(String newColor) {
      return new Item(run, id, name, newColor, left, right);
    }

    Item sided(String newLeft, String newRight) {
      return new Item(run, id, name, color, newLeft, newRight);
    }
  }

  /** Each index is asked for each of these. */
  static final List<String> VALUES = List.of("a", "b", "c", "d", "e");

  static final List<String> INDEXES = List.of("byName", "byColor", "bySide", "byCopies");

  /** Those with copies, of all fields. The last two are as the others but for that. */
  static final List<String> WITH_COPIES = List.of("byCopies", "byNameWithCopies");

  private static final Duration GRACE = Duration.ofHours(1);

  // Fixed at construction.
  private final Connection connection;
  private final TableDesign<Item> design;
  private final UsedTables tables;

  private Items(Connection connection, TableDesign<Item> design) {
    this.connection = connection;
    this.design = design;
    Set<TableName> names = new HashSet<>(Set.of(design.name()));
    design.indexes().forEach(index -> names.add(index.table()));
    this.tables = new UsedTables(connection, names);
  }

  static Items create(Connection connection, String name) throws IOException {
    return create(connection, name, INDEXES);
  }

  /** With some of the indexes only, which makes fewer calls. */
  static Items create(Connection connection, String name, List<String> indexes) throws IOException {
    TableDesign<Item> design = design(name, indexes).build();
    RecordTable.create(connection, design).close();
    return new Items(connection, design);
  }

  static TableDesignBuilder<Item> records(String name) {
    return TableDesign.of(name, Item.class)
        .key(key -> key.literal("D-").part(Item::run, Parts.unsigned(8)).part(Item::id))
        .family("e", family -> family.setMaxVersions(3))
        .column(Item::name, "e:n")
        .column(Item::color, "e:c")
        .column(Item::left, "e:l")
        .column(Item::right, "e:r");
  }

  private static TableDesignBuilder<Item> design(String name, List<String> chosen) {
    Map<String, UnaryOperator<IndexDesignBuilder<Item>>> indexes = new TreeMap<>();
    indexes.put(
        "byName",
        index ->
            index
                .on(key -> key.part(Item::run).part(Item::name))
                .family(family -> family.setMaxVersions(3))
                .unique());
    indexes.put(
        "byColor",
        index ->
            index.on(key -> key.part(Item::run).part(Item::color)).inTableOfRecords("I-", "e"));
    indexes.put(
        "bySide",
        index ->
            index.on(key -> key.part(Item::run).part(Item::left)).anyOf(Item::left, Item::right));
    indexes.put(
        "byCopies",
        index ->
            index
                .on(key -> key.part(Item::run).part(Item::color))
                .covering(Item::name, Item::left, Item::right));
    indexes.put(
        "byNameWithCopies",
        index ->
            index
                .on(key -> key.part(Item::run).part(Item::name))
                .unique()
                .covering(Item::color, Item::left, Item::right));
    indexes.keySet().retainAll(chosen);
    TableDesignBuilder<Item> design = records(name);
    indexes.forEach(design::index);
    return design;
  }

  TableDesign<Item> design() {
    return design;
  }

  /** A client of its own. */
  RecordTable<Item> open() throws IOException {
    return RecordTable.open(connection, design);
  }

  /** A client of the time before there were indexes, which nobody could refuse. */
  RecordTable<Item> openWithoutIndexes() throws IOException {
    return RecordTable.open(
        BlindConnection.of(connection), records(design.name().getNameAsString()).build());
  }

  /** A client whose calls may be stopped. */
  RecordTable<Item> open(Calls calls) throws IOException {
    return RecordTable.open(WatchedConnection.of(connection, calls), design);
  }

  /** A client that takes the present for a time when all that is written is old. */
  RecordTable<Item> openLater(Calls calls) throws IOException {
    return RecordTable.open(WatchedConnection.of(connection, calls), design, later());
  }

  static IndexSettings later() {
    return settings(3);
  }

  private static IndexSettings settings(int gracesAhead) {
    Instant later = Instant.now().plus(GRACE.multipliedBy(gracesAhead));
    return new IndexSettings(Clock.fixed(later, ZoneOffset.UTC), GRACE);
  }

  /**
   * HBase lets a delete win over what is written in the same millisecond, so two writes of one row,
   * of which the first removes a null's column, are not to be of the same.
   */
  static void awaitNextMillisecond() {
    long now = System.currentTimeMillis();
    while (System.currentTimeMillis() <= now) {
      Thread.onSpinWait();
    }
  }

  /** All records of a run, by the row key alone. */
  static List<Item> of(RecordTable<Item> table, long run) throws IOException {
    return table.where(Item::run).is(run).list();
  }

  /** Reads through each index give what all records of the run give, and each has its entries. */
  void check(long run, String when) throws IOException {
    try (RecordTable<Item> table = open()) {
      List<Item> all = of(table, run);
      for (IndexDesign<Item> index : design.indexes()) {
        for (String value : VALUES) {
          List<Item> expected = all.stream().filter(has(index.name(), value)).toList();
          if (index.hasCopies()) { // before the other read removes what is old
            assertThat(by(table, run, index.name(), value).copied(index.name()).list())
                .as("%s: copies of %s in %s", when, value, index.name())
                .isEqualTo(expected);
          }
          assertThat(by(table, run, index.name(), value).through(index.name()).list())
              .as("%s: %s in %s", when, value, index.name())
              .isEqualTo(expected);
          assertThat(expected).hasSizeLessThanOrEqualTo(index.isUnique() ? 1 : all.size());
        }
      }
      assertThat(lacking(all)).as("%s: entries that are missing", when).isEmpty();
    }
  }

  private static Predicate<Item> has(String index, String value) {
    return switch (index) {
      case "byName", "byNameWithCopies" -> each -> value.equals(each.name());
      case "byColor", "byCopies" -> each -> value.equals(each.color());
      default -> each -> value.equals(each.left()) || value.equals(each.right());
    };
  }

  static RecordQuery<Item> by(RecordTable<Item> table, long run, String index, String value) {
    RecordQuery<Item> ofRun = table.where(Item::run).is(run);
    return switch (index) {
      case "byName", "byNameWithCopies" -> ofRun.where(Item::name).is(value);
      case "byColor", "byCopies" -> ofRun.where(Item::color).is(value);
      default -> ofRun.where(Item::left).or(Item::right).is(value);
    };
  }

  /** So that the next run reads as few rows as this. */
  void clear() throws IOException {
    tables.empty();
  }

  /** The entries that records should have and have not. */
  private List<String> lacking(List<Item> records) throws IOException {
    List<String> lacking = new ArrayList<>();
    for (IndexDesign<Item> index : design.indexes()) {
      try (Table entries = connection.getTable(index.table())) {
        for (Item item : records) {
          byte[] row = design.key().encode(item);
          for (byte[] entry : index.entries(item, row)) {
            Result found = entries.get(new Get(entry).addFamily(index.family().getName()));
            if (found.isEmpty() || !Arrays.equals(index.row(found).orElse(null), row)) {
              lacking.add(index.name() + " " + Bytes.toStringBinary(entry) + " of " + item);
            }
          }
        }
      }
    }
    return lacking;
  }

  /** Gives copies to all entries; nobody may be writing. */
  void fillAll() throws IOException {
    try (RecordTable<Item> later = openLater(call -> call.make())) {
      for (IndexDesign<Item> index : design.indexes()) {
        if (index.hasCopies()) {
          later.repairIndex(index.name());
          assertThat(later.verifyIndex(index.name()).copies()).isEqualTo(IndexReport.Copies.RIGHT);
        }
      }
    }
  }

  /** A record that was written hours ago; its entries have no copies. */
  void putOld(Item item) throws IOException {
    try (RecordTable<Item> table = openWithoutIndexes()) {
      table.put(item);
    }
    writeOldEntries(item);
  }

  /** Entries that a record has or gave up, hours ago. */
  void writeOldEntries(Item owner) throws IOException {
    byte[] row = design.key().encode(owner);
    long time = System.currentTimeMillis() - GRACE.multipliedBy(3).toMillis();
    for (IndexDesign<Item> index : design.indexes()) {
      try (Table entries = connection.getTable(index.table())) {
        for (byte[] entry : index.entries(owner, row)) {
          entries.put(
              new Put(entry)
                  .addColumn(
                      index.family().getName(),
                      HConstants.EMPTY_BYTE_ARRAY,
                      time,
                      index.isUnique() ? row : HConstants.EMPTY_BYTE_ARRAY));
        }
      }
    }
  }

  /**
   * Finds nothing missing; repairs, when also those who were {@link #later} have long ended; finds
   * nothing of no record any more.
   */
  void repairAll(String when) throws IOException {
    try (RecordTable<Item> now = open();
        RecordTable<Item> later = RecordTable.open(connection, design, settings(6))) {
      for (String index : design.indexes().stream().map(IndexDesign::name).toList()) {
        assertThat(now.verifyIndex(index).missing()).as("%s: missing in %s", when, index).isZero();
        later.repairIndex(index);
        assertThat(now.verifyIndex(index))
            .as("%s: repaired %s", when, index)
            .matches(report -> report.missing() == 0 && report.stale() == 0)
            .matches(report -> report.copies().equals(IndexReport.Copies.RIGHT));
      }
    }
  }
}
