package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads that entries with copies answer alone. */
@OnBackEnd
class CoveringIndexTest {
  record User(long id, String city, String mail, String name, int age, String text) {
    User withoutText() {
      return new User(id, city, mail, name, age, null);
    }
  }

  private Connection connection;
  private TableDesign<User> design;

  @BeforeEach
  void create(Connection given) throws IOException {
    connection = given;
    design = users().build();
    RecordTable.create(connection, design).close();
  }

  private static TableDesignBuilder<User> users() {
    return TableDesign.of(BackEnd.newTableName("users"), User.class)
        .key(key -> key.part(User::id))
        .family("f")
        .column(User::city, "f:c")
        .column(User::mail, "f:m")
        .column(User::name, "f:n")
        .column(User::age, "f:a")
        .column(User::text, "f:t")
        .index(
            "byCity",
            index ->
                index.on(key -> key.part(User::city)).covering(User::name, User::age, User::mail))
        .index(
            "byMail",
            index ->
                index
                    .on(key -> key.part(User::mail))
                    .unique()
                    .covering(User::city, User::name, User::age));
  }

  private static User user(int id) {
    String name = id % 3 == 0 ? null : id % 3 == 1 ? "" : "name\u0000" + id;
    return new User(id, "city" + id % 4, "mail" + id, name, id - 20, "text" + id);
  }

  private static final List<User> USERS =
      IntStream.range(0, 60).mapToObj(CoveringIndexTest::user).toList();

  @Test
  void whatIsOnlyInsertedIsAsInTheRecords() throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      table.putAll(USERS);
      for (int city = 0; city < 5; city++) {
        String name = "city" + city;
        assertThat(table.where(User::city).is(name).copied("byCity").list())
            .isEqualTo(
                USERS.stream()
                    .filter(each -> each.city().equals(name))
                    .map(User::withoutText)
                    .toList());
      }
      assertThat(
              table.where(User::city).is("city1").where(User::name).is("").copied("byCity").list())
          .isEqualTo(
              table.all().allowFullScan().list().stream()
                  .filter(each -> each.city().equals("city1") && "".equals(each.name()))
                  .map(User::withoutText)
                  .toList())
          .isNotEmpty();
      assertThat(table.where(User::mail).is("mail7").copied("byMail").list())
          .isEqualTo(List.of(user(7).withoutText()));
    }
  }

  @Test
  void aChangedCopyIsSeen() throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      table.put(user(1));
      User changed = new User(1, "city1", "mail1", "new", 99, null);
      table.put(changed);
      assertThat(table.where(User::city).is("city1").copied("byCity").list())
          .isEqualTo(List.of(changed));
      assertThat(table.where(User::mail).is("mail1").copied("byMail").list())
          .isEqualTo(List.of(changed));
    }
  }

  @Test
  void whatADeadWriterLeftIsNoRecord() throws IOException {
    Death beforeItsRow = new Death(5, Death.Moment.BEFORE);
    try (RecordTable<User> dead =
        RecordTable.open(WatchedConnection.of(connection, beforeItsRow), design)) {
      assertThatThrownBy(() -> dead.put(user(1)))
          .isInstanceOf(Death.ClientDied.class)
          .hasMessageContaining("of checkAndMutate, call 5");
    }
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      assertThat(table.where(User::city).is("city1").copied("byCity").list()).isEmpty();
      assertThat(table.where(User::mail).is("mail1").copied("byMail").list()).isEmpty();
      assertThat(table.verifyIndex("byCity").stale()).isEqualTo(1);
    }
    try (RecordTable<User> later = RecordTable.open(connection, design, Items.later())) {
      assertThat(later.where(User::city).is("city1").copied("byCity").list()).isEmpty();
      assertThat(later.verifyIndex("byCity").stale()).isZero(); // the read has removed it
    }
  }

  @Test
  void whatIsDeletedOrMovedIsNotThereAnyMore() throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      table.putAll(List.of(user(1), user(5), user(9)));
      table.delete(user(1));
      table.put(new User(5, "elsewhere", "mail5", "n", 1, null));
      assertThat(table.where(User::city).is("city1").copied("byCity").list())
          .isEqualTo(List.of(user(9).withoutText()));
      assertThat(table.where(User::mail).is("mail1").copied("byMail").list()).isEmpty();
      assertThat(table.where(User::mail).is("mail5").copied("byMail").list())
          .isEqualTo(List.of(new User(5, "elsewhere", "mail5", "n", 1, null)));
    }
  }

  /** Once entries have copies, nothing is looked up. */
  @Test
  void copiesAreReadAlone() throws IOException {
    List<String> calls = new ArrayList<>();
    Connection watched =
        WatchedConnection.of(
            connection,
            call -> {
              calls.add(call.name());
              return call.make();
            });
    try (RecordTable<User> later = RecordTable.open(watched, design, Items.later())) {
      later.putAll(USERS);
      calls.clear();
      List<User> expected =
          IntStream.range(0, 15).mapToObj(i -> user(4 * i + 1).withoutText()).toList();
      RecordQuery<User> query = later.where(User::city).is("city1").copied("byCity");
      assertThat(query.list()).isEqualTo(expected);
      assertThat(calls).containsExactly("getScanner", "next");
      later.put(user(13));
      calls.clear();
      assertThat(query.list()).isEqualTo(expected);
      assertThat(calls).containsExactly("getScanner", "next");
    }
  }

  @Test
  void copiesAreThereAfterALoad() throws IOException {
    List<String> calls = new ArrayList<>();
    Connection watched =
        WatchedConnection.of(
            connection,
            call -> {
              calls.add(call.name());
              return call.make();
            });
    try (RecordTable<User> table = RecordTable.open(watched, design)) {
      table.load(USERS.stream());
      calls.clear();
      assertThat(table.where(User::city).is("city1").copied("byCity").list()).hasSize(15);
      assertThat(calls).containsExactly("getScanner", "next");
      table.load(Stream.of(new User(1, "city2", "mail1", "other", 1, null))); // which is not new
      assertThat(table.where(User::city).is("city1").copied("byCity").list()).hasSize(14);
    }
  }

  /** Of some entries in the midst of others the records are looked up, in their order. */
  @Test
  void entriesWithAndWithoutCopiesMix() throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      table.putAll(USERS);
      withoutCopies(List.of(3, 4, 5, 6, 58));
      List<User> expected = new ArrayList<>(USERS);
      for (int id : new int[] {0, 7, 8, 9, 30, 59}) {
        User changed = new User(id, "city" + id % 4, "other" + id, "other", id, null);
        table.put(changed);
        expected.set(id, changed);
      }
      for (int city = 0; city < 4; city++) {
        String name = "city" + city;
        assertThat(table.where(User::city).is(name).copied("byCity").list())
            .isEqualTo(
                expected.stream()
                    .filter(each -> each.city().equals(name))
                    .map(User::withoutText)
                    .toList());
      }
      RecordQuery<User> all = table.all().allowFullScan().copied("byCity");
      List<User> paged = new ArrayList<>();
      Page<User> page = all.page(7);
      paged.addAll(page.records());
      while (page.next().isPresent()) {
        page = all.page(7, page.next().get());
        paged.addAll(page.records());
      }
      assertThat(paged).isEqualTo(all.list()).hasSize(USERS.size());
      assertThat(all.limit(10).list()).isEqualTo(paged.subList(0, 10));
    }
  }

  /** Writers died before the last step. */
  private void withoutCopies(List<Integer> ids) throws IOException {
    for (int id : ids) {
      Death beforeCopies = new Death(6, Death.Moment.BEFORE);
      try (RecordTable<User> dead =
          RecordTable.open(WatchedConnection.of(connection, beforeCopies), design)) {
        assertThatThrownBy(() -> dead.put(user(id))).hasMessageContaining("of batch, call 6");
      }
    }
  }

  @Test
  void damagedCopiesAreNone() throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, design);
        Table entries = connection.getTable(design.indexes().get(0).table())) {
      table.put(user(1));
      byte[] entry = design.indexes().get(0).entries(user(1), design.key().encode(user(1))).get(0);
      byte[] copies = entries.get(new Get(entry)).getValue(Bytes.toBytes("i"), Bytes.toBytes("c"));
      Milliseconds.pass();
      entries.put(
          new Put(entry)
              .addColumn(
                  Bytes.toBytes("i"),
                  Bytes.toBytes("c"),
                  Arrays.copyOf(copies, copies.length - 1)));
      assertThat(table.where(User::city).is("city1").copied("byCity").list())
          .as("looked up")
          .isEqualTo(List.of(user(1).withoutText()));
      assertThat(table.repairIndex("byCity").copies())
          .isEqualTo(new IndexReport.Copies(0, 1, 0, 1));
      assertThat(table.where(User::city).is("city1").copied("byCity").list())
          .isEqualTo(List.of(user(1).withoutText()));
    }
  }

  @Test
  void whatEntriesHaveNotCannotBeAskedFor() throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      assertThatThrownBy(
              () ->
                  table.where(User::city).is("c").where(User::text).is("t").copied("byCity").list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("condition on text");
    }
    assertThatThrownBy(
            () ->
                users()
                    .index("bad", index -> index.on(key -> key.part(User::name)).covering(User::id))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("User.id, which has no column");
  }
}
