package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.chain.ContendedRowException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A put that others are faster than, again and again: what it claimed is free behind it. */
@OnBackEnd
class ContendedPutTest {
  record User(int id, String name, int number) {}

  private final Connection connection;
  private final TableDesign<User> design =
      TableDesign.of(BackEnd.newTableName("contended"), User.class)
          .key(key -> key.part(User::id))
          .family("f")
          .column(User::name, "f:n")
          .column(User::number, "f:x")
          .index("byName", index -> index.on(key -> key.part(User::name)).unique())
          .build();

  private int writes;

  ContendedPutTest(Connection connection) {
    this.connection = connection;
  }

  /** Writes a record before each change of the other client, as often as this says. */
  private Calls faster(RecordTable<User> other, int times) {
    return call -> {
      if (call.name().equals("checkAndMutate") && writes < times) {
        other.put(new User(1, "other", writes++));
      }
      return call.make();
    };
  }

  @Tag("slow")
  @Test
  void theValueOfAPutThatGaveUpIsFreeAtOnce() throws IOException {
    try (RecordTable<User> other = RecordTable.create(connection, design);
        RecordTable<User> slow =
            RecordTable.open(
                WatchedConnection.of(connection, faster(other, Integer.MAX_VALUE)), design)) {
      other.put(new User(1, "other", 0));
      assertThatThrownBy(() -> slow.put(new User(1, "a", 0)))
          .isInstanceOf(ContendedRowException.class)
          .hasMessageContaining("was written by others 100 times");
      other.put(new User(2, "a", 0));
      assertThat(other.where(User::name).is("a").list()).containsExactly(new User(2, "a", 0));
      assertThat(other.get(1)).map(User::name).contains("other");
    }
  }

  /** Of several records in one call some come at once, others later. */
  @Test
  void theValuesOfPutsThatWereLateAreTheirs() throws IOException {
    try (RecordTable<User> other = RecordTable.create(connection, design)) {
      for (int times = 0; times < 12; times++) {
        writes = 0;
        List<User> all = new ArrayList<>();
        for (int id = 0; id < 3; id++) {
          all.add(new User(id, "n" + id + "of" + times, id));
        }
        try (RecordTable<User> slow =
            RecordTable.open(WatchedConnection.of(connection, faster(other, times)), design)) {
          slow.putAll(all);
        }
        for (User each : all) {
          assertThat(other.get(each.id())).contains(each);
          assertThat(other.where(User::name).is(each.name()).list()).containsExactly(each);
          User thief = new User(9, each.name(), 0);
          assertThatThrownBy(() -> other.put(thief)).isInstanceOf(UniqueViolationException.class);
        }
      }
      for (int id = 0; id < 3; id++) {
        other.delete(new User(id, "n" + id + "of11", id));
        other.put(new User(10 + id, "n" + id + "of11", id)); // no claim is left
      }
    }
  }
}
