package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.IndexDesignBuilder;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.schema.view.View;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Records that live for their own time. */
@OnBackEnd
@Tag("slow")
class ExpiringRecordsTest {
  private static final Instant PAST = Instant.EPOCH;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  record Session(String id, String user, String device, Instant until) {}

  private final Connection connection;
  private TableDesign<Session> design;

  ExpiringRecordsTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    design = declared(BackEnd.newTableName("sessions")).build();
    RecordTable.create(connection, design).close();
  }

  private static TableDesignBuilder<Session> declared(String name) {
    return TableDesign.of(name, Session.class)
        .key(key -> key.part(Session::id))
        .family("s")
        .column(Session::user, "s:u")
        .column(Session::device, "s:d")
        .column(Session::until, "s:e")
        .expiresAt(Session::until)
        .index("byUser", index -> index.on(key -> key.part(Session::user)));
  }

  private static Instant hours(int count) {
    return Instant.ofEpochMilli(System.currentTimeMillis()).plus(Duration.ofHours(count));
  }

  private static Instant millis(int count) {
    return Instant.ofEpochMilli(System.currentTimeMillis() + count);
  }

  /** What is read until a record has expired, each once. */
  private static List<Session> readUntilGone(RecordTable<Session> table, String id)
      throws IOException {
    List<Session> read = new ArrayList<>();
    long start = System.nanoTime();
    Optional<Session> now = table.get(id);
    while (now.isPresent()) {
      if (!read.contains(now.get())) {
        read.add(now.get());
      }
      assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
      now = table.get(id);
    }
    return read;
  }

  @Test
  void aRecordIsGoneWhenItsTimeIsOver() throws IOException {
    try (RecordTable<Session> table = RecordTable.open(connection, design)) {
      Session lasting = new Session("a", "ada", "phone", hours(1));
      Session passing = new Session("b", "ada", "phone", millis(500));
      table.putAll(List.of(lasting, passing));
      assertThat(readUntilGone(table, "b")).isSubsetOf(passing);
      assertThat(table.get("a")).contains(lasting);
      assertThat(table.where(Session::user).is("ada").list()).containsExactly(lasting);
      assertThat(table.all().allowFullScan().count()).isEqualTo(1);
      table.put(new Session("c", "ada", null, PAST));
      assertThat(readUntilGone(table, "c").size()).isLessThanOrEqualTo(1);
      table.put(new Session("d", "bob", null, Instant.ofEpochMilli(Long.MAX_VALUE)));
      assertThat(table.get("d").orElseThrow().user()).isEqualTo("bob");
    }
  }

  /** In HBase the version before comes to light when a newer one expires. */
  @Test
  void nothingComesToLightWhenAShorterOneHasReplacedALongerOne() throws IOException {
    try (RecordTable<Session> table = RecordTable.open(connection, design)) {
      table.put(new Session("a", "ada", "phone", hours(2)));
      table.put(new Session("a", "bob", "laptop", hours(1)));
      Session last = new Session("a", "eve", null, millis(300));
      table.put(last);
      assertThat(readUntilGone(table, "a")).isSubsetOf(last);
      assertThat(table.where(Session::user).is("ada").list()).isEmpty();
      assertThat(table.where(Session::user).is("bob").list()).isEmpty();
      assertThat(table.where(Session::user).is("eve").list()).isEmpty();
    }
  }

  @Test
  void aLongerOneOutlivesTheShorterOneThatItReplaced() throws IOException {
    try (RecordTable<Session> table = RecordTable.open(connection, design)) {
      table.put(new Session("a", "ada", "phone", millis(50)));
      Session longer = new Session("a", "ada", null, hours(1));
      table.put(longer);
      table.put(new Session("b", "ada", "phone", millis(50)));
      assertThat(readUntilGone(table, "b").size()).isLessThanOrEqualTo(1);
      assertThat(table.get("a")).contains(longer);
      assertThat(table.where(Session::user).is("ada").list()).containsExactly(longer);
      assertThat(table.verifyIndex("byUser").missing()).isZero();
    }
  }

  @Test
  void entriesOutliveTheirRecordsByAGrace() throws IOException {
    IndexSettings quick = new IndexSettings(Clock.systemUTC(), Duration.ofSeconds(8));
    try (RecordTable<Session> table = RecordTable.open(connection, design, quick)) {
      table.put(new Session("a", "ada", "phone", millis(20)));
      table.load(List.of(new Session("b", "bob", "phone", millis(20))).stream());
      Session lasting = new Session("c", "eve", "phone", hours(1));
      table.put(new Session("c", "eve", "phone", millis(20)));
      table.put(lasting);
      TableName index = design.indexes().get(0).table();
      long start = System.nanoTime();
      while (rows(index) > 1) {
        assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
      }
      assertThat(table.where(Session::user).is("eve").list()).containsExactly(lasting);
      assertThat(rows(index)).isEqualTo(1);
    }
  }

  private int rows(TableName name) throws IOException {
    int rows = 0;
    try (Table table = connection.getTable(name);
        ResultScanner all = table.getScanner(new Scan())) {
      for (Result each = all.next(); each != null; each = all.next()) {
        rows++;
      }
    }
    return rows;
  }

  @Test
  void ofManyWritersOneRecordStays() throws Exception {
    List<Callable<Void>> writers = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      int writer = thread;
      writers.add(
          () -> {
            try (RecordTable<Session> table = RecordTable.open(connection, design)) {
              for (int i = 0; i < 25; i++) {
                String device = i % 2 == 0 ? null : "d" + writer;
                table.put(new Session("a", "u" + writer, device, hours(1 + i % 3)));
              }
              return null;
            }
          });
    }
    AllAtOnce.run(writers);
    try (RecordTable<Session> table = RecordTable.open(connection, design)) {
      Session last = table.get("a").orElseThrow();
      assertThat(table.where(Session::user).is(last.user()).list()).containsExactly(last);
      table.put(new Session("a", "end", null, PAST));
      assertThat(readUntilGone(table, "a")).allMatch(each -> each.user().equals("end"));
    }
  }

  record Token(int id, Duration life, String text) {}

  @Test
  void aDurationCountsFromEachWrite(Configuration configuration) throws Exception {
    TableDesign<Token> tokens =
        TableDesign.of(BackEnd.newTableName("tokens"), Token.class)
            .key(key -> key.part(Token::id))
            .family("t")
            .column(Token::life, "t:l")
            .column(Token::text, "t:x")
            .timeToLive(Token::life)
            .build();
    try (RecordTable<Token> table = RecordTable.create(connection, tokens);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).get()) {
      Token lasting = new Token(1, Duration.ofDays(99_999_999), "x");
      AsyncRecordTable.open(async, tokens).put(lasting).get();
      table.putAll(
          IntStream.range(2, 300)
              .mapToObj(id -> new Token(id, Duration.ofMillis(1), "short"))
              .toList());
      long start = System.nanoTime();
      while (table.all().allowFullScan().count() > 1) {
        assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
      }
      assertThat(table.all().allowFullScan().list()).containsExactly(lasting);
      for (Duration bad : new Duration[] {Duration.ZERO, Duration.ofNanos(999_999), null}) {
        assertThatThrownBy(() -> table.put(new Token(1, bad, "y")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("Token.life says how long a record lives")
            .hasMessageContaining("is " + bad);
      }
      assertThat(table.get(1)).contains(lasting);
      table.delete(lasting);
      assertThat(table.get(1)).isEmpty();
    }
  }

  record Note(int number, String text) {}

  record Page(String name, Instant until, long views, List<Note> notes) {}

  @Test
  void whatWouldStayIsRefused() {
    assertRefused(declared("s").marked(), "Session.until says how long", "has marks");
    UnaryOperator<IndexDesignBuilder<Session>> unique =
        index -> index.on(key -> key.part(Session::device)).unique();
    assertRefused(declared("s").index("byDevice", unique), "has marks");
    assertRefused(
        TableDesign.of("s", Session.class)
            .key(key -> key.part(Session::id).part(Session::until))
            .family("s")
            .column(Session::user, "s:u")
            .column(Session::device, "s:d")
            .expiresAt(Session::until),
        "must be in a column of its own");
    TableDesignBuilder<Page> pages =
        TableDesign.of("p", Page.class)
            .key(key -> key.part(Page::name))
            .family("p")
            .family("n")
            .column(Page::until, "p:u")
            .counter(Page::views, "p:v")
            .expiresAt(Page::until)
            .details(
                Page::notes,
                DetailLayout.wide("n"),
                DetailDesign.of(Note.class)
                    .key(key -> key.part(Note::number))
                    .cell(Note::text, "t")
                    .build());
    assertRefused(pages, "has counters, histories or details");
    TableDesign<Session> other = declared("other").build();
    assertThatThrownBy(() -> View.of(design, other, List::of))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the source of a view " + design.name())
        .hasMessageContaining("copies do not expire with what they are of");
  }

  private static void assertRefused(TableDesignBuilder<?> design, String... parts) {
    assertThatThrownBy(design::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }
}
