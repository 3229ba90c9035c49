package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A table that becomes one of another design, beside programs of the former one. */
@OnBackEnd
@Tag("slow")
class UpgradePlanTest {
  record User(String id, String city, int age) {}

  /** Short, since an upgrade waits for two of them. */
  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofMillis(40));

  /** Much longer than any pause of a machine between a writer's look and its row. */
  private static final IndexSettings BESIDE_OTHERS =
      IndexSettings.usual().withLease(Duration.ofSeconds(2));

  private static final int WRITTEN = 500;

  private Connection connection;
  private String name = BackEnd.newTableName("users");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesign<User> design(UnaryOperator<TableDesignBuilder<User>> indexes) {
    return indexes
        .apply(
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

  private TableDesign<User> byAge() {
    return design(design -> design.index("byAge", index -> index.on(key -> key.part(User::age))));
  }

  /** The same name, and another form. */
  private TableDesign<User> byAgeAndCity() {
    return design(
        design ->
            design.index("byCity", index -> index.on(key -> key.part(User::age).part(User::city))));
  }

  private static User user(int i) {
    return new User("u" + i, "city" + i % 5, i % 7);
  }

  private UpgradePlan<User> plan(TableDesign<User> design) throws IOException {
    return UpgradePlan.of(connection, design, SETTINGS);
  }

  private RecordTable<User> open(TableDesign<User> design) throws IOException {
    return RecordTable.open(connection, design, SETTINGS);
  }

  private void make(TableDesign<User> design, int users) throws IOException {
    try (RecordTable<User> table = RecordTable.create(connection, design)) {
      for (int i = 0; i < users; i++) {
        table.put(user(i));
      }
    }
  }

  /** The plan is printed as docs/evolution.md shows it. */
  @Test
  void anIndexComes() throws IOException {
    make(plain(), 30);
    UpgradePlan<User> plan = plan(byCity());
    assertThat(plan.steps())
        .containsExactly(
            "make table " + name + "_byCity",
            "build index byCity from 30 records",
            "note the design in the tables");
    String shown = plan.toString().replace(name, "users").replace(" 30 ", " 48,000 ");
    assertThat(EvolutionRowsTest.PAGE).content().contains("```\n" + shown + "\n```");
    assertThat(plan.rows()).isEqualTo(30);
    assertThat(plan.run()).containsKey("byCity");
    try (RecordTable<User> table = open(byCity())) {
      assertThat(table.where(User::city).is("city2").list()).hasSize(6);
      assertThat(table.verifyIndex("byCity").missing()).isZero();
    }
    assertThat(plan(byCity()).isEmpty()).isTrue();
    assertThat(plan(byCity())).hasToString("table " + name + ": nothing to do");
    assertThat(plan(byCity()).run()).isEmpty();
  }

  @Test
  void anIndexChanges() throws IOException {
    make(byCity(), 30);
    TableDesign<User> changed = byAgeAndCity();
    UpgradePlan<User> plan = plan(changed);
    assertThat(plan.steps()).contains("build index byCity anew from 30 records");
    plan.run();
    try (RecordTable<User> table = open(changed)) {
      assertThat(table.where(User::age).is(3).through("byCity").list()).hasSize(4);
      assertThat(table.verifyIndex("byCity").missing()).isZero();
    }
    assertThatThrownBy(() -> open(byCity())).isInstanceOf(ChangedDesignException.class);
  }

  /** Nobody reads it any more when the first program without it may write. */
  @Test
  void anIndexGoes() throws IOException {
    make(byCity(), 30);
    try (RecordTable<User> former = open(byCity())) {
      assertThat(former.where(User::city).is("city2").list()).hasSize(6);
      assertThatThrownBy(() -> open(plain()))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("byCity");
      UpgradePlan<User> plan = plan(plain());
      assertThat(plan.steps()).anyMatch(step -> step.startsWith("give up index byCity"));
      plan.run();
      try (RecordTable<User> table = open(plain())) {
        table.put(new User("new", "city2", 1));
      }
      assertThatThrownBy(() -> former.where(User::city).is("city2").list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("given up");
    }
    assertThat(plan(plain()).isEmpty()).isTrue();
    UpgradePlan<User> back = plan(byCity());
    assertThat(back.steps()).contains("build index byCity from 31 records");
    back.run();
    try (RecordTable<User> table = open(byCity())) {
      assertThat(table.where(User::city).is("city2").list()).hasSize(7);
    }
  }

  /** What a program of the former design wrote is found, and its next write is refused. */
  @Test
  void besideWritersOfTheFormerDesign() throws Exception {
    make(byAge(), 200);
    TableDesign<User> both =
        design(
            design ->
                design
                    .index("byAge", index -> index.on(key -> key.part(User::age)))
                    .index("byCity", index -> index.on(key -> key.part(User::city))));
    AtomicBoolean ended = new AtomicBoolean();
    Set<User> written = new HashSet<>();
    ExecutorService former = Executors.newSingleThreadExecutor();
    try (Connection other = ConnectionFactory.createConnection(connection.getConfiguration());
        RecordTable<User> table = RecordTable.open(other, byAge(), BESIDE_OTHERS)) {
      Future<Exception> refusal =
          former.submit(
              () -> {
                for (int i = 0; !ended.get(); i++) {
                  User user = user(1_000 + i % WRITTEN);
                  try {
                    table.put(user);
                    written.add(user);
                    assertThat(table.where(User::age).is(3).limit(3).list()).hasSize(3);
                  } catch (ChangedDesignException e) {
                    return e;
                  }
                }
                return null;
              });
      UpgradePlan.of(connection, both, BESIDE_OTHERS).run();
      ended.set(true);
      assertThat(refusal.get())
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("byCity");
    } finally {
      former.shutdownNow();
    }
    assertThat(written).isNotEmpty();
    try (RecordTable<User> table = open(both)) {
      assertThat(table.verifyIndex("byCity").missing()).isZero();
      for (User each : written) {
        assertThat(table.get(each.id())).contains(each);
      }
      assertThat(table.where(User::city).is("city3").list())
          .hasSize(40 + (int) written.stream().filter(each -> each.city().equals("city3")).count());
    }
  }

  /** Rows of a load wait in a buffer, but not for longer than a lease. */
  @Test
  void besideALoadOfTheFormerDesign() throws Exception {
    make(plain(), 5);
    ExecutorService former = Executors.newSingleThreadExecutor();
    AtomicInteger next = new AtomicInteger(1_000);
    try (Connection other = ConnectionFactory.createConnection(connection.getConfiguration());
        RecordTable<User> table = RecordTable.open(other, plain(), BESIDE_OTHERS)) {
      Future<Long> load =
          former.submit(
              () ->
                  table.load(
                      Stream.generate(() -> user(1_000 + next.getAndIncrement() % WRITTEN))));
      UpgradePlan.of(connection, byCity(), BESIDE_OTHERS).run();
      assertThatThrownBy(load::get).hasCauseInstanceOf(ChangedDesignException.class);
    } finally {
      former.shutdownNow();
    }
    try (RecordTable<User> table = open(byCity())) {
      assertThat(table.verifyIndex("byCity").missing()).isZero();
      assertThat(table.all().allowFullScan().list()).hasSizeGreaterThan(5);
    }
  }

  /** A program that only reads is told too, and removes nothing of the new entries. */
  @Test
  void aReaderOfAFormerFormOfAnIndex() throws IOException {
    make(byCity(), 30);
    TableDesign<User> changed =
        design(
            design ->
                design.index(
                    "byCity", index -> index.on(key -> key.part(User::id).part(User::city))));
    try (RecordTable<User> former = open(byCity())) {
      assertThat(former.where(User::city).is("city2").list()).hasSize(6);
      plan(changed).run();
      assertThatThrownBy(() -> former.where(User::city).is("city2").list())
          .isInstanceOf(ChangedDesignException.class);
      assertThatThrownBy(() -> former.byIndex("byCity").limit(9).list())
          .isInstanceOf(ChangedDesignException.class);
      assertThatThrownBy(() -> former.put(user(1))).isInstanceOf(ChangedDesignException.class);
    }
    try (RecordTable<User> table = open(changed)) {
      assertThat(table.verifyIndex("byCity").missing()).isZero();
    }
  }

  /** A program that does not know an index leaves its copies as they were. */
  @Test
  void copiesOfWhatAFormerProgramChanged() throws IOException {
    make(plain(), 10);
    TableDesign<User> covering =
        design(
            design ->
                design.index(
                    "byCity", index -> index.on(key -> key.part(User::city)).covering(User::age)));
    try (Admin admin = connection.getAdmin()) {
      covering.tables().get(1).create(admin);
    }
    try (RecordTable<User> filling = RecordTable.unchecked(connection, covering, SETTINGS)) {
      filling.fillIndexes(List.of("byCity"));
    }
    try (RecordTable<User> former = open(plain())) {
      former.put(new User("u1", "Paris", 1));
      former.delete(user(6));
    }
    plan(covering).run();
    try (RecordTable<User> table = open(covering)) {
      assertThat(table.where(User::city).is("city1").copied("byCity").list()).isEmpty();
      assertThat(table.where(User::city).is("Paris").copied("byCity").list()).hasSize(1);
      assertThat(table.where(User::city).is("city2").copied("byCity").list()).hasSize(2);
    }
  }

  /** The program of another design stops, and takes nothing away. */
  @Test
  void aRepairByAFormerProgram() throws IOException {
    make(byCity(), 30);
    TableDesign<User> changed = byAgeAndCity();
    try (RecordTable<User> former = open(byCity())) {
      plan(changed).run();
      assertThatThrownBy(() -> former.repairIndex("byCity"))
          .isInstanceOf(ChangedDesignException.class);
    }
    try (RecordTable<User> table = open(changed)) {
      assertThat(table.verifyIndex("byCity").missing()).isZero();
    }
  }

  @Test
  void aPlanThatIsOld() throws IOException {
    make(plain(), 3);
    UpgradePlan<User> old = plan(byCity());
    plan(byCity()).run();
    assertThatThrownBy(old::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("make another");
    assertThat(plan(byCity()).isEmpty()).isTrue();
  }

  @Test
  void entriesInAnotherFamily() throws IOException {
    make(inFamily("i"), 12);
    assertThatThrownBy(() -> open(inFamily("u")))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("family i; declared: u");
    plan(inFamily("u")).run();
    try (RecordTable<User> table = open(inFamily("u"))) {
      assertThat(table.where(User::city).is("city1").list()).hasSize(3);
    }
  }

  private TableDesign<User> inFamily(String family) {
    return TableDesign.of(name, User.class)
        .key(key -> key.literal("D-").part(User::id))
        .family("u")
        .family("i")
        .column(User::city, "u:c")
        .column(User::age, "u:a")
        .index(
            "byCity", index -> index.on(key -> key.part(User::city)).inTableOfRecords("I-", family))
        .build();
  }

  /** It was ready before, and must not be taken for that while it is built again. */
  @Test
  void killedWhereAnIndexComesBack() throws IOException {
    for (Death.Moment moment : List.of(Death.Moment.BEFORE, Death.Moment.AFTER)) {
      boolean died = true;
      for (int call = moment.firstCall(Death.CALLS_APART); died; call += Death.CALLS_APART) {
        name = BackEnd.newTableName("back");
        make(byCity(), 6);
        plan(plain()).run();
        try (RecordTable<User> table = open(plain())) {
          for (int i = 6; i < 12; i++) {
            table.put(user(i));
          }
        }
        Death death = new Death(call, moment);
        try (RecordTable<User> former =
            RecordTable.open(
                connection, plain(), IndexSettings.usual().withLease(Duration.ofDays(1)))) {
          former.put(user(0)); // its lease begins
          try {
            UpgradePlan.of(WatchedAdmin.of(connection, death), byCity(), SETTINGS).run();
          } catch (Death.ClientDied e) {
            assertThat(death.happened()).isTrue();
          }
          died = death.happened();
          checkNew(death, 12);
          if (!isBuiltAnew()) {
            former.put(new User("late", "city1", 1)); // as long as no upgrade has waited for it
          }
        }
        plan(byCity()).run();
        try (RecordTable<User> table = open(byCity())) {
          assertThat(table.verifyIndex("byCity").missing()).as("%s", death).isZero();
        }
        BackEnd.drop(connection, name);
      }
    }
  }

  private boolean isBuiltAnew() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor entries = admin.getDescriptor(TableName.valueOf(name + "_byCity"));
      return entries.getValue("rowan.index.byCity.build") != null
          && "ready".equals(entries.getValue("rowan.index.byCity.state"));
    }
  }

  /** Wherever it dies: what is left is in the next plan, and no read is wrong before. */
  @Test
  void killedAnywhere() throws IOException {
    int deaths = 0;
    for (Death.Moment moment : List.of(Death.Moment.BEFORE, Death.Moment.AFTER)) {
      boolean died = true;
      for (int call = moment.firstCall(Death.CALLS_APART); died; call += Death.CALLS_APART) {
        name = BackEnd.newTableName("mortal");
        make(byAge(), 12);
        Death death = new Death(call, moment);
        try {
          UpgradePlan.of(WatchedAdmin.of(connection, death), byCity(), SETTINGS).run();
        } catch (Death.ClientDied e) {
          assertThat(death.happened()).isTrue();
        }
        died = death.happened();
        deaths += died ? 1 : 0;
        checkFormer(death);
        checkNew(death, 12);
        plan(byCity()).run();
        assertThat(plan(byCity()).isEmpty()).as("%s", death).isTrue();
        try (RecordTable<User> table = open(byCity())) {
          assertThat(table.verifyIndex("byCity").missing()).as("%s", death).isZero();
          assertThat(table.where(User::city).is("city1").list()).as("%s", death).hasSize(3);
        }
        BackEnd.drop(connection, name);
      }
    }
    assertThat(deaths).isGreaterThan(2 * 10 / Death.CALLS_APART);
  }

  /** A program of the former design reads right, or is told why it may not. */
  private void checkFormer(Death death) throws IOException {
    try (RecordTable<User> table = open(byAge())) {
      assertThat(table.where(User::age).is(3).list()).as("%s", death).hasSize(2);
    } catch (ChangedDesignException | UnservedReadException e) {
      assertThat(e.getMessage()).as("%s", death).containsPattern("byCity|byAge");
    }
  }

  private void checkNew(Death death, int users) throws IOException {
    try (RecordTable<User> table = open(byCity())) {
      assertThat(table.where(User::city).is("city1").list()).as("%s", death).hasSize(users / 5 + 1);
    } catch (ChangedDesignException | UnservedReadException | IOException e) {
      assertThat(e.getMessage()).as("%s", death).containsPattern("byCity|byAge");
    }
  }

  @Test
  void aUniqueIndexThatTwoRecordsContradict() throws IOException {
    make(plain(), 6);
    TableDesign<User> unique =
        design(
            design ->
                design.index("byCity", index -> index.on(key -> key.part(User::city)).unique()));
    assertThat(plan(unique).run().get("byCity").isComplete()).isFalse();
    try (RecordTable<User> table = open(unique)) {
      assertThatThrownBy(() -> table.where(User::city).is("city0").list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContainingAll("failed", "1 in conflict");
      assertThat(plan(unique).steps()).contains("end the build of index byCity from 6 records");
      table.delete(user(5));
      assertThat(table.repairIndex("byCity").isComplete()).isTrue();
      assertThat(table.where(User::city).is("city0").list()).containsExactly(user(0));
    }
    assertThat(plan(unique).isEmpty()).isTrue();
  }

  @Test
  void whatNoUpgradeMends() throws IOException {
    make(plain(), 1);
    TableDesign<User> other =
        TableDesign.of(name, User.class)
            .key(key -> key.part(User::age).part(User::id))
            .family("u")
            .column(User::city, "u:c")
            .build();
    assertThatThrownBy(() -> plan(other))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("key");
  }

  @Test
  void openedOrCreatedByManyAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int number = i;
        all.add(
            threads.submit(
                () -> {
                  try (RecordTable<User> table = RecordTable.openOrCreate(connection, byCity())) {
                    table.put(user(number));
                  }
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    try (RecordTable<User> table = RecordTable.openOrCreate(connection, byCity())) {
      assertThat(table.all().limit(9).list()).hasSize(4);
      assertThat(table.verifyIndex("byCity").missing()).isZero();
    }
    assertThatThrownBy(() -> RecordTable.openOrCreate(connection, byAge()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("build index byAge from 4 records", "give up index byCity");
  }

  /** A plan counts the records anew when the tables were changed, and not without an end. */
  @Test
  void tablesThatOthersChangeAllTheTime() throws IOException {
    make(plain(), 3);
    AtomicInteger changes = new AtomicInteger();
    Connection changing =
        WatchedConnection.of(
            connection,
            call -> {
              if (call.name().equals("getScanner")) {
                assertThat(changes.incrementAndGet()).isLessThan(100);
                try (Admin admin = connection.getAdmin()) {
                  TableDescriptor table = admin.getDescriptor(TableName.valueOf(name));
                  admin.modifyTable(
                      TableDescriptorBuilder.newBuilder(table)
                          .setValue("rowan.awaited", changes.get() % 2 == 0 ? "" : "somebody")
                          .build());
                }
              }
              return call.make();
            });
    assertThatThrownBy(() -> UpgradePlan.of(changing, byCity(), SETTINGS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("other programs changed the tables of " + name);
    assertThat(changes).hasValue(10);
  }
}
