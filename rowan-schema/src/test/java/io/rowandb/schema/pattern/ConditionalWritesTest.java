package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Writes that depend on what is there. */
@OnBackEnd
@Tag("slow")
class ConditionalWritesTest {
  private static final int THREADS = 8;
  private static final int OF_A_THREAD = BackEnd.isHBase() ? 20 : 500;

  record Line(int number, String text) {}

  record Account(int id, String owner, String town, long balance, long visits, List<Line> lines) {
    static Account of(int id, String owner, long balance) {
      return new Account(id, owner, "town" + balance % 2, balance, 0, List.of());
    }

    Account withBalance(long newBalance) {
      return new Account(id, owner, "town" + newBalance % 2, newBalance, visits, lines);
    }

    Account withLine(Line line) {
      List<Line> all = new ArrayList<>(lines);
      all.add(line);
      return new Account(id, owner, town, balance, visits, all);
    }
  }

  private final Connection connection;

  private TableDesign<Account> design;

  ConditionalWritesTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    String name = BackEnd.newTableName("accounts");
    design =
        TableDesign.of(name, Account.class)
            .key(key -> key.part(Account::id))
            .family("f")
            .family("d")
            .column(Account::owner, "f:o")
            .column(Account::town, "f:t")
            .column(Account::balance, "f:b")
            .counter(Account::visits, "f:v")
            .details(
                Account::lines,
                DetailLayout.wide("d"),
                DetailDesign.of(Line.class)
                    .key(key -> key.part(Line::number))
                    .cell(Line::text, "t")
                    .build())
            .index("byOwner", index -> index.on(key -> key.part(Account::owner)).unique())
            .index("byTown", index -> index.on(key -> key.part(Account::town)))
            .build();
    RecordTable.create(connection, design).close();
  }

  private RecordTable<Account> open() throws IOException {
    return RecordTable.open(connection, design);
  }

  private int cellsOf(int id) throws IOException {
    try (Table table = connection.getTable(design.name())) {
      return table.get(new Get(design.key().encode(Account.of(id, "", 0)))).size();
    }
  }

  private void assertClean() throws IOException {
    try (RecordTable<Account> table = open()) {
      assertThat(table.verifyIndexes(List.of("byOwner", "byTown")).values())
          .allMatch(report -> report.missing() == 0 && report.conflicts() == 0);
    }
  }

  @Test
  void putIfAbsentWritesOnce() throws IOException {
    try (RecordTable<Account> table = open()) {
      assertThat(table.putIfAbsent(Account.of(1, "ada", 5))).isTrue();
      assertThat(table.putIfAbsent(Account.of(1, "bob", 6))).isFalse();
      assertThat(table.get(1)).contains(Account.of(1, "ada", 5));
      assertThat(table.where(Account::owner).is("bob").list()).isEmpty();
      table.delete(Account.of(1, "ada", 5));
      assertThat(table.putIfAbsent(Account.of(1, "bob", 6))).isTrue();
      assertThat(table.where(Account::owner).is("bob").list())
          .containsExactly(Account.of(1, "bob", 6));
    }
    assertClean();
  }

  private int bytesOf(int id) throws IOException {
    try (Table table = connection.getTable(design.name())) {
      Get get = new Get(design.key().encode(Account.of(id, "", 0)));
      return Arrays.stream(table.get(get).rawCells()).mapToInt(Cell::getValueLength).sum();
    }
  }

  /** A row remembers one write of a thread, also if other calls of the thread fail in between. */
  @Test
  void whatFailsIsNotRemembered() throws IOException {
    try (RecordTable<Account> table = open()) {
      table.put(Account.of(1, "ada", 5));
      table.put(Account.of(2, "bob", 6));
      assertThat(table.field(Account::balance, 1).set(0L)).isTrue();
      int bytes = bytesOf(1);
      for (long i = 1; i <= 5; i++) {
        assertThatThrownBy(() -> table.putIfAbsent(Account.of(3, "bob", 1)))
            .isInstanceOf(UniqueViolationException.class);
        assertThatThrownBy(() -> table.putAllIfAbsent(List.of(Account.of(3, "bob", 1))))
            .isInstanceOf(UniqueViolationException.class);
        assertThatThrownBy(() -> table.update(there -> null, 1))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> table.deleteIf(there -> there.lines().get(0) == null, 1))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(table.field(Account::balance, 1).set(i)).isTrue();
        assertThat(bytesOf(1)).isEqualTo(bytes);
      }
    }
  }

  /** More than one call writes. */
  @Test
  void putAllIfAbsentWritesWhatIsNotThere() throws IOException {
    int count = 1_200;
    try (RecordTable<Account> table = open()) {
      table.put(Account.of(3, "there", 1));
      table.put(Account.of(5, "deleted", 1));
      table.delete(Account.of(5, "deleted", 1));
      List<Account> all = new ArrayList<>();
      for (int id = 0; id < count; id++) {
        all.add(Account.of(id, "first" + id, id).withLine(new Line(id, "of " + id)));
      }
      all.add(Account.of(7, "again", 8)); // the first of a key is written
      List<Boolean> written = table.putAllIfAbsent(all);
      for (int i = 0; i < all.size(); i++) {
        assertThat(written.get(i)).as("%s", all.get(i)).isEqualTo(i != 3 && i != count);
      }
      assertThat(table.get(3)).contains(Account.of(3, "there", 1));
      for (int id : new int[] {0, 5, 7, count - 1}) {
        assertThat(table.get(id)).contains(all.get(id));
      }
      assertThat(table.where(Account::owner).is("first9").list()).containsExactly(all.get(9));
      assertThat(table.where(Account::owner).is("again").list()).isEmpty();
      assertThat(table.putAllIfAbsent(all)).hasSize(count + 1).doesNotContain(true);
    }
    assertClean();
  }

  @Test
  void mergeAllTakesWhatIsThere() throws IOException {
    try (RecordTable<Account> table = open()) {
      table.put(Account.of(1, "ada", 5).withLine(new Line(1, "first")));
      table.increment(Account::visits, 3, 1);
      table.mergeAll(
          List.of(
              Account.of(1, "ada", 10),
              Account.of(2, "bob", 20),
              Account.of(1, "ada", 100),
              Account.of(2, "bob", 200)),
          (there, more) -> there.withBalance(there.balance() + more.balance()));
      assertThat(table.get(1))
          .contains(new Account(1, "ada", "town1", 115, 3, List.of(new Line(1, "first"))));
      assertThat(table.get(2)).contains(Account.of(2, "bob", 220));
      assertThat(table.where(Account::town).is("town0").list())
          .containsExactly(Account.of(2, "bob", 220));
    }
    assertClean();
  }

  @Test
  void aBatchThatIsRefusedLeavesNoMarks() throws IOException {
    try (RecordTable<Account> table = open()) {
      table.put(Account.of(1, "ada", 5));
      List<Account> oneIsTaken = List.of(Account.of(3, "eve", 1), Account.of(4, "ada", 1));
      assertThatThrownBy(() -> table.putAllIfAbsent(oneIsTaken))
          .isInstanceOf(UniqueViolationException.class);
      assertThatThrownBy(() -> table.mergeAll(oneIsTaken, (there, more) -> more))
          .isInstanceOf(UniqueViolationException.class);
      assertThatThrownBy(
              () -> table.mergeAll(List.of(Account.of(1, "ada", 1)), (there, more) -> null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("gives null");
      assertThat(cellsOf(3)).isZero();
      assertThat(cellsOf(4)).isZero();
      assertThat(table.putIfAbsent(Account.of(3, "eve", 1))).as("eve is free").isTrue();
    }
    assertClean();
  }

  /** Many write the same rows in batches of different orders. */
  @Test
  void everyMergeCounts() throws Exception {
    int rows = 20;
    int batches = OF_A_THREAD / 10;
    together(
        THREADS,
        (table, thread) -> {
          for (int i = 0; i < batches; i++) {
            List<Account> all = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
              int id = (row * (1 + 2 * (thread % 2)) + i) % rows;
              all.add(Account.of(id, "owner" + id, 1));
            }
            table.mergeAll(all, (there, one) -> there.withBalance(there.balance() + 1));
          }
          return null;
        });
    try (RecordTable<Account> table = open()) {
      for (int id = 0; id < rows; id++) {
        assertThat(table.get(id)).contains(Account.of(id, "owner" + id, (long) THREADS * batches));
      }
    }
    assertClean();
  }

  @Test
  void putIfAsksTheRecordThatIsThere() throws IOException {
    try (RecordTable<Account> table = open()) {
      assertThat(table.putIf(Account.of(1, "ada", 6), there -> true)).isFalse();
      assertThat(table.get(1)).isEmpty();
      table.put(Account.of(1, "ada", 5));
      assertThat(table.putIf(Account.of(1, "eve", 7), there -> there.balance() == 6)).isFalse();
      assertThat(table.putIf(Account.of(1, "ada", 6), there -> there.balance() == 5)).isTrue();
      assertThat(table.get(1)).contains(Account.of(1, "ada", 6));
      assertThat(table.where(Account::town).is("town1").list()).isEmpty();
    }
    assertClean();
  }

  @Test
  void updateChangesWhatIsThere() throws IOException {
    try (RecordTable<Account> table = open()) {
      assertThat(table.update(there -> there.withBalance(9), 1)).isEmpty();
      assertThat(table.get(1)).isEmpty();
      table.put(Account.of(1, "ada", 5).withLine(new Line(1, "first")));
      table.increment(Account::visits, 3, 1);
      Optional<Account> written = table.update(there -> there.withBalance(there.balance() + 1), 1);
      assertThat(written).contains(Account.of(1, "ada", 6).withLine(new Line(1, "first")));
      assertThat(table.get(1))
          .contains(new Account(1, "ada", "town0", 6, 3, List.of(new Line(1, "first"))));
    }
    assertClean();
  }

  @Test
  void aFieldIsSet() throws IOException {
    try (RecordTable<Account> table = open()) {
      assertThat(table.field(Account::owner, 1).set("bob")).isFalse();
      assertThat(table.get(1)).isEmpty();
      table.put(Account.of(1, "ada", 5).withLine(new Line(1, "first")));
      table.increment(Account::visits, 3, 1);
      assertThat(table.field(Account::owner, 1).set("bob")).isTrue();
      assertThat(table.where(Account::owner).is("ada").list()).isEmpty();
      assertThat(table.where(Account::owner).is("bob").list())
          .containsExactly(new Account(1, "bob", "town1", 5, 3, List.of(new Line(1, "first"))));
      assertThat(table.field(Account::balance, 1).compareAndSet(6L, 7L)).isFalse();
      assertThat(table.field(Account::balance, 1).compareAndSet(5L, 7L)).isTrue();
      assertThat(table.field(Account::balance, 1).compareAndSet(5L, 8L)).isFalse();
      assertThat(table.field(Account::balance, 2).compareAndSet(5L, 8L)).isFalse();
      assertThat(table.get(1).orElseThrow().balance()).isEqualTo(7);
      assertThatThrownBy(() -> table.field(Account::id, 1).set(2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another row");
      assertThatThrownBy(() -> table.field(Account::visits, 1).set(2L))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Account.visits is a counter");
      assertThatThrownBy(() -> table.field(Account::lines, 1).set(List.of(new Line(3, "x"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Account.lines is a counter, a history, or has details");
      assertThatThrownBy(() -> table.field(Account::balance, 1).set(null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Account.balance is of a primitive type");
    }
    assertClean();
  }

  @Test
  void deleteIfAsksFirst() throws IOException {
    try (RecordTable<Account> table = open()) {
      assertThat(table.deleteIf(there -> true, 1)).isFalse();
      table.put(Account.of(1, "ada", 5).withLine(new Line(1, "first")));
      assertThat(table.deleteIf(there -> there.balance() > 5, 1)).isFalse();
      assertThat(table.get(1)).isPresent();
      assertThat(table.deleteIf(there -> there.balance() == 5, 1)).isTrue();
      assertThat(table.get(1)).isEmpty();
      table.put(Account.of(2, "ada", 5));
    }
    assertClean();
  }

  @Test
  void whatIsRefusedChangesNothing() throws IOException {
    try (RecordTable<Account> table = open()) {
      table.put(Account.of(1, "ada", 5));
      table.put(Account.of(2, "bob", 6));
      Account taken = Account.of(1, "bob", 7);
      assertThatThrownBy(() -> table.putIf(taken, there -> true))
          .isInstanceOf(UniqueViolationException.class);
      assertThatThrownBy(() -> table.update(there -> taken, 1))
          .isInstanceOf(UniqueViolationException.class);
      assertThatThrownBy(() -> table.putIfAbsent(Account.of(3, "bob", 1)))
          .isInstanceOf(UniqueViolationException.class);
      Account counted = new Account(3, "eve", "town1", 1, 5, List.of());
      assertThatThrownBy(() -> table.putIfAbsent(counted))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Account.visits");
      assertThat(cellsOf(3)).as("no mark is left").isZero();
      assertThatThrownBy(() -> table.update(there -> null, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("gives null");
      assertThatThrownBy(() -> table.update(there -> Account.of(3, "ada", 5), 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another row");
      assertThatThrownBy(() -> table.update(there -> there.withLine(new Line(1, "x")), 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Account.lines has other details");
      assertThatThrownBy(() -> table.deleteIf(there -> there.lines().get(0).number() == 1, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(table.get(1)).contains(Account.of(1, "ada", 5));
      assertThat(table.get(3)).isEmpty();
    }
    assertClean();
  }

  /** All at once, each with a table of its own. */
  private <T> List<T> together(int threads, Work<T> work)
      throws InterruptedException, ExecutionException {
    List<Callable<T>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      all.add(
          () -> {
            try (RecordTable<Account> table = open()) {
              return work.of(table, thread);
            }
          });
    }
    return AllAtOnce.run(all);
  }

  /** What a thread does. */
  @FunctionalInterface
  private interface Work<T> {
    T of(RecordTable<Account> table, int thread) throws IOException;
  }

  @Test
  void everyUpdateCounts() throws Exception {
    try (RecordTable<Account> table = open()) {
      table.put(Account.of(1, "ada", 0));
    }
    together(
        THREADS,
        (table, thread) -> {
          for (int i = 0; i < OF_A_THREAD; i++) {
            table.update(there -> there.withBalance(there.balance() + 1), 1);
          }
          return null;
        });
    try (RecordTable<Account> table = open()) {
      assertThat(table.get(1).orElseThrow().balance()).isEqualTo((long) THREADS * OF_A_THREAD);
    }
    assertClean();
  }

  /** One updates what others put with details: each put's details are beside its balance. */
  @Test
  void updatesKeepTheDetailsOfThePutBefore() throws Exception {
    int puts = BackEnd.isHBase() ? 10 : 100;
    try (RecordTable<Account> table = open()) {
      table.put(Account.of(1, "ada", 0));
    }
    together(
        4,
        (table, thread) -> {
          for (int i = 1; i <= puts; i++) {
            int number = thread * puts + i;
            if (thread == 0) {
              table.update(there -> there.withBalance(there.balance() + 1_000_000), 1);
            } else {
              table.put(Account.of(1, "ada", number).withLine(new Line(number, "of " + thread)));
            }
          }
          return null;
        });
    try (RecordTable<Account> table = open()) {
      Account last = table.get(1).orElseThrow();
      int number = (int) (last.balance() % 1_000_000);
      assertThat(last.lines()).containsExactly(new Line(number, "of " + (number - 1) / puts));
    }
    assertClean();
  }

  @Test
  void oneOfManyIsFirst() throws Exception {
    int ids = BackEnd.isHBase() ? 10 : 200;
    List<Set<Integer>> won =
        together(
            THREADS,
            (table, thread) -> {
              Set<Integer> mine = new TreeSet<>();
              for (int id = 0; id < ids; id++) {
                if (table.putIfAbsent(Account.of(id, id + "of" + thread, thread))) {
                  mine.add(id);
                }
              }
              return mine;
            });
    assertThat(won.stream().mapToInt(Set::size).sum()).isEqualTo(ids);
    try (RecordTable<Account> table = open()) {
      for (int thread = 0; thread < THREADS; thread++) {
        for (int id : won.get(thread)) {
          assertThat(table.get(id)).contains(Account.of(id, id + "of" + thread, thread));
        }
      }
    }
    assertClean();
  }

  /** The same of batches that overlap, in which the records have different orders. */
  @Test
  void ofManyBatchesEachRecordHasOneFirst() throws Exception {
    int ids = BackEnd.isHBase() ? 20 : 200;
    List<Set<Integer>> won =
        together(
            THREADS,
            (table, thread) -> {
              Set<Integer> mine = new TreeSet<>();
              for (int first = 0; first < ids; first += 20) {
                List<Account> batch = new ArrayList<>();
                for (int i = first; i < first + 20; i++) {
                  int id = i * (1 + 2 * (thread % 2)) % ids;
                  batch.add(Account.of(id, id + "of" + thread, thread));
                }
                List<Boolean> written = table.putAllIfAbsent(batch);
                for (int i = 0; i < batch.size(); i++) {
                  if (written.get(i)) {
                    mine.add(batch.get(i).id());
                  }
                }
              }
              return mine;
            });
    assertThat(won.stream().mapToInt(Set::size).sum()).isEqualTo(ids);
    try (RecordTable<Account> table = open()) {
      for (int thread = 0; thread < THREADS; thread++) {
        for (int id : won.get(thread)) {
          assertThat(table.get(id)).contains(Account.of(id, id + "of" + thread, thread));
        }
      }
    }
    assertClean();
  }

  /** A value is replaced once, and those that replaced each other are one chain. */
  @Test
  void comparedAndSetInOneOrder() throws Exception {
    try (RecordTable<Account> table = open()) {
      table.put(Account.of(1, "ada", 0));
    }
    List<Map<Long, Long>> replaced =
        together(
            THREADS,
            (table, thread) -> {
              Map<Long, Long> mine = new HashMap<>();
              for (int i = 1; i <= OF_A_THREAD / 4; i++) {
                long seen = table.get(1).orElseThrow().balance();
                long mineOnly = (long) i * THREADS + thread;
                if (table.putIf(Account.of(1, "ada", mineOnly), there -> there.balance() == seen)) {
                  mine.put(seen, mineOnly);
                }
              }
              return mine;
            });
    Map<Long, Long> next =
        replaced.stream()
            .flatMap(each -> each.entrySet().stream())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)); // refuses doubles
    long value = 0;
    int length = 0;
    while (next.containsKey(value)) {
      value = next.get(value);
      length++;
    }
    assertThat(length).isEqualTo(next.size()).isPositive();
    try (RecordTable<Account> table = open()) {
      assertThat(table.get(1).orElseThrow().balance()).isEqualTo(value);
    }
  }

  @Test
  void callsThatDoNotWaitDoTheSame(Configuration configuration) throws IOException {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Account> table = AsyncRecordTable.open(async, design);
      UnaryOperator<Account> more = there -> there.withBalance(there.balance() + 1);
      assertThat(table.putIfAbsent(Account.of(1, "ada", 5)).join()).isTrue();
      assertThat(table.putIfAbsent(Account.of(1, "bob", 5)).join()).isFalse();
      assertThat(table.putIf(Account.of(1, "ada", 6), there -> there.balance() == 7).join())
          .isFalse();
      assertThat(table.update(more, 1).join()).contains(Account.of(1, "ada", 6));
      assertThat(table.update(more, 2).join()).isEmpty();
      List<Account> both = List.of(Account.of(1, "ada", 9), Account.of(2, "eve", 9));
      assertThat(table.putAllIfAbsent(both).join()).containsExactly(false, true);
      table.mergeAll(both, (there, other) -> there.withBalance(6)).join();
      assertThat(table.get(2).join()).contains(Account.of(2, "eve", 6));
      assertThatThrownBy(() -> table.update(there -> null, 1).join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(IllegalArgumentException.class);
      assertThat(table.deleteIf(there -> there.balance() == 5, 1).join()).isFalse();
      assertThat(table.deleteIf(there -> there.balance() == 6, 1).join()).isTrue();
      assertThat(table.get(1).join()).isEmpty();
    }
    assertClean();
  }
}
