package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copies of records that repairs, other clients and programs of another time change as well. */
@OnBackEnd
class CopiesBesideOthersTest {
  record Page(int id, String host, String title) {}

  /** What an older program has. */
  private interface Older {
    enum Kind {
      PLAIN,
      LOUD
    }
  }

  private interface Newer {
    enum Kind {
      PLAIN
    }
  }

  record OldMessage(int id, String city, String text, Older.Kind kind) {}

  record NewMessage(int id, String city, String text, Newer.Kind kind) {}

  record Line(int number, String text) {}

  record Letter(int id, String city, String title, List<Line> lines) {}

  private static final Page PAGE = new Page(1, "a", "t");

  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private static TableDesign<Page> pages(String name, boolean covering) {
    var design =
        TableDesign.of(name, Page.class)
            .key(key -> key.part(Page::id))
            .family("p")
            .column(Page::host, "p:h")
            .column(Page::title, "p:t");
    return covering
        ? design
            .index("byHost", index -> index.on(key -> key.part(Page::host)).covering(Page::title))
            .build()
        : design.build();
  }

  /** Of a record from before there were marks. */
  private TableDesign<Page> olderPages() throws IOException {
    String name = BackEnd.newTableName("pages");
    try (RecordTable<Page> table = RecordTable.create(connection, pages(name, false))) {
      table.put(PAGE);
    }
    TableDesign<Page> design = pages(name, true);
    design.tables().get(1).create(connection.getAdmin());
    return design;
  }

  private interface Meanwhile {
    void happens() throws IOException;
  }

  /** Repairs, and lets something happen before the first change of a mark. */
  private IndexReport repair(TableDesign<Page> design, IndexSettings settings, Meanwhile deed)
      throws IOException {
    boolean[] happened = {false};
    Calls calls =
        call -> {
          if (call.name().equals("checkAndMutate") && !happened[0]) {
            happened[0] = true;
            deed.happens();
          }
          return call.make();
        };
    try (RecordTable<Page> table =
        RecordTable.open(WatchedConnection.of(connection, calls), design, settings)) {
      IndexReport report = table.repairIndex("byHost");
      assertThat(happened[0]).isTrue();
      return report;
    }
  }

  @Test
  void aRepairThatLosesToOneThatDiesLacksNothing() throws IOException {
    TableDesign<Page> design = olderPages();
    IndexReport report =
        repair(
            design,
            IndexSettings.usual(),
            () -> {
              Calls dying =
                  call -> {
                    Object answer = call.make();
                    if (call.name().equals("checkAndMutate")) {
                      throw new IOException("died");
                    }
                    return answer;
                  };
              try (RecordTable<Page> other =
                  RecordTable.open(WatchedConnection.of(connection, dying), design)) {
                other.repairIndex("byHost");
                throw new AssertionError("it was to die");
              } catch (IOException e) {
                assertThat(e).hasMessageContaining("died");
              }
            });
    assertThat(report.isComplete()).isTrue();
    assertThat(report.added()).isEqualTo(1);
    try (RecordTable<Page> table = RecordTable.open(connection, design)) {
      assertThat(table.where(Page::host).is("a").list()).containsExactly(PAGE);
      assertThat(table.where(Page::host).is("a").copied("byHost").list()).containsExactly(PAGE);
    }
  }

  @Test
  void aRecordThatIsDeletedBesideARepairStaysDeleted() throws IOException {
    TableDesign<Page> design = olderPages();
    Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(1));
    repair(
        design,
        new IndexSettings(ahead, Duration.ofHours(1)),
        () -> {
          try (RecordTable<Page> other = RecordTable.open(connection, design)) {
            other.delete(PAGE);
          }
        });
    try (RecordTable<Page> table = RecordTable.open(connection, design);
        Table rows = connection.getTable(design.name())) {
      assertThat(table.where(Page::host).is("a").copied("byHost").list()).isEmpty();
      assertThat(rows.get(new Get(design.key().encode(PAGE)))).matches(row -> row.isEmpty());
    }
  }

  /** A row of which this program can make no record still tells its former entries. */
  @Test
  void anUnreadableFieldKeepsNoFormerCopies() throws IOException {
    String name = BackEnd.newTableName("messages");
    TableDesign<OldMessage> old =
        TableDesign.of(name, OldMessage.class)
            .key(key -> key.part(OldMessage::id))
            .family("m")
            .column(OldMessage::city, "m:c")
            .column(OldMessage::text, "m:t")
            .column(OldMessage::kind, "m:k")
            .index(
                "byCity",
                index -> index.on(key -> key.part(OldMessage::city)).covering(OldMessage::text))
            .build();
    TableDesign<NewMessage> now =
        TableDesign.of(name, NewMessage.class)
            .key(key -> key.part(NewMessage::id))
            .family("m")
            .column(NewMessage::city, "m:c")
            .column(NewMessage::text, "m:t")
            .column(NewMessage::kind, "m:k")
            .index(
                "byCity",
                index -> index.on(key -> key.part(NewMessage::city)).covering(NewMessage::text))
            .build();
    try (RecordTable<OldMessage> table = RecordTable.create(connection, old)) {
      table.put(new OldMessage(1, "a", "x", Older.Kind.LOUD));
      table.put(new OldMessage(2, "a", "y", Older.Kind.LOUD));
    }
    try (RecordTable<NewMessage> table = RecordTable.open(connection, now)) {
      table.put(new NewMessage(1, "b", "z", Newer.Kind.PLAIN));
      table.delete(new NewMessage(2, "", "", Newer.Kind.PLAIN));
      assertThat(table.where(NewMessage::city).is("a").copied("byCity").list()).isEmpty();
      assertThat(table.where(NewMessage::city).is("b").copied("byCity").list()).hasSize(1);
    }
  }

  /** Details of their own rows are not read before a record is replaced. */
  @Test
  void aPredicateOverDetailsKeepsNoFormerCopies() throws IOException {
    String name = BackEnd.newTableName("letters");
    TableDesign<Letter> design =
        TableDesign.of(name, Letter.class)
            .key(key -> key.part(Letter::id))
            .family("m")
            .column(Letter::city, "m:c")
            .column(Letter::title, "m:t")
            .details(
                Letter::lines,
                DetailLayout.tall(name + "_lines"),
                DetailDesign.of(Line.class)
                    .key(key -> key.part(Line::number))
                    .cell(Line::text, "t")
                    .build())
            .index(
                "byCity",
                index ->
                    index
                        .on(key -> key.part(Letter::city))
                        .covering(Letter::title)
                        .only("with lines", letter -> !letter.lines().isEmpty()))
            .build();
    List<Line> lines = List.of(new Line(1, "x"));
    try (RecordTable<Letter> table = RecordTable.create(connection, design)) {
      table.put(new Letter(1, "a", "t", lines));
      table.put(new Letter(1, "b", "u", lines));
      assertThat(table.where(Letter::city).is("a").copied("byCity").list()).isEmpty();
      assertThat(table.where(Letter::city).is("b").copied("byCity").list()).hasSize(1);
      table.delete(new Letter(1, "", "", lines));
      assertThat(table.where(Letter::city).is("b").copied("byCity").list()).isEmpty();
    }
  }
}
