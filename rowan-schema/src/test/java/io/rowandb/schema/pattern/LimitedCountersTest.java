package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.LateCalls;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counters that stay within limits. */
@OnBackEnd
class LimitedCountersTest {
  private static final int THREADS = 8;
  private static final int OF_A_THREAD = 500;
  private static final long CEILING = 1_000;

  record Flight(String number, String from, long sold, long waiting) {}

  private final Connection connection;
  private TableDesign<Flight> design;

  LimitedCountersTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    design = design(BackEnd.newTableName("flights"));
    RecordTable.create(connection, design).close();
  }

  private static TableDesign<Flight> design(String name) {
    return TableDesign.of(name, Flight.class)
        .key(key -> key.part(Flight::number))
        .family("f")
        .column(Flight::from, "f:a")
        .counter(Flight::sold, "f:s")
        .counter(Flight::waiting, "f:w")
        .index("byFrom", index -> index.on(key -> key.part(Flight::from)))
        .build();
  }

  private RecordTable<Flight> open() throws IOException {
    return RecordTable.open(connection, design);
  }

  @Test
  void theLimitIsReachedAndNotPassed() throws IOException {
    try (RecordTable<Flight> table = open()) {
      table.put(new Flight("LH", "FRA", 0, 0));
      CountRange seats = CountRange.between(0, 3);
      assertThat(table.incrementWithin(seats, Flight::sold, 2, "LH")).hasValue(2);
      assertThat(table.incrementWithin(seats, Flight::sold, 2, "LH")).isEmpty();
      assertThat(table.incrementWithin(seats, Flight::sold, 1, "LH")).hasValue(3);
      assertThat(table.incrementWithin(seats, Flight::sold, 0, "LH")).hasValue(3);
      assertThat(table.incrementWithin(seats, Flight::sold, -4, "LH")).isEmpty();
      assertThat(table.incrementWithin(seats, Flight::sold, -3, "LH")).hasValue(0);
      assertThat(table.incrementWithin(seats, Flight::waiting, 1, "LH")).hasValue(1);
      assertThat(table.get("LH")).contains(new Flight("LH", "FRA", 0, 1));
      table.put(new Flight("LH", "MUC", 0, 0));
      assertThat(table.where(Flight::from).is("MUC").list())
          .containsExactly(new Flight("LH", "MUC", 0, 1));
    }
  }

  /** As bytes, negative numbers come behind the positive ones. */
  @Test
  void negativeNumbersAreLessThanPositiveOnes() throws IOException {
    try (RecordTable<Flight> table = open()) {
      CountRange range = CountRange.between(-5, 5);
      assertThat(table.incrementWithin(range, Flight::sold, -4, "LH")).hasValue(-4);
      assertThat(table.incrementWithin(range, Flight::sold, -2, "LH")).isEmpty();
      assertThat(table.incrementWithin(range, Flight::sold, -1, "LH")).hasValue(-5);
      assertThat(table.incrementWithin(range, Flight::sold, 11, "LH")).isEmpty();
      assertThat(table.incrementWithin(range, Flight::sold, 10, "LH")).hasValue(5);
      assertThat(table.incrementWithin(range, Flight::sold, -10, "LH")).hasValue(-5);
      assertThat(table.incrementWithin(range, Flight::sold, 4, "LH")).hasValue(-1);
      assertThat(table.incrementWithin(CountRange.atMost(-1), Flight::sold, 1, "LH")).isEmpty();
      assertThat(table.incrementWithin(CountRange.atMost(0), Flight::sold, 1, "LH")).hasValue(0);
    }
  }

  @Test
  void greatNumbersDoNotOverflow() throws IOException {
    try (RecordTable<Flight> table = open()) {
      CountRange any = CountRange.between(Long.MIN_VALUE, Long.MAX_VALUE);
      assertThat(table.incrementWithin(any, Flight::sold, Long.MAX_VALUE, "A"))
          .hasValue(Long.MAX_VALUE);
      assertThat(table.incrementWithin(any, Flight::sold, 1, "A")).isEmpty();
      assertThat(table.incrementWithin(any, Flight::sold, Long.MIN_VALUE, "A")).hasValue(-1);
      assertThat(table.incrementWithin(any, Flight::sold, Long.MIN_VALUE, "A")).isEmpty();
      assertThat(
              table.incrementWithin(
                  CountRange.atMost(Long.MIN_VALUE), Flight::sold, Long.MAX_VALUE, "A"))
          .isEmpty();
      assertThat(
              table.incrementWithin(
                  CountRange.atLeast(Long.MAX_VALUE), Flight::sold, Long.MIN_VALUE, "A"))
          .isEmpty();
      assertThat(table.get("A").orElseThrow().sold()).isEqualTo(-1);
    }
  }

  /** One that is outside comes back, as when a flight got a smaller aircraft. */
  @Test
  void aCounterThatIsOutsideComesBack() throws IOException {
    try (RecordTable<Flight> table = open()) {
      table.increment(Flight::sold, 9, "LH");
      assertThat(table.incrementWithin(CountRange.atMost(5), Flight::sold, 1, "LH")).isEmpty();
      assertThat(table.incrementWithin(CountRange.atMost(5), Flight::sold, -1, "LH")).hasValue(8);
    }
  }

  @Test
  void ofFourThousandOneThousandAreMade() throws Exception {
    CountRange range = CountRange.atMost(CEILING);
    List<Callable<List<OptionalLong>>> clients = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      clients.add(
          () -> {
            List<OptionalLong> answers = new ArrayList<>();
            try (RecordTable<Flight> table = open()) {
              for (int i = 0; i < OF_A_THREAD; i++) {
                answers.add(table.incrementWithin(range, Flight::sold, 1, "LH"));
              }
            }
            return answers;
          });
    }
    List<Long> made = new ArrayList<>();
    AllAtOnce.run(clients)
        .forEach(each -> each.stream().flatMapToLong(OptionalLong::stream).forEach(made::add));
    assertThat(made)
        .containsExactlyInAnyOrderElementsOf(
            LongStream.rangeClosed(1, CEILING).boxed().collect(Collectors.toList()));
    try (RecordTable<Flight> table = open()) {
      assertThat(table.get("LH").orElseThrow().sold()).isEqualTo(CEILING);
    }
  }

  /** HBase's client sends a call again for lack of an answer, and HBase executes it again. */
  @Test
  void aCallThatIsExecutedAgainAtOnceIsMadeOnce() throws IOException {
    Calls twice =
        call -> {
          Object first = call.make();
          return call.name().startsWith("check") ? call.make() : first;
        };
    CountRange range = CountRange.between(-100, 100);
    try (RecordTable<Flight> table =
        RecordTable.open(WatchedConnection.of(connection, twice), design)) {
      for (int i = 1; i <= 10; i++) {
        assertThat(table.incrementWithin(range, Flight::sold, 3, "LH")).hasValue(3L * i);
      }
      assertThat(table.incrementWithin(range, Flight::sold, -3, "LH")).hasValue(27);
      assertThat(table.get("LH").orElseThrow().sold()).isEqualTo(27);
    }
  }

  @Test
  void aCallThatIsExecutedLateChangesNothing() throws IOException {
    LateCalls late = new LateCalls();
    CountRange range = CountRange.between(-100, 100);
    try (RecordTable<Flight> table =
            RecordTable.open(WatchedConnection.of(connection, late), design);
        RecordTable<Flight> other = open()) {
      table.incrementWithin(range, Flight::sold, 5, "LH");
      table.incrementWithin(range, Flight::sold, -5, "LH");
      late.executeAll();
      other.incrementWithin(range, Flight::sold, 7, "LH");
      table.incrementWithin(range, Flight::sold, 1, "LH");
      late.executeAll();
      assertThat(other.get("LH").orElseThrow().sold()).isEqualTo(8);
    }
  }

  @Test
  void aLostAnswerIsFoundInTheRow() throws IOException {
    Calls lost =
        call -> {
          Object answer = call.make();
          if (call.name().startsWith("check")) {
            call.make(); // refused, as the first was executed
            return call.make();
          }
          return answer;
        };
    try (RecordTable<Flight> table =
            RecordTable.open(WatchedConnection.of(connection, lost), design);
        RecordTable<Flight> other = open()) {
      CountRange range = CountRange.atMost(2);
      assertThat(table.incrementWithin(range, Flight::sold, 2, "LH")).hasValue(2);
      assertThat(other.incrementWithin(range, Flight::sold, 1, "LH")).isEmpty();
      assertThat(table.incrementWithin(range, Flight::sold, 1, "LH")).isEmpty();
    }
  }

  @Test
  void whatTheRowRemembersExpires() throws IOException {
    try (RecordTable<Flight> table = open();
        Table cells = connection.getTable(design.name())) {
      table.incrementWithin(CountRange.atMost(5), Flight::sold, 1, "LH");
      table.incrementWithin(CountRange.atMost(5), Flight::sold, 1, "LH");
      assertThat(cells.get(new Get(design.key().encode(new Flight("LH", null, 0, 0)))).size())
          .as("the counter, and one column of this thread")
          .isEqualTo(2);
      assertThat(table.all().allowFullScan().list()).containsExactly(new Flight("LH", null, 2, 0));
      assertThat(table.where(Flight::number).is("LH").count()).isEqualTo(1);
    }
  }

  @Test
  void withoutWaiting(Configuration configuration) throws Exception {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).get()) {
      AsyncRecordTable<Flight> table = AsyncRecordTable.open(async, design);
      CountRange range = CountRange.atMost(20);
      List<CompletableFuture<OptionalLong>> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        all.add(table.incrementWithin(range, Flight::sold, 1, "LH"));
      }
      long made = 0;
      for (CompletableFuture<OptionalLong> each : all) {
        made += each.get().isPresent() ? 1 : 0;
      }
      assertThat(made).isEqualTo(20);
      assertThat(table.get("LH").get().orElseThrow().sold()).isEqualTo(20);
    }
  }

  record Note(String text) {}

  record Page(String name, long views, List<Note> notes) {}

  @Test
  void whatCannotBeAsked() throws IOException {
    assertThatThrownBy(() -> CountRange.between(2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a counter cannot be at least 2 and at most 1");
    try (RecordTable<Flight> table = open();
        Table cells = connection.getTable(design.name())) {
      assertThatThrownBy(() -> table.incrementWithin(null, Flight::sold, 1, "LH"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the range of a counter of " + design.name() + " is null");
      byte[] row = design.key().encode(new Flight("LH", null, 0, 0));
      cells.put(new Put(row).addColumn(Bytes.toBytes("f"), Bytes.toBytes("s"), new byte[3]));
      assertThatThrownBy(() -> table.incrementWithin(CountRange.atMost(5), Flight::sold, 1, "LH"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a counter has 8 bytes, and this cell 3");
    }
    TableDesign<Page> pages =
        TableDesign.of(BackEnd.newTableName("pages"), Page.class)
            .key(key -> key.part(Page::name))
            .family("p")
            .counter(Page::views, "p:v")
            .details(
                Page::notes,
                DetailLayout.wide("p"),
                DetailDesign.of(Note.class).key(key -> key.literal("n").part(Note::text)).build())
            .build();
    try (RecordTable<Page> table = RecordTable.create(connection, pages)) {
      assertThat(table.incrementWithin(CountRange.atMost(5), Page::views, 1, "x")).hasValue(1);
    }
  }
}
