package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.Items.Item;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes of one row, one behind the other, as fast as a client can: the last is what stays. */
@OnBackEnd
class SameMillisecondTest {
  /** So many that some are done within a millisecond. */
  private static final int TIMES = 100;

  private RecordTable<Item> table;

  @BeforeEach
  void create(Connection connection) throws IOException {
    table = Items.create(connection, BackEnd.newTableName("fast"), List.of()).open();
  }

  private static Item item(int id, String color) {
    return new Item(1, id, "name" + id, color, "b", "c");
  }

  private void assertThere(Item item) throws IOException {
    assertThat(table.get(1L, item.id())).contains(item);
  }

  @Test
  void aDeleteThenAPut() throws IOException {
    for (int id = 0; id < TIMES; id++) {
      table.put(item(id, "a"));
      table.delete(item(id, "a"));
      table.put(item(id, "b"));
      assertThere(item(id, "b"));
    }
  }

  @Test
  void aNullThenAValue() throws IOException {
    for (int id = 0; id < TIMES; id++) {
      table.put(item(id, "a"));
      table.put(item(id, null));
      table.put(item(id, "b"));
      assertThere(item(id, "b"));
    }
  }

  @Test
  void manyInACall() throws IOException {
    for (int id = 0; id < TIMES; id++) {
      table.delete(item(id, "a"));
      table.delete(item(id + TIMES, "a"));
      table.putAll(List.of(item(id, null), item(id + TIMES, null)));
      table.putAll(List.of(item(id, "b"), item(id + TIMES, "b")));
      assertThere(item(id, "b"));
      assertThere(item(id + TIMES, "b"));
    }
  }

  @Test
  void aDeleteThenALoad() throws IOException {
    for (int id = 0; id < TIMES; id++) {
      table.put(item(id, "a"));
      table.delete(item(id, "a"));
      table.load(List.of(item(id, "b")).stream());
      assertThere(item(id, "b"));
    }
  }

  /** Others are not waited for. */
  @Test
  void manyDeletesThenPuts() throws IOException {
    for (int id = 0; id < TIMES; id++) {
      table.delete(item(id, "a"));
    }
    for (int id = TIMES - 1; id >= 0; id--) {
      table.put(item(id, "b"));
    }
    for (int id = 0; id < TIMES; id++) {
      assertThere(item(id, "b"));
    }
  }
}
