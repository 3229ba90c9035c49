package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.IndexDesignBuilder;
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
      assertThatThrownBy(() -> table.where(User::city).is("Rome").list())
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

  private TableDesign<User> unique(UnaryOperator<IndexDesignBuilder<User>> copies) {
    return design(
        design ->
            design.index(
                "byCity", index -> copies.apply(index.on(key -> key.part(User::city)).unique())));
  }

  /** A program that does not know of copies would leave those of the record before. */
  @Test
  void copiesOfAnIndexOfRowsWithMarks() throws IOException {
    TableDesign<User> none = unique(index -> index);
    TableDesign<User> ages = unique(index -> index.covering(User::age));
    make(none);
    isRefused(ages, "index byCity has copies of no field; declared: of age", "declare");
    try (RecordTable<User> old = RecordTable.open(connection, none, SETTINGS)) {
      old.put(new User("ada", "Rome", 37));
      assertThat(UpgradePlan.of(connection, ages, SETTINGS).steps())
          .anyMatch(step -> step.startsWith("build index byCity anew"));
      upgrade(ages);
      assertThatThrownBy(() -> old.put(ADA))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("index byCity has copies of age; declared: of no field");
    }
    isRefused(none, "index byCity has copies of age; declared: of no field");
    works(ages);
    try (RecordTable<User> table = RecordTable.open(connection, ages, SETTINGS)) {
      table.put(new User("ada", "Rome", 38));
      assertThat(table.where(User::city).is("Rome").copied("byCity").list())
          .containsExactly(new User("ada", "Rome", 38));
      assertThat(table.verifyIndex("byCity").copies()).isEqualTo(IndexReport.Copies.RIGHT);
    }
    upgrade(none);
    isRefused(ages, "index byCity has copies of no field; declared: of age");
    try (RecordTable<User> table = RecordTable.open(connection, none, SETTINGS)) {
      table.put(new User("ada", "Rome", 39)); // beside copies that nobody reads
    }
    upgrade(ages);
    try (RecordTable<User> table = RecordTable.open(connection, ages, SETTINGS)) {
      assertThat(table.where(User::city).is("Rome").copied("byCity").list())
          .containsExactly(new User("ada", "Rome", 39));
    }
  }

  /** The first program with copies brings the marks along, as any other that has some. */
  @Test
  void copiesOfAnIndexOfRowsWithoutMarks() throws IOException {
    make(byCity());
    TableDesign<User> ages =
        design(
            design ->
                design.index(
                    "byCity", index -> index.on(key -> key.part(User::city)).covering(User::age)));
    works(ages);
    upgrade(ages);
    isRefused(byCity(), "byCity", "age");
  }

  record Person(String id, String town, int years) {}

  /** It is the same column under another name. */
  @Test
  void copiesOfAFieldThatWasRenamed() throws IOException {
    make(unique(index -> index.covering(User::age)));
    TableDesign<Person> renamed =
        TableDesign.of(name, Person.class)
            .key(key -> key.part(Person::id))
            .family("u")
            .column(Person::town, "u:c")
            .column(Person::years, "u:a")
            .index(
                "byCity",
                index -> index.on(key -> key.part(Person::town)).unique().covering(Person::years))
            .build();
    works(renamed);
    try (RecordTable<Person> table = RecordTable.open(connection, renamed, SETTINGS)) {
      assertThat(table.where(Person::town).is("Rome").copied("byCity").list())
          .containsExactly(new Person("ada", "Rome", 36));
    }
    upgrade(renamed);
    works(unique(index -> index.covering(User::age)));
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
