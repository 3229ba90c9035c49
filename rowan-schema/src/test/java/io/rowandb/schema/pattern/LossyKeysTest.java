package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

/** A key that holds a field with a loss leads to one record, and may be asked for another. */
@OnBackEnd
class LossyKeysTest {
  record User(String name, Instant hour, int age) {}

  private static final Instant NINE = Instant.parse("2026-01-02T09:00:00Z");
  private static final int NAMES = 1_000;

  @Test
  void aRecordIsNotThatOfAnotherKey(Connection connection, Configuration configuration)
      throws IOException {
    TableDesign<User> design =
        TableDesign.of(BackEnd.newTableName("users"), User.class)
            .key(
                key ->
                    key.hash(Digest.md5(1), User::name)
                        .part(User::hour, Parts.hours().truncated())
                        .lossy(User::name, User::hour))
            .family("i")
            .column(User::name, "i:n")
            .column(User::hour, "i:h")
            .column(User::age, "i:a")
            .build();
    User ann = new User("ann", NINE.plusSeconds(5), 7);
    try (RecordTable<User> table = RecordTable.create(connection, design);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      table.put(ann);
      AsyncRecordTable<User> other = AsyncRecordTable.open(async, design);
      int same = 0;
      for (int i = 0; i < NAMES; i++) {
        String name = "n" + i;
        same +=
            Arrays.equals(
                    design.key().encode(new User(name, ann.hour(), 0)), design.key().encode(ann))
                ? 1
                : 0;
        assertThat(table.get(name, ann.hour())).isEmpty();
        assertThat(table.where(User::name).is(name).where(User::hour).is(ann.hour()).list())
            .isEmpty();
      }
      assertThat(same).isPositive();
      assertThat(table.get("ann", NINE)).isEmpty();
      assertThat(table.get("ann", ann.hour())).contains(ann);
      List<List<Object>> keys = List.of(List.of("ann", NINE), List.of("ann", ann.hour()));
      assertThat(table.getAll(keys)).containsExactly(Optional.empty(), Optional.of(ann));
      assertThat(ItemClient.Async.await(other.getAll(keys)))
          .containsExactly(Optional.empty(), Optional.of(ann));
      assertThat(ItemClient.Async.await(other.get("ann", NINE))).isEmpty();
      assertThat(ItemClient.Async.await(other.get("ann", ann.hour()))).contains(ann);
    }
  }
}
