package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.LateCalls;
import io.rowandb.schema.backend.Turns;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls that are executed once more, late: what was acknowledged behind them stays. */
@OnBackEnd
class LateCallsTest {
  private static final int RUNS = BackEnd.isHBase() ? 10 : BackEnd.isFull() ? 600 : 50;
  private static final int ORDERS = BackEnd.isHBase() ? 10 : BackEnd.isFull() ? 600 : 50;
  private static final int DEEDS = 12;
  private static final int USERS = 3;

  record Line(int number, String text) {}

  record User(int id, String name, String town, List<Line> lines) {}

  private final Connection connection;
  private final LateCalls late = new LateCalls();

  private TableDesign<User> design;

  LateCallsTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    String name = BackEnd.newTableName("late");
    design =
        TableDesign.of(name, User.class)
            .key(key -> key.part(User::id))
            .family("f")
            .column(User::name, "f:n")
            .column(User::town, "f:t")
            .details(
                User::lines,
                DetailLayout.tall(name + "_lines"),
                DetailDesign.of(Line.class)
                    .key(key -> key.part(Line::number))
                    .cell(Line::text, "t")
                    .build())
            .index(
                "byName",
                index -> index.on(key -> key.part(User::name)).unique().covering(User::town))
            .index("byTown", index -> index.on(key -> key.part(User::town)).covering(User::name))
            .build();
    RecordTable.create(connection, design).close();
  }

  private RecordTable<User> client() throws IOException {
    return RecordTable.open(WatchedConnection.of(connection, late), design);
  }

  private static User user(int id, String name, String... lines) {
    return new User(
        id,
        name,
        "town" + lines.length % 2,
        IntStream.range(0, lines.length).mapToObj(i -> new Line(i, lines[i])).toList());
  }

  private void assertOwner(String name, User owner) throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      assertThat(table.where(User::name).is(name).list()).isEqualTo(List.of(owner));
      assertThat(table.get(owner.id())).contains(owner);
      assertThat(table.verifyIndex("byName"))
          .matches(report -> report.missing() == 0 && report.conflicts() == 0);
    }
  }

  @Test
  void aValueThatWasGivenUpKeepsItsNewOwner() throws IOException {
    try (RecordTable<User> first = client();
        RecordTable<User> table = RecordTable.open(connection, design)) {
      first.put(user(1, "a", "x"));
      table.put(user(1, "b", "y"));
      table.put(user(2, "a", "z"));
      late.executeAll();
      assertOwner("a", user(2, "a", "z"));
      assertOwner("b", user(1, "b", "y"));
    }
  }

  @Test
  void aRecordThatWasDeletedStaysDeleted() throws IOException {
    try (RecordTable<User> first = client();
        RecordTable<User> table = RecordTable.open(connection, design)) {
      first.put(user(1, "a", "x"));
      table.delete(user(1, "a"));
      table.put(user(2, "a", "z"));
      late.executeAll();
      assertThat(table.get(1)).isEmpty();
      assertOwner("a", user(2, "a", "z"));
    }
  }

  @Test
  void aRecordThatWasPutBehindADeletionStays() throws IOException {
    try (RecordTable<User> first = client();
        RecordTable<User> table = RecordTable.open(connection, design)) {
      table.put(user(1, "a", "x", "y"));
      first.delete(user(1, "a"));
      table.put(user(1, "b", "z"));
      late.executeAll();
      assertOwner("b", user(1, "b", "z"));
    }
  }

  @Test
  void aDetailThatWasRemovedDoesNotReturn() throws IOException {
    try (RecordTable<User> first = client();
        RecordTable<User> table = RecordTable.open(connection, design)) {
      first.put(user(1, "a", "x", "y", "z"));
      table.put(user(1, "a", "x"));
      late.executeAll();
      assertOwner("a", user(1, "a", "x"));
      Details<Line> lines = table.details(User::lines, Line.class, 1);
      assertThat(lines.page(9).records()).isEqualTo(user(1, "a", "x").lines());
    }
  }

  /** In every order the record is wholly that of one of two writers. */
  @Tag("slow")
  @Test
  void twoWritersDoNotMixTheirDetails() throws IOException, InterruptedException {
    Turns turns = Turns.some(ORDERS);
    for (int run = 0; turns.hasNext(); run++) {
      String name = "n" + run;
      User one = user(1, name, "x", "y");
      User other = user(1, name, "x", "z", "w");
      List<Throwable> thrown = turns.run(calls -> put(calls, one), calls -> put(calls, other));
      assertThat(thrown).as(turns.order()).containsOnlyNulls();
      try (RecordTable<User> table = RecordTable.open(connection, design)) {
        User found = table.get(1).orElseThrow();
        assertThat(found).as(turns.order()).isIn(one, other);
        assertThat(table.details(User::lines, Line.class, 1).page(9).records())
            .as(turns.order())
            .isEqualTo(found.lines());
      }
    }
  }

  private void put(Calls calls, User user) throws IOException {
    try (RecordTable<User> table =
        RecordTable.open(WatchedConnection.of(connection, calls), design)) {
      table.put(user);
    }
  }

  /** Clients one after the other, and what they did before comes again at any time. */
  @Tag("slow")
  @Test
  void whatWasWrittenLastIsThere() throws IOException {
    User[] model = new User[USERS];
    for (int run = 0; run < RUNS; run++) {
      Random random = new Random(run);
      List<String> deeds = new ArrayList<>();
      late.forget();
      for (int i = 0; i < DEEDS; i++) {
        deeds.add(deed(random, run, model));
        late.executeSome(random);
        check(model, run, "run " + run + ": " + deeds);
      }
      clear(run, model);
    }
  }

  /** So that the next run has no more to read than this; it has other keys and values. */
  private void clear(int run, User[] model) throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      for (int id = 0; id < USERS; id++) {
        table.delete(user(USERS * run + id, ""));
      }
    }
    Arrays.fill(model, null);
  }

  private String deed(Random random, int run, User[] model) throws IOException {
    int number = random.nextInt(USERS);
    int id = USERS * run + number;
    try (RecordTable<User> table = client()) {
      if (random.nextInt(4) == 0) {
        table.delete(user(id, ""));
        model[number] = null;
        return "delete " + id;
      }
      String[] lines =
          IntStream.range(0, random.nextInt(4))
              .mapToObj(i -> "t" + random.nextInt(3))
              .toArray(String[]::new);
      User user = user(id, run + "n" + random.nextInt(3), lines);
      boolean taken =
          Arrays.stream(model)
              .anyMatch(each -> each != null && each.id() != id && each.name().equals(user.name()));
      try {
        table.put(user);
        assertThat(taken).as("%s, though it is another's", user).isFalse();
        model[number] = user;
      } catch (UniqueViolationException e) {
        return "refuse " + user; // a late claim may hold a value for a grace, and no record has it
      }
      return "put " + user;
    }
  }

  private void check(User[] model, int run, String when) throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, design)) {
      for (int id = 0; id < USERS; id++) {
        assertThat(table.get(USERS * run + id)).as(when).isEqualTo(Optional.ofNullable(model[id]));
      }
      List<User> there = Arrays.stream(model).filter(each -> each != null).toList();
      for (String town : List.of("town0", "town1")) {
        List<User> inTown = there.stream().filter(each -> each.town().equals(town)).toList();
        RecordQuery<User> query = table.where(User::town).is(town);
        assertThat(query.copied("byTown").list())
            .as(when)
            .containsExactlyInAnyOrderElementsOf(copied(inTown));
        assertThat(query.list()).as(when).containsExactlyInAnyOrderElementsOf(inTown);
      }
      for (User each : there) {
        RecordQuery<User> query = table.where(User::name).is(each.name());
        assertThat(query.copied("byName").list()).as(when).isEqualTo(copied(List.of(each)));
        assertThat(query.list()).as(when).isEqualTo(List.of(each));
      }
      for (String index : List.of("byName", "byTown")) {
        assertThat(table.verifyIndex(index))
            .as(when)
            .matches(report -> report.missing() == 0 && report.conflicts() == 0)
            .matches(report -> report.copies().outdated() == 0);
      }
    }
  }

  private static List<User> copied(List<User> users) {
    return users.stream().map(each -> new User(each.id(), each.name(), each.town(), null)).toList();
  }
}
