package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.MalformedKeyException;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of which no record can be made end a read, or are skipped and reported on request. */
@OnBackEnd
class MalformedRowsTest {
  record Sensor(int id, Integer value, String place) {}

  record Value(Integer value) {}

  record Place(String place) {}

  /** Behind all others. */
  private static final byte[] ODD_KEY = {-1, -1};

  private static final byte[] FAMILY = Bytes.toBytes("s");

  private final Connection connection;

  private RecordTable<Sensor> table;

  MalformedRowsTest(Connection connection) {
    this.connection = connection;
  }

  /** Sensors 0 to 9, of which 3 and 6 have values of three bytes, and one row with an odd key. */
  @BeforeEach
  void create() throws IOException {
    TableDesign<Sensor> design =
        TableDesign.of(BackEnd.newTableName("sensors"), Sensor.class)
            .key(key -> key.part(Sensor::id))
            .family("s")
            .column(Sensor::value, "s:v")
            .column(Sensor::place, "s:p")
            .index("byPlace", index -> index.on(key -> key.part(Sensor::place)))
            .build();
    table = RecordTable.create(connection, design);
    for (int i = 0; i < 10; i++) {
      table.put(new Sensor(i, i, "hall"));
    }
    damage(3);
    damage(6);
    try (Table rows = connection.getTable(design.name())) {
      rows.put(new Put(ODD_KEY).addColumn(FAMILY, Bytes.toBytes("p"), Bytes.toBytes("x")));
    }
  }

  private void damage(int id) throws IOException {
    try (Table rows = connection.getTable(table.design().name())) {
      rows.put(
          new Put(table.design().key().encode(new Sensor(id, null, null)))
              .addColumn(FAMILY, Bytes.toBytes("v"), Bytes.toBytes("odd")));
    }
  }

  @AfterEach
  void close() throws IOException {
    table.close();
  }

  private static List<Integer> ids(List<Sensor> sensors) {
    return sensors.stream().map(Sensor::id).toList();
  }

  @Test
  void theFirstOneEndsARead() {
    assertThatThrownBy(() -> table.all().allowFullScan().list())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Sensor.value", "s:v");
  }

  @Test
  void theyAreSkippedAndReported() throws IOException {
    MalformedRows report = new MalformedRows();
    RecordQuery<Sensor> query = table.all().allowFullScan().skipMalformed(report);
    assertThat(ids(query.list())).containsExactly(0, 1, 2, 4, 5, 7, 8, 9);
    assertThat(report.count()).isEqualTo(3);
    assertThat(report.first())
        .extracting(each -> Bytes.toStringBinary(each.key()))
        .containsExactly("\\x80\\x00\\x00\\x03", "\\x80\\x00\\x00\\x06", "\\xFF\\xFF");
    assertThat(report.first().get(0).reason()).isInstanceOf(IllegalArgumentException.class);
    assertThat(report.first().get(2).reason()).isInstanceOf(MalformedKeyException.class);
    assertThat(report.toString())
        .startsWith("malformed rows: 3\n  \\x80\\x00\\x00\\x03: ")
        .contains("\n  \\xFF\\xFF: ");
    assertThatThrownBy(() -> report.first().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** They take no place of those that were asked for. */
  @Test
  void limitsAndPagesHaveRecordsAlone() throws IOException {
    MalformedRows report = new MalformedRows();
    RecordQuery<Sensor> query = table.all().skipMalformed(report);
    assertThat(ids(query.limit(5).list())).containsExactly(0, 1, 2, 4, 5);
    assertThat(report.count()).isEqualTo(1);
    assertThat(ids(table.all().from(Sensor::id, 3).skipMalformed(report).limit(1).list()))
        .containsExactly(4);
    assertThat(table.all().from(Sensor::id, 6).skipMalformed(report).first())
        .hasValueSatisfying(sensor -> assertThat(sensor.id()).isEqualTo(7));
    List<Integer> paged = new ArrayList<>();
    Page<Sensor> page = query.page(3);
    paged.addAll(ids(page.records()));
    while (page.next().isPresent()) {
      page = query.page(3, page.next().get());
      paged.addAll(ids(page.records()));
    }
    assertThat(paged).containsExactly(0, 1, 2, 4, 5, 7, 8, 9);
  }

  @Test
  void countsAreOfRowsOrOfRecords() throws IOException {
    RecordQuery<Sensor> query = table.all().before(Sensor::id, 9);
    assertThat(query.count()).isEqualTo(9);
    assertThat(query.where(Sensor::place).is("hall").count()).isEqualTo(9);
    assertThatThrownBy(() -> query.where(Sensor::value).is(5).count())
        .hasMessageContaining("Sensor.value");
    MalformedRows report = new MalformedRows();
    assertThat(query.skipMalformed(report).count()).isEqualTo(7);
    assertThat(report.count()).isEqualTo(2);
    assertThat(query.skipMalformed(report).explainCount().sent()).isEqualTo("all of it");
  }

  @Test
  void whatIsReadOfARowDecides() throws IOException {
    MalformedRows report = new MalformedRows();
    RecordQuery<Sensor> query = table.all().before(Sensor::id, 9).skipMalformed(report);
    assertThat(query.select(Place.class).list()).hasSize(9);
    assertThat(report.count()).isZero();
    assertThat(query.select(Value.class).list()).hasSize(7);
    assertThat(query.sum(Sensor::value)).hasValue(0 + 1 + 2 + 4 + 5 + 7 + 8);
    assertThat(report.count()).isEqualTo(4);
    assertThat(query.max(Sensor::id)).hasValue(8);
    assertThat(table.all().skipMalformed(report).min(Sensor::id)).hasValue(0);
    assertThat(report.count()).isEqualTo(4);
    assertThat(table.all().skipMalformed(report).max(Sensor::id)).hasValue(9); // behind the odd key
    assertThat(report.count()).isEqualTo(5);
    assertThat(query.groupBy(Sensor::place).count()).containsEntry("hall", 9L);
  }

  @Test
  void anIndexSkipsThemAndReportsThemOnRequest() throws IOException {
    RecordQuery<Sensor> query = table.where(Sensor::place).is("hall").through("byPlace");
    assertThat(ids(query.list())).containsExactly(0, 1, 2, 4, 5, 7, 8, 9);
    MalformedRows report = new MalformedRows();
    assertThat(ids(query.skipMalformed(report).list())).containsExactly(0, 1, 2, 4, 5, 7, 8, 9);
    assertThat(report.count()).isEqualTo(2);
    assertThat(table.deleteAll(query.skipMalformed(report))).isEqualTo(8);
  }

  @Test
  void aReportKeepsTheFirst() throws IOException {
    for (int i = 100; i < 250; i++) {
      damage(i);
    }
    MalformedRows report = new MalformedRows();
    assertThat(table.all().between(Sensor::id, 100, 999).skipMalformed(report).list()).isEmpty();
    assertThat(report.count()).isEqualTo(150);
    assertThat(report.first()).hasSize(MalformedRows.MOST_KEPT);
  }

  @Test
  void callsThatDoNotWaitSkipAndReportTheSame(Configuration configuration) throws Exception {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).get()) {
      AsyncRecordTable<Sensor> calls = AsyncRecordTable.open(async, table.design());
      assertThatThrownBy(() -> calls.list(calls.all().allowFullScan()).join())
          .hasMessageContainingAll("Sensor.value", "s:v");
      MalformedRows report = new MalformedRows();
      RecordQuery<Sensor> query = calls.all().allowFullScan().skipMalformed(report);
      assertThat(ids(calls.list(query).join())).containsExactly(0, 1, 2, 4, 5, 7, 8, 9);
      assertThat(report.first())
          .extracting(each -> Bytes.toStringBinary(each.key()))
          .containsExactly("\\x80\\x00\\x00\\x03", "\\x80\\x00\\x00\\x06", "\\xFF\\xFF");
      assertThat(ids(calls.list(query.limit(4)).join())).containsExactly(0, 1, 2, 4);
      assertThat(ids(calls.page(query, 4).join().records())).containsExactly(0, 1, 2, 4);
      RecordQuery<Sensor> some = calls.where(Sensor::id).in(List.of(2, 3, 4, 6, 7));
      assertThat(ids(calls.list(some.skipMalformed(report)).join())).containsExactly(2, 4, 7);
      MalformedRows all = new MalformedRows();
      assertThat(calls.count(calls.all().allowFullScan().skipMalformed(all)).join()).isEqualTo(8);
      assertThat(all.count()).isEqualTo(3);
      MalformedRows values = new MalformedRows();
      assertThat(
              calls
                  .select(calls.all().allowFullScan().skipMalformed(values), Value.class)
                  .list()
                  .join())
          .hasSize(8);
      assertThat(values.count()).isEqualTo(3);
      MalformedRows indexed = new MalformedRows();
      RecordQuery<Sensor> byPlace = calls.where(Sensor::place).is("hall").skipMalformed(indexed);
      assertThat(ids(calls.list(byPlace).join())).containsExactly(0, 1, 2, 4, 5, 7, 8, 9);
      assertThat(indexed.count()).isEqualTo(2);
    }
  }

  record Note(String text) {}

  record Topic(int id, Integer value, List<Note> notes) {}

  /** With details in rows of their own, which are read side by side. */
  @Test
  void recordsWithDetailsInRowsAreSkippedInTheirOrder(Configuration configuration)
      throws Exception {
    TableDesign<Topic> design =
        TableDesign.of(BackEnd.newTableName("topics"), Topic.class)
            .key(key -> key.part(Topic::id))
            .family("s")
            .column(Topic::value, "s:v")
            .details(
                Topic::notes,
                DetailLayout.tall(BackEnd.newTableName("notes")),
                DetailDesign.of(Note.class).key(key -> key.part(Note::text)).build())
            .build();
    try (RecordTable<Topic> topics = RecordTable.create(connection, design);
        Table rows = connection.getTable(design.name());
        AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).get()) {
      for (int i = 0; i < 40; i++) {
        topics.put(new Topic(i, i, List.of(new Note("a"), new Note("b"))));
      }
      for (int i = 0; i < 40; i += 3) {
        rows.put(
            new Put(design.key().encode(new Topic(i, null, List.of())))
                .addColumn(FAMILY, Bytes.toBytes("v"), Bytes.toBytes("odd")));
      }
      AsyncRecordTable<Topic> calls = AsyncRecordTable.open(async, design);
      MalformedRows report = new MalformedRows();
      List<Topic> found = calls.list(calls.all().allowFullScan().skipMalformed(report)).join();
      assertThat(found)
          .hasSize(26)
          .allMatch(each -> each.id() % 3 != 0 && each.notes().size() == 2);
      assertThat(report.first())
          .extracting(each -> (int) each.key()[3])
          .containsExactly(0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39);
      assertThatThrownBy(() -> calls.list(calls.all().allowFullScan()).join())
          .hasMessageContaining("s:v");
    }
  }
}
