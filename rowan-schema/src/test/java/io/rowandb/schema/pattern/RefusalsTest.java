package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.ItemClient.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.IndexDesignBuilder;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.schema.view.View;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is refused says what is wrong with which value, and what to do. */
@OnBackEnd
class RefusalsTest {
  record User(String name, String mail, String city) {}

  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private static TableDesignBuilder<User> users() {
    return TableDesign.of(BackEnd.newTableName("users"), User.class)
        .key(key -> key.part(User::name))
        .family("u")
        .column(User::mail, "u:m")
        .column(User::city, "u:c");
  }

  private static TableDesign<User> indexed() {
    return users()
        .index("byMail", index -> index.on(key -> key.part(User::mail)).unique())
        .index("byCity", index -> index.on(key -> key.part(User::city)))
        .build();
  }

  /** A call that must be refused. */
  @FunctionalInterface
  private interface Call {
    void make() throws Exception;
  }

  private static void assertRefused(Call call, String... parts) {
    assertThatThrownBy(call::make)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void aNullForARecordOrAKeyIsNamed() throws Exception {
    TableDesign<User> design = indexed();
    String[] record = {"a record of " + design.name() + " is null: a User is needed"};
    String[] key = {"a key of " + design.name() + " is [name], and not null"};
    User ada = new User("ada", "a@b", "x");
    try (RecordTable<User> table = RecordTable.create(connection, design);
        AsyncConnection open =
            ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      AsyncRecordTable<User> async = AsyncRecordTable.open(open, design);
      assertRefused(() -> table.put(null), record);
      assertRefused(() -> table.putAll(Arrays.asList(ada, null)), record);
      assertRefused(() -> table.load(Stream.of(ada, null)), record);
      assertRefused(() -> table.delete(null), record);
      assertRefused(() -> table.get((Object[]) null), key);
      assertRefused(() -> table.getAll(Arrays.asList(List.of("ada"), null)), key);
      for (Call call :
          List.<Call>of(
              () -> async.put(null).get(),
              () -> async.putAll(Arrays.asList(ada, null)).get(),
              () -> async.delete(null).get())) {
        assertThatThrownBy(call::make)
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContainingAll(record);
      }
    }
  }

  record Session(UUID id, Object state, List<Object> tags) {}

  @Test
  void aTypeWithoutAFormIsNamedWithItsFieldAndTheRemedy() {
    TableDesignBuilder<Session> sessions =
        TableDesign.of("sessions", Session.class).key(key -> key.part(Session::id)).family("s");
    assertRefused(
        () -> sessions.column(Session::state, "s:s"),
        "Session.state: type java.lang.Object has no form",
        "ColumnType",
        "packed");
    assertRefused(
        () -> sessions.column(Session::tags, "s:t"),
        "Session.tags: type java.lang.Object has no form");
  }

  private void drop(TableDesign<User> design, String index) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (var each : design.indexes()) {
        if (each.name().equals(index)) {
          admin.disableTable(each.table());
          admin.deleteTable(each.table());
        }
      }
    }
  }

  @Test
  void aMissingTableOfAnIndexIsNamedWithTheIndex() throws IOException {
    for (String index : List.of("byMail", "byCity")) {
      TableDesign<User> design = indexed();
      try (RecordTable<User> table = RecordTable.create(connection, design)) {
        drop(design, index);
        assertThatThrownBy(() -> table.put(new User("ada", "a@b", "x")))
            .isInstanceOf(TableNotFoundException.class)
            .hasMessageContainingAll(
                design.name() + "_" + index, "index " + index, "repairIndex(\"" + index + "\")");
        assertThatThrownBy(() -> table.byIndex(index).limit(1).list())
            .hasCauseInstanceOf(TableNotFoundException.class)
            .hasMessageContaining("index " + index + " of table " + design.name());
      }
    }
  }

  @Test
  void aMissingTableIsNamedWhateverIsAskedOfTheIndex() throws IOException {
    TableDesign<User> design = indexed();
    try (RecordTable<User> table = RecordTable.create(connection, design)) {
      drop(design, "byCity");
      String[] parts = {design.name() + "_byCity", "index byCity", "repairIndex(\"byCity\")"};
      for (Call call :
          List.<Call>of(
              () -> table.verifyIndex("byCity"),
              () -> table.repairIndex("byCity"),
              () -> table.where(User::city).is("x").explain())) {
        assertThatThrownBy(call::make)
            .isInstanceOf(TableNotFoundException.class)
            .hasMessageContainingAll(parts);
      }
      assertThatThrownBy(() -> RecordTable.declare(connection, design))
          .isInstanceOf(TableNotFoundException.class)
          .hasMessageContaining(design.name() + "_byCity");
    }
  }

  /** Two records that got the value before the index was there. */
  @Test
  void aConflictIsCountedByAComparisonAsByARepair() throws IOException {
    TableDesign<User> without = users().build();
    try (RecordTable<User> table = RecordTable.create(connection, without)) {
      table.put(new User("ada", "a@b", "x"));
      table.put(new User("bob", "a@b", "y"));
      table.put(new User("cyd", "c@d", "y"));
    }
    TableDesign<User> design =
        TableDesign.of(without.name().getNameAsString(), User.class)
            .key(key -> key.part(User::name))
            .family("u")
            .column(User::mail, "u:m")
            .column(User::city, "u:c")
            .index("byMail", index -> index.on(key -> key.part(User::mail)).unique().building())
            .build();
    try (Admin admin = connection.getAdmin();
        RecordTable<User> table = RecordTable.open(connection, design)) {
      for (NewTable each : design.tables()) {
        if (!admin.tableExists(each.descriptor().getTableName())) {
          each.create(admin);
        }
      }
      assertThat(table.verifyIndex("byMail"))
          .matches(it -> it.missing() == 3 && it.conflicts() == 0);
      assertThat(table.repairIndex("byMail")).matches(it -> it.added() == 2 && it.conflicts() == 1);
      assertThat(table.verifyIndex("byMail"))
          .matches(it -> it.missing() == 1 && it.conflicts() == 1);
    }
  }

  @Test
  void aMissingTableOfRecordsIsNamedBeforeThoseOfItsIndexes() throws IOException {
    TableDesign<User> design = indexed();
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      assertThatThrownBy(() -> table.put(new User("ada", "a@b", "x")))
          .isInstanceOf(TableNotFoundException.class)
          .hasMessageStartingWith(design.name() + ": RecordTable.create makes it");
    }
  }

  @Test
  void aDisabledTableOfAnIndexIsNamed() throws IOException {
    TableDesign<User> design = indexed();
    try (RecordTable<User> table = RecordTable.create(connection, design);
        Admin admin = connection.getAdmin()) {
      TableName index = TableName.valueOf(design.name() + "_byCity");
      admin.disableTable(index);
      assertThatThrownBy(() -> table.put(new User("ada", "a@b", "x")))
          .isInstanceOf(TableNotEnabledException.class)
          .hasMessageContainingAll(index.toString(), "index byCity", "disabled: enable it");
      admin.enableTable(index);
      table.put(new User("ada", "a@b", "x"));
      assertThat(table.where(User::city).is("x").list()).hasSize(1);
    }
  }

  @Test
  void anAsynchronousTableNamesWhatIsMissingToo() throws Exception {
    TableDesign<User> design = indexed();
    RecordTable.create(connection, design).close();
    TableName index = TableName.valueOf(design.name() + "_byCity");
    try (Admin admin = connection.getAdmin();
        AsyncConnection open =
            ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      AsyncRecordTable<User> async = AsyncRecordTable.open(open, design);
      User ada = new User("ada", "a@b", "x");
      List<Callable<CompletableFuture<?>>> calls =
          List.of(
              () -> async.put(ada),
              () -> async.list(async.where(User::city).is("x")),
              () -> async.page(async.where(User::city).is("x"), 10));
      await(async.put(ada));
      admin.disableTable(index);
      for (Callable<CompletableFuture<?>> call : calls) {
        assertThatThrownBy(() -> await(call.call()))
            .isInstanceOf(TableNotEnabledException.class)
            .hasMessageContainingAll(index.toString(), "index byCity", "disabled: enable it");
      }
      admin.deleteTable(index);
      for (Callable<CompletableFuture<?>> call : calls) {
        assertThatThrownBy(() -> await(call.call()))
            .isInstanceOf(TableNotFoundException.class)
            .hasMessageContainingAll(index.toString(), "index byCity", "repairIndex");
      }
      admin.disableTable(design.name());
      admin.deleteTable(design.name());
      for (Callable<CompletableFuture<?>> call : calls) {
        assertThatThrownBy(() -> await(call.call()))
            .isInstanceOf(TableNotFoundException.class)
            .hasMessageStartingWith(design.name() + ": RecordTable.create makes it");
      }
    }
  }

  /** What is left of a design that was made before, in part. */
  @Test
  void noTableIsMadeWhenOneOfThemIsThere() throws IOException {
    TableDesign<User> design = indexed();
    RecordTable.create(connection, design).close();
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(design.name());
      admin.deleteTable(design.name());
      assertThatThrownBy(() -> RecordTable.create(connection, design))
          .isInstanceOf(TableExistsException.class)
          .hasMessageContaining(design.name() + "_by");
      assertThat(admin.tableExists(design.name())).isFalse();
    }
  }

  @Test
  void noTableIsLeftWhenOneOfThemCannotBeMade() throws IOException {
    TableDesign<User> design =
        users()
            .index("byMail", index -> index.on(key -> key.part(User::mail)))
            .index("byCity", index -> index.on(key -> key.part(User::city)).table("nowhere:i"))
            .build();
    try (Admin admin = connection.getAdmin()) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> RecordTable.create(connection, design))
            .isInstanceOf(NamespaceNotFoundException.class)
            .hasMessageContaining("nowhere")
            .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
        assertThat(admin.tableExists(design.name())).isFalse();
        assertThat(admin.tableExists(TableName.valueOf(design.name() + "_byMail"))).isFalse();
      }
    }
  }

  @Test
  void anIndexInATableOfOtherRowsIsRefused() {
    UnaryOperator<IndexDesignBuilder<User>> byMail = index -> index.on(k -> k.part(User::mail));
    UnaryOperator<IndexDesignBuilder<User>> byCity = index -> index.on(k -> k.part(User::city));
    assertRefused(
        users()
                .index("byMail", index -> byMail.apply(index).table("shared"))
                .index("byCity", index -> byCity.apply(index).table("default:shared"))
            ::build,
        "index byCity has table shared, which is that of the entries of index byMail already",
        "inTableOfRecords");
    TableDesignBuilder<User> users = users();
    String name = users.build().name().getNameAsString();
    assertRefused(
        users.index("byMail", index -> byMail.apply(index).table(name))::build,
        "index byMail has table " + name + ", which is that of the records already");
    assertRefused(
        TableDesign.of("orders", Order.class)
                .key(key -> key.part(Order::name))
                .family("o")
                .details(Order::items, DetailLayout.tall("orders_byName"), ITEMS)
                .index("byName", index -> index.on(key -> key.part(Order::name)))
            ::build,
        "index byName has table orders_byName, which is that of the details Order.items already");
  }

  /** Literals tell their rows apart. */
  @Test
  void anIndexInTheTableOfRecordsIsAsBefore() {
    TableDesign<User> design =
        TableDesign.of("users", User.class)
            .key(key -> key.literal("R").part(User::name))
            .family("u")
            .column(User::mail, "u:m")
            .column(User::city, "u:c")
            .index("byMail", i -> i.on(k -> k.part(User::mail)).inTableOfRecords("M", "u"))
            .index("byCity", i -> i.on(k -> k.part(User::city)).inTableOfRecords("C", "u"))
            .build();
    assertThat(design.tables()).hasSize(1);
  }

  record Item(int number, String text) {}

  private static final DetailDesign<Item> ITEMS =
      DetailDesign.of(Item.class).key(key -> key.part(Item::number)).cell(Item::text, "t").build();

  record Order(String name, List<Item> items) {}

  @Test
  void aNullIsNamedWhereverItIsGiven() throws IOException {
    TableDesign<User> design = indexed();
    assertRefused(() -> TableDesign.of(null, User.class), "a table's name is null");
    assertRefused(() -> TableDesign.of("t", (Class<User>) null), "the class of records is null");
    assertRefused(() -> View.of(design, null, user -> List.of()), "the target of a view is null");
    assertRefused(() -> View.of(design, design, null), "the function of the view");
    try (RecordTable<User> table = RecordTable.create(connection, design)) {
      assertRefused(() -> table.putAll(null), "what is to be put into " + design.name());
      assertRefused(() -> table.getAll(null), "the list of keys of " + design.name());
      assertRefused(() -> table.where((Field<User, String>) null), "a field of User is null");
      assertRefused(
          () -> table.all().where(design.shape().component("city"), null),
          "the condition on",
          "city is null");
      assertRefused(() -> table.where(User::city).in(null), "the list of values is null");
      assertRefused(() -> table.where(User::city).or(null), "a field of User is null");
      assertRefused(() -> table.where(user -> user.city()), "is written as its accessor");
      assertRefused(() -> table.byIndex("byCity").page(1, null), "the token of a page is null");
    }
    TableDesign<Order> orders =
        TableDesign.of(BackEnd.newTableName("orders"), Order.class)
            .key(key -> key.part(Order::name))
            .family("o")
            .details(Order::items, DetailLayout.wide("o"), ITEMS)
            .build();
    try (RecordTable<Order> table = RecordTable.create(connection, orders)) {
      Details<Item> items = table.details(Order::items, Item.class, "a");
      assertRefused(() -> items.put(null), "a detail of " + orders.name(), "is null");
      assertRefused(() -> items.putAll(Arrays.asList((Item) null)), "a detail of", "is null");
      assertRefused(() -> items.putAll(null), "what is to be put into", "is null");
      assertRefused(() -> items.remove(null), "a detail of", "is null");
    }
  }

  @Test
  void theReasonOfAnUnservedReadIsInTheFirstLine() throws IOException {
    TableDesign<User> design = users().build();
    try (RecordTable<User> table = RecordTable.create(connection, design)) {
      assertThatThrownBy(() -> table.where(User::city).is("x").list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessage(
              "all rows of "
                  + design.name()
                  + " would be read: the conditions are on city, and neither the key nor an index"
                  + " that may be used begins with such a field\n"
                  + "  its key is "
                  + design.key()
                  + "\n  give values of the fields that the key or an index begins with, declare an"
                  + " index, or allowFullScan()");
    }
  }

  @Test
  void aReadAsOfATimeSaysThatNoIndexServesIt() throws IOException {
    TableDesign<User> design = indexed();
    try (RecordTable<User> table = RecordTable.create(connection, design)) {
      assertThatThrownBy(() -> table.where(User::city).is("x").asOf(Instant.EPOCH).list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageStartingWith(
              "all rows of "
                  + design.name()
                  + " would be read: the conditions are on city, and the key does not begin with"
                  + " such a field; an index knows the present alone; a read as of a time goes by"
                  + " the row key\n")
          .hasMessageEndingWith(
              "\n  give values of the fields that the key begins with, or allowFullScan()");
      assertRefused(
          () -> table.byIndex("byCity").asOf(Instant.EPOCH).limit(1).list(),
          "an index knows the present alone; a read as of a time goes by the row key");
    }
  }

  @Test
  void copiesOfWhatExpiresAreRefused() {
    TableDesignBuilder<User> expiring =
        TableDesign.of("expiring", User.class)
            .key(key -> key.part(User::name))
            .family("u", family -> family.setTimeToLive(60))
            .column(User::mail, "u:m")
            .column(User::city, "u:c");
    TableDesign<User> plain = expiring.build();
    assertRefused(() -> View.of(plain, users().build(), user -> List.of(user)), "family u", "60 s");
    assertRefused(() -> View.of(users().build(), plain, user -> List.of(user)), "family u", "60 s");
    assertRefused(
        expiring.index(
                "byCity", index -> index.on(key -> key.part(User::city)).covering(User::mail))
            ::build,
        "table expiring: family u has a time to live of 60 s, and index byCity has copies");
  }
}
