package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.WatchedAsyncConnection;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A caller fills one array with the key of each call, also before a call has used it. */
@OnBackEnd
class KeysOfCallersTest {
  record Item(String id, int count) {}

  private static final Item ONE = new Item("one", 1);
  private static final Item TWO = new Item("two", 2);

  private Connection connection;
  private TableDesign<Item> design;

  @BeforeEach
  void create(Connection given) throws IOException {
    connection = given;
    design =
        TableDesign.of(BackEnd.newTableName("items"), Item.class)
            .key(key -> key.hash(Digest.md5(8), Item::id).lossy(Item::id))
            .family("f")
            .column(Item::id, "f:i")
            .column(Item::count, "f:c")
            .marked()
            .build();
    RecordTable.create(connection, design).close();
  }

  private RecordTable<Item> filled() throws IOException {
    RecordTable<Item> table = RecordTable.open(connection, design);
    table.put(ONE);
    table.put(TWO);
    return table;
  }

  @Test
  void callsThatAreMadeLaterHaveTheirKey() throws IOException {
    try (RecordTable<Item> table = filled()) {
      Object[] key = {"one"};
      RecordField<Integer> count = table.field(Item::count, key);
      RecordChanges<Item> together = table.together(key).set(Item::count).to(8);
      key[0] = "two";
      assertThat(count.compareAndSet(1, 5)).isTrue();
      assertThat(count.set(7)).isTrue();
      assertThat(table.get("one")).contains(new Item("one", 7));
      assertThat(together.run()).isTrue();
      assertThat(table.get("one")).contains(new Item("one", 8));
      assertThat(table.get("two")).contains(TWO);
    }
  }

  /** The array changes as soon as the first call goes to a server. */
  @Tag("slow")
  @Test
  void callsThatDoNotWaitHaveTheirKey() throws Exception {
    try (RecordTable<Item> table = filled();
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      Object[] key = {"one"};
      AsyncConnection watched =
          WatchedAsyncConnection.of(
              async,
              call -> {
                key[0] = "two";
                return call.make();
              });
      AsyncRecordTable<Item> items = AsyncRecordTable.open(watched, design);
      assertThat(items.get(key).get()).contains(ONE);
      key[0] = "one";
      assertThat(items.update(there -> new Item(there.id(), 5), key).get())
          .contains(new Item("one", 5));
      key[0] = "one";
      AsyncRecordField<Integer> count = items.field(Item::count, key);
      AsyncRecordChanges<Item> together = items.together(key).set(Item::count).to(8);
      key[0] = "two";
      assertThat(count.compareAndSet(5, 6).get()).isTrue();
      assertThat(count.set(7).get()).isTrue();
      assertThat(together.run().get()).isTrue();
      assertThat(table.get("one")).contains(new Item("one", 8));
      key[0] = "one";
      assertThat(items.deleteIf(there -> there.count() == 8, key).get()).isTrue();
      assertThat(table.get("one")).isEqualTo(Optional.empty());
      assertThat(table.get("two")).contains(TWO);
    }
  }

  /** Lists change as soon as the first call goes to a server, too. */
  @Test
  @Tag("slow")
  void callsOfManyHaveTheirKeys() throws Exception {
    try (RecordTable<Item> table = filled();
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      List<Object> key = new ArrayList<>(List.of("one"));
      List<Item> records = new ArrayList<>();
      AsyncConnection watched =
          WatchedAsyncConnection.of(
              async,
              call -> {
                key.set(0, "two");
                records.clear();
                return call.make();
              });
      AsyncRecordTable<Item> items = AsyncRecordTable.open(watched, design);
      assertThat(items.getAll(List.of(key)).get()).containsExactly(Optional.of(ONE));
      assertThat(key).containsExactly("two");
      records.add(new Item("three", 3));
      items.putAll(records).get();
      assertThat(records).isEmpty();
      assertThat(table.get("three")).contains(new Item("three", 3));
      key.set(0, "one");
      items.deleteKeys(List.of(key)).get();
      assertThat(table.get("one")).isEqualTo(Optional.empty());
      assertThat(table.get("two")).contains(TWO);
    }
  }
}
