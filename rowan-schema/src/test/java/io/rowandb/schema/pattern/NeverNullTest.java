package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Fields that no record has null in: what is written, and what was found otherwise. */
@OnBackEnd
class NeverNullTest {
  record User(String name, String mail, String city, long visits) {}

  record Mail(String mail) {}

  record City(String city) {}

  private final Connection connection;

  NeverNullTest(Connection connection) {
    this.connection = connection;
  }

  private static TableDesign<User> design(
      String name, UnaryOperator<TableDesignBuilder<User>> more) {
    return more.apply(
            TableDesign.of(name, User.class)
                .key(key -> key.part(User::name, Parts.textToEnd()))
                .family("u")
                .column(User::mail, "u:m")
                .column(User::city, "u:c")
                .counter(User::visits, "u:v")
                .index("byCity", index -> index.on(key -> key.part(User::city))))
        .build();
  }

  private static TableDesign<User> design() {
    return design(BackEnd.newTableName("users"), design -> design.neverNull(User::mail));
  }

  @Test
  void aNullIsNotWritten() throws IOException {
    TableDesign<User> design = design();
    try (RecordTable<User> table = RecordTable.create(connection, design)) {
      User lacking = new User("ada", null, "rome", 0);
      User whole = new User("bob", "b@x", null, 0);
      String message = "row ada of " + design.name() + ": User.mail is null, and declared never";
      assertThatThrownBy(() -> table.put(lacking))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(message);
      assertThatThrownBy(() -> table.putAll(List.of(lacking))).hasMessageContaining(message);
      assertThat(table.all().limit(9).list()).isEmpty();
      assertThat(table.verifyIndex("byCity").stale()).isZero();
      assertThatThrownBy(() -> table.load(Stream.of(lacking))).hasMessageContaining(message);
      table.put(whole);
      assertThat(table.get("bob")).contains(whole);
    }
  }

  /** As another program, or an increment without a record, leaves it. */
  @Test
  void aRowWithoutItIsMalformed() throws IOException {
    TableDesign<User> design = design();
    try (RecordTable<User> table = RecordTable.create(connection, design);
        Table rows = connection.getTable(design.name())) {
      table.put(new User("ada", "a@x", "rome", 0));
      rows.put(
          new Put(Bytes.toBytes("bob"))
              .addColumn(Bytes.toBytes("u"), Bytes.toBytes("c"), Bytes.toBytes("rome")));
      table.increment(User::visits, 3, "cy");
      String message = "row bob of " + design.name() + ": User.mail is null, and declared never";
      assertThatThrownBy(() -> table.get("bob"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(message);
      RecordQuery<User> all = table.all().allowFullScan();
      assertThatThrownBy(all::list).hasMessageContaining(message);
      assertThatThrownBy(() -> all.select(Mail.class).list()).hasMessageContaining(message);
      assertThat(all.select(City.class).list())
          .containsExactly(new City("rome"), new City("rome"), new City(null));
      MalformedRows report = new MalformedRows();
      assertThat(all.skipMalformed(report).list())
          .containsExactly(new User("ada", "a@x", "rome", 0));
      assertThat(report.count()).isEqualTo(2);
      assertThat(table.verifyIndex("byCity").unreadable()).isEqualTo(2);
      table.put(new User("bob", "b@x", "oslo", 0)); // and it is a record again
      table.put(new User("cy", "c@x", "oslo", 0));
      assertThat(table.get("cy")).contains(new User("cy", "c@x", "oslo", 3));
      assertThat(table.where(User::city).is("oslo").count()).isEqualTo(2);
      assertThat(table.where(User::city).is("rome").count()).isEqualTo(1);
    }
  }

  /** A default stands for null, also of rows from before the declaration. */
  @Test
  void aDefaultIsNoNull() throws IOException {
    record Person(String name, String city) {}
    TableDesign<Person> design =
        TableDesign.of(BackEnd.newTableName("people"), Person.class)
            .key(key -> key.part(Person::name, Parts.textToEnd()))
            .family("u")
            .column(Person::city, "u:c", ColumnTypes.text(), "nowhere")
            .neverNull(Person::city)
            .build();
    try (RecordTable<Person> table = RecordTable.create(connection, design);
        Table rows = connection.getTable(design.name())) {
      rows.put(
          new Put(Bytes.toBytes("bob"))
              .addColumn(Bytes.toBytes("u"), Bytes.toBytes("other"), new byte[0]));
      assertThat(table.get("bob")).contains(new Person("bob", "nowhere"));
      assertThatThrownBy(() -> table.put(new Person("ada", null)))
          .hasMessageContaining("Person.city is null");
    }
  }

  @Test
  void theDesignsTextHasItAndOthersDoNotChange() {
    TableDesign<User> plain = design("users", design -> design);
    TableDesign<User> never = design("users", design -> design.neverNull(User::mail));
    assertThat(plain.fingerprint()).isEqualTo("1c44b58ac0c921ff");
    assertThat(never.fingerprint()).isNotEqualTo(plain.fingerprint());
    assertThat(never.describe()).contains("never null\n  mail");
    assertThat(plain.diff(never.descriptor()))
        .hasToString("[never null: declared nothing, found mail]");
    assertThat(never.diff(plain.descriptor()))
        .hasToString("[never null: declared mail, found nothing]");
  }
}
