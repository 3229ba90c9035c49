package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An old program, a new one, and a table of either: the table of docs/evolution.md. */
@OnBackEnd
class OldAndNewProgramsTest {
  record User(String id, String city, int age) {}

  record More(String id, String city, int age, String mail) {}

  record Longer(String id, String city, long age) {}

  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofMillis(40));
  private static final User ADA = new User("ada", "Rome", 36);

  private Connection connection;
  private final String name = BackEnd.newTableName("people");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesign<User> design(UnaryOperator<TableDesignBuilder<User>> more) {
    return more.apply(
            TableDesign.of(name, User.class)
                .key(key -> key.part(User::id))
                .family("u")
                .column(User::city, "u:c")
                .column(User::age, "u:a"))
        .build();
  }

  private TableDesign<User> plain() {
    return design(design -> design);
  }

  private TableDesign<User> byCity() {
    return design(design -> design.index("byCity", index -> index.on(key -> key.part(User::city))));
  }

  private void make(TableDesign<User> old) throws IOException {
    try (RecordTable<User> table = RecordTable.create(connection, old)) {
      table.put(ADA);
    }
  }

  private <R> void works(TableDesign<R> design) throws IOException {
    try (RecordTable<R> table = RecordTable.open(connection, design, SETTINGS)) {
      R record = table.get("ada").orElseThrow();
      table.put(record);
      assertThat(table.get("ada")).contains(record);
    }
  }

  private void worksWithoutTheIndex(TableDesign<User> design, String reason) throws IOException {
    works(design);
    try (RecordTable<User> table = RecordTable.open(connection, design, SETTINGS)) {
      assertThatThrownBy(() -> table.where(User::city, "Rome").list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContainingAll("byCity", reason);
    }
  }

  private void isRefused(TableDesign<?> design, String... reason) {
    assertThatThrownBy(() -> RecordTable.open(connection, design, SETTINGS))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContainingAll(reason);
  }

  private void upgrade(TableDesign<?> design) throws IOException {
    UpgradePlan.of(connection, design, SETTINGS).run();
    assertThat(UpgradePlan.of(connection, design, SETTINGS).isEmpty()).isTrue();
  }

  @Test
  void aFieldMoreOrLess() throws IOException {
    make(plain());
    TableDesign<More> more =
        TableDesign.of(name, More.class)
            .key(key -> key.part(More::id))
            .family("u")
            .column(More::city, "u:c")
            .column(More::age, "u:a")
            .column(More::mail, "u:m")
            .build();
    works(more);
    upgrade(more);
    works(plain());
    upgrade(plain());
    works(more);
  }

  @Test
  void aColumnWithAnotherName() throws IOException {
    make(plain());
    TableDesign<User> renamed =
        TableDesign.of(name, User.class)
            .key(key -> key.part(User::id))
            .family("u")
            .column(User::city, "u:town")
            .formerly(User::city, "u:c")
            .column(User::age, "u:a")
            .build();
    works(renamed);
    upgrade(renamed);
    isRefused(plain(), "u:town", "formerly");
  }

  @Test
  void anotherType() throws IOException {
    make(plain());
    TableDesign<Longer> longer =
        TableDesign.of(name, Longer.class)
            .key(key -> key.part(Longer::id))
            .family("u")
            .column(Longer::city, "u:c")
            .column(Longer::age, "u:a")
            .build();
    isRefused(longer, "int32", "int64");
    assertThatThrownBy(() -> UpgradePlan.of(connection, longer))
        .isInstanceOf(ChangedDesignException.class);
  }

  @Test
  void anIndexMore() throws IOException {
    make(plain());
    TableDesign<User> inside =
        design(
            design ->
                design
                    .family("i")
                    .index(
                        "byCity",
                        index -> index.on(key -> key.part(User::city)).table(name + "_x")));
    isRefused(inside, "no family i"); // which an upgrade adds
    upgrade(inside);
    works(inside);
    isRefused(plain(), "has index byCity", "lacks");
  }

  @Test
  void anIndexMoreBeforeTheUpgrade() throws IOException {
    make(plain());
    try (Admin admin = connection.getAdmin()) {
      byCity().tables().get(1).create(admin);
    }
    worksWithoutTheIndex(byCity(), "not built");
    works(plain());
    upgrade(byCity());
    isRefused(plain(), "has index byCity", "lacks");
  }

  @Test
  void anIndexLess() throws IOException {
    make(byCity());
    isRefused(plain(), "has index byCity", "lacks");
    upgrade(plain());
    worksWithoutTheIndex(byCity(), "given up");
  }

  @Test
  void anotherFormOfAnIndex() throws IOException {
    make(byCity());
    TableDesign<User> other =
        design(
            design ->
                design.index(
                    "byCity", index -> index.on(key -> key.part(User::age).part(User::city))));
    isRefused(other, "index byCity is city", "index byCity is age, city");
    upgrade(other);
    isRefused(byCity(), "index byCity is age, city", "index byCity is city");
  }

  @Test
  void neverNull() throws IOException {
    make(plain());
    TableDesign<User> never = design(design -> design.neverNull(User::city));
    isRefused(never, "never null");
    RecordTable.declare(connection, never);
    isRefused(plain(), "never null");
  }
}
