package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls to the servers that a write makes, as {@link RecordTable} says. */
@OnBackEnd
class IndexCostTest {
  private static final Item FIRST = new Item(1, 1, "a", "a", "a", "a");
  private static final Item MOVED = new Item(1, 1, "b", "b", "b", "b");

  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  /** What a client does. */
  @FunctionalInterface
  private interface Deed {
    void of(RecordTable<Item> table) throws IOException;
  }

  private void assertCalls(String index, Deed before, Deed deed, String... expected)
      throws IOException {
    List<String> indexes = index.isEmpty() ? List.of() : List.of(index);
    Items items = Items.create(connection, BackEnd.newTableName("cost"), indexes);
    try (RecordTable<Item> table = items.open()) {
      before.of(table);
    }
    List<String> calls = new ArrayList<>();
    Connection watched =
        WatchedConnection.of(
            connection,
            call -> {
              calls.add(call.name());
              return call.make();
            });
    try (RecordTable<Item> table = RecordTable.open(watched, items.design())) {
      deed.of(table);
    }
    assertThat(calls).as(index).containsExactly(expected);
  }

  private static void nothing(RecordTable<Item> table) {}

  /** Records whose number is known are looked up together. */
  @Test
  void aReadWithALimitLooksUpAsManyAsItIsOf() throws IOException {
    Items items = Items.create(connection, BackEnd.newTableName("cost"), List.of("byColor"));
    try (RecordTable<Item> table = items.open()) {
      for (int id = 0; id < 60; id++) {
        table.put(new Item(1, id, "a", "a", "a", "a" + id));
      }
    }
    List<String> lookUps = new ArrayList<>();
    Connection watched =
        WatchedConnection.of(
            connection,
            call -> {
              Object answer = call.make();
              if (call.name().equals("get")) {
                lookUps.add(answer instanceof Object[] rows ? rows.length + " rows" : "a row");
              }
              return answer;
            });
    try (RecordTable<Item> table = RecordTable.open(watched, items.design())) {
      assertThat(table.byIndex("byColor").limit(20).list()).hasSize(20);
    }
    assertThat(lookUps).containsExactly("20 rows");
  }

  @Test
  void withoutAnIndex() throws IOException {
    assertCalls("", IndexCostTest::nothing, table -> table.put(FIRST), "put");
    assertCalls("", table -> table.put(FIRST), table -> table.delete(FIRST), "delete");
  }

  @Test
  void ofAnIndex() throws IOException {
    assertCalls("byColor", IndexCostTest::nothing, table -> table.put(FIRST), "batch", "put");
    assertCalls("byColor", table -> table.put(FIRST), table -> table.put(MOVED), "batch", "put");
    assertCalls("byColor", table -> table.put(FIRST), table -> table.delete(FIRST), "delete");
  }

  @Test
  void ofAnIndexWithCopies() throws IOException {
    String index = "byCopies";
    assertCalls(
        index,
        IndexCostTest::nothing,
        table -> table.put(FIRST),
        "get",
        "getScanner",
        "next",
        "batch",
        "checkAndMutate",
        "get",
        "batch");
    assertCalls(
        index,
        table -> table.put(FIRST),
        table -> table.put(MOVED),
        "get",
        "batch",
        "checkAndMutate",
        "batch");
    assertCalls(
        index,
        table -> table.put(FIRST),
        table -> table.delete(FIRST),
        "get",
        "batch",
        "checkAndMutate",
        "batch");
    assertCalls(
        index,
        IndexCostTest::nothing,
        table -> table.delete(FIRST),
        "get",
        "getScanner",
        "next",
        "checkAndMutate");
  }

  @Test
  void ofAUniqueIndex() throws IOException {
    String index = "byName";
    assertCalls(
        index,
        IndexCostTest::nothing,
        table -> table.put(FIRST),
        "get",
        "getScanner",
        "next",
        "checkAndMutate",
        "checkAndMutate",
        "batch");
    assertCalls(
        index,
        table -> table.put(FIRST),
        table -> table.put(MOVED),
        "get",
        "checkAndMutate",
        "checkAndMutate",
        "batch");
    assertCalls(
        index,
        table -> table.put(FIRST),
        table -> table.put(FIRST),
        "get",
        "checkAndMutate",
        "get",
        "checkAndMutate",
        "checkAndMutate",
        "batch");
    assertCalls(
        index,
        table -> {
          table.put(FIRST);
          table.put(MOVED);
        },
        table -> table.put(new Item(1, 2, "a", "a", "a", "a")),
        "get",
        "getScanner",
        "next",
        "checkAndMutate",
        "get",
        "get",
        "checkAndMutate",
        "checkAndMutate",
        "batch");
    assertCalls(
        index, table -> table.put(FIRST), table -> table.delete(FIRST), "get", "checkAndMutate");
  }

  /** As without a condition; but a row without a mark gets one first. */
  @Test
  void ofConditions() throws IOException {
    String index = "byName";
    assertCalls(
        index,
        IndexCostTest::nothing,
        table -> table.putIfAbsent(FIRST),
        "get",
        "getScanner",
        "next",
        "checkAndMutate",
        "checkAndMutate",
        "checkAndMutate",
        "batch");
    assertCalls(index, table -> table.put(FIRST), table -> table.putIfAbsent(MOVED), "get");
    assertCalls(
        index,
        table -> table.put(FIRST),
        table -> table.putIf(MOVED, there -> true),
        "get",
        "checkAndMutate",
        "checkAndMutate",
        "batch");
    assertCalls(
        index,
        table -> table.put(FIRST),
        table -> table.deleteIf(there -> true, FIRST.run(), FIRST.id()),
        "get",
        "checkAndMutate");
  }
}
