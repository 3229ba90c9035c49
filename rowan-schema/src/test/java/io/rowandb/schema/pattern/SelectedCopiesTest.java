package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fields that are read from copies which nobody asked for by name, beside an older program. */
@OnBackEnd
class SelectedCopiesTest {
  record User(int id, String city, String mail, String name) {
    User {
      if (city == null || mail == null) {
        throw new IllegalArgumentException("a user has a city and an address");
      }
    }
  }

  record Named(String name) {}

  private static final String OF_COPIES =
      "the entry with its copies, and where it has none the row of its record";
  private static final String OF_RECORDS = "the entry, and the row of its record";

  private Connection connection;
  private String table;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    table = BackEnd.newTableName("users");
  }

  private TableDesign<User> design(boolean covering) {
    return TableDesign.of(table, User.class)
        .key(key -> key.part(User::id))
        .family("u")
        .column(User::city, "u:c")
        .column(User::mail, "u:m")
        .column(User::name, "u:n")
        .neverNull(User::city, User::mail)
        .marked()
        .index(
            "byCity",
            index -> {
              var on = index.on(key -> key.part(User::city));
              return covering ? on.covering(User::name) : on;
            })
        .index(
            "byMail",
            index -> {
              var on = index.on(key -> key.part(User::mail)).unique();
              return covering ? on.covering(User::name) : on;
            })
        .build();
  }

  private static List<Named> ofCity(RecordTable<User> users) throws IOException {
    return users.where(User::city).is("Rome").select(Named.class).list();
  }

  private static List<Named> ofMail(RecordTable<User> users) throws IOException {
    return users.where(User::mail).is("ada@x").select(Named.class).list();
  }

  /** The record's constructor would refuse what an entry alone has. */
  @Test
  void noRecordIsMadeOfThem() throws IOException {
    try (RecordTable<User> users = RecordTable.create(connection, design(true))) {
      users.put(new User(1, "Rome", "ada@x", "Ada"));
      RecordQuery<User> query = users.where(User::city).is("Rome");
      assertThat(query.select(Named.class).explain().sent()).isEqualTo(OF_COPIES);
      assertThat(query.explain().sent()).isEqualTo(OF_RECORDS);
      assertThat(query.filter(each -> true).select(Named.class).explain().sent())
          .isEqualTo(OF_RECORDS);
      assertThat(query.explainCount().sent()).isEqualTo(OF_COPIES);
      assertThat(ofCity(users)).containsExactly(new Named("Ada"));
      assertThat(query.copied("byCity").select(Named.class).list())
          .containsExactly(new Named("Ada"));
      assertThat(query.groupBy(User::name).count()).containsOnlyKeys("Ada").containsValue(1L);
      assertThat(users.where(User::mail).is("ada@x").select(Named.class).explain().sent())
          .isEqualTo(OF_RECORDS);
      assertThat(
              users
                  .where(User::mail)
                  .is("ada@x")
                  .copied("byMail")
                  .select(Named.class)
                  .explain()
                  .sent())
          .isEqualTo(OF_COPIES);
    }
  }

  /** A program that opened the table before it had the copies writes the same records. */
  @Test
  void anOlderProgramOutdatesNone() throws IOException {
    RecordTable<User> older = RecordTable.create(connection, design(false));
    RecordTable.declare(connection, design(true));
    try (older;
        RecordTable<User> users = RecordTable.open(connection, design(true))) {
      users.repairIndex("byCity");
      users.repairIndex("byMail");
      for (int time = 0; time < 5; time++) {
        users.put(new User(1, "Rome", "ada@x", "new " + time));
        assertThat(ofCity(users)).containsExactly(new Named("new " + time));
        assertThat(ofMail(users)).containsExactly(new Named("new " + time));
        older.put(new User(1, "Rome", "ada@x", "old " + time));
        assertThat(ofCity(users)).containsExactly(new Named("old " + time));
        assertThat(ofMail(users)).containsExactly(new Named("old " + time));
        assertThat(older.field(User::name, 1).set("set " + time)).isTrue();
        assertThat(ofCity(users)).containsExactly(new Named("set " + time));
        assertThat(ofMail(users)).containsExactly(new Named("set " + time));
        older.delete(new User(1, "Rome", "ada@x", null));
        assertThat(ofCity(users)).isEmpty();
        assertThat(ofMail(users)).isEmpty();
      }
    }
  }
}
