package io.rowandb.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.load.Calls.Call;
import io.rowandb.schema.pattern.IndexReport;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UniqueViolationException;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tables of a design have after a load, and what is refused. */
class RecordBulkLoadTest extends BulkLoads {
  /** All cells but their times, and what is random in marks and claims. */
  private List<String> cells(TableDesign<Call> design) throws IOException {
    List<String> cells = new ArrayList<>();
    for (NewTable each : design.tables()) {
      TableName name = each.descriptor().getTableName();
      String shortName = name.getNameAsString().replace(design.name().getNameAsString(), "");
      try (Table table = connection.getTable(name);
          ResultScanner rows = table.getScanner(new Scan().readAllVersions())) {
        for (Result row : rows) {
          for (Cell cell : row.rawCells()) {
            cells.add(shortName + " " + text(design, cell));
          }
        }
      }
    }
    return cells;
  }

  private static String text(TableDesign<Call> design, Cell cell) {
    String qualifier = Bytes.toStringBinary(CellUtil.cloneQualifier(cell));
    boolean random =
        CellUtil.matchingColumn(cell, design.mark().family(), design.mark().qualifier())
            || qualifier.equals("l");
    return Bytes.toStringBinary(CellUtil.cloneRow(cell))
        + " "
        + Bytes.toString(CellUtil.cloneFamily(cell))
        + ":"
        + qualifier
        + " "
        + (random ? cell.getValueLength() : Bytes.toStringBinary(CellUtil.cloneValue(cell)));
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"plain", "marked"})
  void tablesHaveWhatPutsWouldHaveWritten(String kind) throws IOException {
    TableDesign<Call> written = design(kind, "written");
    try (RecordTable<Call> table = RecordTable.openOrCreate(connection, written)) {
      table.load(Calls.calls(0, RECORDS).stream());
    }
    TableDesign<Call> loaded = design(kind, "loaded");
    LoadReport report = into(loaded).load(RecordSource.of("all", Calls.calls(0, RECORDS)));
    assertThat(report.records()).isEqualTo(RECORDS);
    assertThat(report.wasLoaded()).isFalse();
    assertThat(cells(loaded)).isEqualTo(cells(written)).hasSizeGreaterThan(5 * RECORDS);
    assertThat(work()).as("what the load worked in").satisfies(RecordBulkLoadTest::isEmpty);
    checkReads(loaded);
  }

  private static void isEmpty(Path path) {
    try (Stream<Path> files = Files.exists(path) ? Files.list(path) : Stream.empty()) {
      assertThat(files).isEmpty();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void checkReads(TableDesign<Call> design) throws IOException {
    try (RecordTable<Call> table = RecordTable.open(connection, design)) {
      for (int n : List.of(0, 1, 500, RECORDS - 1)) {
        Call call = Calls.call(n);
        assertThat(table.get(call.caller(), n)).contains(call);
        assertThat(table.where(Call::ticket).is("t" + n).list()).containsExactly(call);
      }
      assertThat(table.where(Call::callee).is("1395").list())
          .hasSameElementsAs(
              Calls.calls(0, RECORDS).stream().filter(c -> "1395".equals(c.callee())).toList());
      for (IndexDesign<Call> index : design.indexes()) {
        IndexReport checked = table.verifyIndex(index.name());
        assertThat(checked.missing() + checked.stale() + checked.conflicts())
            .as(index.name() + ": " + checked)
            .isZero();
        assertThat(checked.copies()).isEqualTo(IndexReport.Copies.RIGHT);
        assertThat(checked.entries()).isPositive();
      }
    }
  }

  @Tag("slow")
  @Test
  void loadedRecordsAreWrittenFurtherAsAnyOthers() throws IOException {
    TableDesign<Call> design = Calls.marked("calls");
    into(design).load(RecordSource.of("all", Calls.calls(0, 100)));
    try (RecordTable<Call> table = RecordTable.open(connection, design)) {
      Call call = Calls.call(8);
      assertThatThrownBy(() -> table.put(Calls.call(202).withTicket("t8")))
          .isInstanceOf(UniqueViolationException.class)
          .hasMessageContaining("unique index ticket");
      table.increment(Call::bytes, 5, call.caller(), 8);
      assertThat(table.get(call.caller(), 8).orElseThrow().bytes()).isEqualTo(13);
      table.putIf(
          new Call(call.caller(), 8, "other", "new", 0, List.of(new Calls.Stop(7, "x"))),
          there -> there.ticket().equals("t8"));
      assertThat(table.where(Call::ticket).is("t8").list()).isEmpty();
      assertThat(table.where(Call::callee).is("other").list())
          .singleElement()
          .satisfies(found -> assertThat(found.stops()).containsExactly(new Calls.Stop(7, "x")));
      table.put(Calls.call(202).withTicket("t8")); // it is free at once
      table.delete(Calls.call(9));
      table.put(Calls.call(201).withTicket("t9"));
      assertThat(table.verifyIndex("ticket").missing()).isZero();
    }
  }

  @Test
  @Tag("slow")
  void regionsAreThoseOfTheDesignOrOfTheTable() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    into(design).load(RecordSource.of("all", Calls.calls(0, 10)));
    try (RegionLocator regions = connection.getRegionLocator(design.name())) {
      assertThat(regions.getAllRegionLocations()).hasSize(3);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"plain", "marked"})
  void twoRecordsOfOneKeyAreNamed(String kind) throws IOException {
    TableDesign<Call> design = design(kind, "calls");
    List<Call> twice = new ArrayList<>(Calls.calls(0, 50));
    twice.add(Calls.call(17).withTicket("another"));
    assertThatThrownBy(() -> into(design).load(RecordSource.of("bad", twice)))
        .isInstanceOf(LoadRefusedException.class)
        .hasMessageContaining("record 18 of bad and record 51 of bad have the same key")
        .hasMessageContaining("nothing was loaded");
    assertNothing(design);
    assertThat(work()).satisfies(RecordBulkLoadTest::isEmpty);
    into(design).load(RecordSource.of("bad", Calls.calls(0, 50))); // as soon as it is mended
  }

  /** No cell of one is in a family that the other has a cell in. */
  @Test
  @Tag("slow")
  void twoRecordsOfOneKeyMeetWhateverTheirColumns() throws IOException {
    TableDesign<Call> design =
        TableDesign.of("calls", Call.class)
            .key(key -> key.part(Call::number))
            .family("a")
            .family("b")
            .family("c")
            .column(Call::callee, "b:c")
            .column(Call::ticket, "c:t")
            .column(Call::caller, "c:r")
            .column(Call::bytes, "a:b")
            .details(
                Call::stops,
                DetailLayout.tall("stops"),
                DetailDesign.of(Calls.Stop.class)
                    .key(key -> key.part(Calls.Stop::second))
                    .packed(packed -> packed.field(1, Calls.Stop::tower))
                    .build())
            .build();
    Call one = new Call(null, 1, "x", null, 0, List.of());
    Call other = new Call("y", 1, null, "z", 0, List.of());
    assertThatThrownBy(() -> into(design).load(RecordSource.of("bad", List.of(one, other))))
        .isInstanceOf(LoadRefusedException.class)
        .hasMessageContaining("have the same key: row");
    assertNothing(design);
  }

  @Test
  @Tag("slow")
  void twoRecordsOfOneUniqueValueAreNamed() throws IOException {
    TableDesign<Call> design = Calls.marked("calls");
    List<Call> calls = new ArrayList<>(Calls.calls(0, 50));
    calls.add(Calls.call(51).withTicket("t3"));
    assertThatThrownBy(() -> into(design).load(RecordSource.of("bad", calls)))
        .isInstanceOf(LoadRefusedException.class)
        .hasMessageContaining("record 4 of bad and record 51 of bad")
        .hasMessageContaining("have the same value of unique index ticket");
    assertNothing(design);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"plain", "marked"})
  void recordsOfTheTableAreNotLoadedOver(String kind) throws IOException {
    TableDesign<Call> design = design(kind, "calls");
    try (RecordTable<Call> table = RecordTable.openOrCreate(connection, design)) {
      table.put(new Call("1380", 700, "here", "mine", 0, List.of()));
      table.put(Calls.call(1_501).withTicket("other"));
      assertThatThrownBy(() -> into(design).load(RecordSource.of("x", Calls.calls(0, RECORDS))))
          .isInstanceOf(LoadRefusedException.class)
          .hasMessageContaining("record 1502 of x is not new")
          .hasMessageContaining("put the others, or delete theirs first");
      assertThat(table.all().allowFullScan().count()).isEqualTo(2);
      table.delete(Calls.call(1_501));
      assertThat(into(design).load(RecordSource.of("x", Calls.calls(0, RECORDS))).records())
          .isEqualTo(RECORDS);
      assertThat(table.get(Calls.call(1_501).caller(), 1_501)).contains(Calls.call(1_501));
      assertThat(table.where(Call::ticket).is("t1501").list()).hasSize(1);
      assertThat(table.where(Call::ticket).is("other").list()).isEmpty();
    }
  }

  @Tag("slow")
  @Test
  void uniqueValuesOfTheTableAreNotTakenAway() throws IOException {
    TableDesign<Call> design = Calls.marked("calls");
    try (RecordTable<Call> table = RecordTable.openOrCreate(connection, design)) {
      Call there = new Call("1380", 700_000, "here", "t7", 0, List.of());
      table.put(there);
      assertThatThrownBy(() -> into(design).load(RecordSource.of("x", Calls.calls(0, 20))))
          .isInstanceOf(LoadRefusedException.class)
          .hasMessageContaining("record 8 of x")
          .hasMessageContaining("value of unique index ticket that record");
      table.delete(there); // its entry stays, and names no record
      into(design).load(RecordSource.of("x", Calls.calls(0, 20)));
      assertThat(table.where(Call::ticket).is("t7").list()).containsExactly(Calls.call(7));
    }
  }

  @Tag("slow")
  @Test
  void aCellThatNoPutWouldWriteIsRefused() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    Call large = new Call("c", 1, "x".repeat(11 << 20), "t", 0, List.of());
    assertThatThrownBy(() -> into(design).load(RecordSource.of("x", List.of(large))))
        .isInstanceOf(LoadRefusedException.class);
    Call longTicket = new Call("c", 1, "x", "t".repeat(40_000), 0, List.of());
    assertThatThrownBy(() -> into(design).load(RecordSource.of("x", List.of(longTicket))))
        .isInstanceOf(LoadRefusedException.class)
        .hasMessageContaining("record 1 of x cannot be written");
    assertNothing(design);
  }

  @Test
  void theWorkingDirectoryIsOutsideOfStores() {
    TableDesign<Call> design = Calls.plain("calls");
    Path inside = directory.resolve("store").resolve("work");
    assertThatThrownBy(
            () ->
                RecordBulkLoad.into(connection, design, inside)
                    .load(RecordSource.of("x", List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is inside the store or backup");
  }

  record ByCallee(String callee, int number) {}

  /** What a program without the view would write, the view would lack. */
  @Tag("slow")
  @Test
  void aTableWithAViewIsRefused() throws IOException {
    TableDesign<Call> design = Calls.marked("calls");
    TableDesign<ByCallee> target =
        TableDesign.of("by_callee", ByCallee.class)
            .key(key -> key.part(ByCallee::callee).part(ByCallee::number))
            .family("f")
            .build();
    View<Call, ByCallee> view =
        View.of(design, target, call -> List.of(new ByCallee("x", call.number())));
    ViewedTable.openOrCreate(connection, design, view).close();
    assertThatThrownBy(() -> into(design).load(RecordSource.of("x", Calls.calls(0, 10))))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("by_callee");
    assertNothing(design);
  }

  record Token(int id, Duration life) {}

  @Test
  void recordsThatExpireAreRefused() throws IOException {
    TableDesign<Token> tokens =
        TableDesign.of("tokens", Token.class)
            .key(key -> key.part(Token::id))
            .family("t")
            .column(Token::life, "t:l")
            .timeToLive(Token::life)
            .build();
    RecordTable.create(connection, tokens).close();
    RecordBulkLoad<Token> load = RecordBulkLoad.into(connection, tokens, work());
    RecordSource<Token> source = RecordSource.of("x", List.of(new Token(1, Duration.ofMinutes(1))));
    assertThatThrownBy(() -> load.load(source))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tokens has records that expire");
    try (RecordTable<Token> table = RecordTable.open(connection, tokens)) {
      assertThat(table.all().allowFullScan().list()).isEmpty();
    }
  }

  @Test
  @Tag("slow")
  void aStoreInMemoryTakesFilesToo() throws IOException {
    TableDesign<Call> design = Calls.marked("calls");
    try (Connection memory =
            ConnectionFactory.createConnection(Rowan.configuration("mem:RecordBulkLoadTest"));
        RecordTable<Call> table = RecordTable.openOrCreate(memory, design)) {
      RecordBulkLoad.into(memory, design, work()).load(RecordSource.of("x", Calls.calls(0, 30)));
      assertThat(table.all().allowFullScan().list()).hasSameElementsAs(Calls.calls(0, 30));
    }
  }
}
