package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.ItemClient.Async.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@link SameMillisecondTest} by calls that do not wait. */
@OnBackEnd
class AsyncSameMillisecondTest {
  private static final int TIMES = 100;

  private AsyncConnection connection;
  private AsyncRecordTable<Item> table;

  @BeforeEach
  void create(Connection waiting, Configuration configuration) throws IOException {
    Items items = Items.create(waiting, BackEnd.newTableName("fast"), List.of());
    connection = ConnectionFactory.createAsyncConnection(configuration).join();
    table = AsyncRecordTable.open(connection, items.design());
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  private static Item item(int id, String color) {
    return new Item(1, id, "name" + id, color, "b", "c");
  }

  @Test
  void aDeleteThenAPut() throws IOException {
    for (int id = 0; id < TIMES; id++) {
      Item first = item(id, "a");
      Item second = item(id, "b");
      await(
          table
              .put(first)
              .thenCompose(done -> table.delete(first))
              .thenCompose(done -> table.put(second)));
      assertThat(await(table.get(1L, id))).contains(second);
    }
  }

  @Test
  void aNullThenAValueManyInACall() throws IOException {
    for (int id = 0; id < TIMES; id++) {
      List<Item> nulls = List.of(item(id, null), item(id + TIMES, null));
      List<Item> values = List.of(item(id, "b"), item(id + TIMES, "b"));
      await(table.putAll(nulls).thenCompose(done -> table.putAll(values)));
      assertThat(await(table.get(1L, id))).contains(values.get(0));
      assertThat(await(table.get(1L, id + TIMES))).contains(values.get(1));
    }
  }
}
