package io.rowandb.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.load.Calls.Call;
import io.rowandb.load.Calls.Stop;
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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tables of a design have after a load, and what is refused. */
class RecordBulkLoadTest {
  private static final long MEMORY_BYTES = 16 << 20;
  private static final int RECORDS = 2_000;

  @TempDir private Path directory;
  private Connection connection;

  @BeforeEach
  void open() throws IOException {
    connection =
        ConnectionFactory.createConnection(
            Rowan.configuration(directory.resolve("store").toString()));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  private Path work() {
    return directory.resolve("work");
  }

  private RecordBulkLoad<Call> into(TableDesign<Call> design) {
    return RecordBulkLoad.into(connection, design, work()).memory(MEMORY_BYTES);
  }

  private static TableDesign<Call> design(String kind, String name) {
    return kind.equals("plain") ? Calls.plain(name) : Calls.marked(name);
  }

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
        assertThat(table.where(Call::ticket, "t" + n).list()).containsExactly(call);
      }
      assertThat(table.where(Call::callee, "1395").list())
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
      assertThat(table.where(Call::ticket, "t8").list()).isEmpty();
      assertThat(table.where(Call::callee, "other").list())
          .singleElement()
          .satisfies(found -> assertThat(found.stops()).containsExactly(new Calls.Stop(7, "x")));
      table.put(Calls.call(202).withTicket("t8")); // it is free at once
      table.delete(Calls.call(9));
      table.put(Calls.call(201).withTicket("t9"));
      assertThat(table.verifyIndex("ticket").missing()).isZero();
    }
  }

  @Test
  void regionsAreThoseOfTheDesignOrOfTheTable() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    into(design).load(RecordSource.of("all", Calls.calls(0, 10)));
    try (RegionLocator regions = connection.getRegionLocator(design.name())) {
      assertThat(regions.getAllRegionLocations()).hasSize(3);
    }
  }

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

  private void assertNothing(TableDesign<?> design) throws IOException {
    for (NewTable each : design.tables()) {
      try (Table table = connection.getTable(each.descriptor().getTableName());
          ResultScanner rows = table.getScanner(new Scan().setRaw(true))) {
        assertThat(rows.next()).as(table.getName().toString()).isNull();
      }
    }
    assertThat(new LoadNotes(connection, design.name()).all()).isEmpty();
  }

  @Test
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
      assertThat(table.where(Call::ticket, "t1501").list()).hasSize(1);
      assertThat(table.where(Call::ticket, "other").list()).isEmpty();
    }
  }

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
      assertThat(table.where(Call::ticket, "t7").list()).containsExactly(Calls.call(7));
    }
  }

  @Test
  void filesOfDatesAreLoadedOnce() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    Path first = lines("2026-11-26.tsv", 0, 100);
    Path second = lines("2026-11-27.tsv", 100, 150);
    RecordBulkLoad<Call> load = into(design);
    load.load(source(first));
    List<LoadReport> reports = load.loadAll(List.of(source(first), source(second)));
    assertThat(reports).extracting(LoadReport::wasLoaded).containsExactly(true, false);
    assertThat(reports).extracting(LoadReport::records).containsExactly(100L, 50L);
    assertThat(load.loaded())
        .extracting(LoadNote::name)
        .containsExactly("2026-11-26.tsv", "2026-11-27.tsv");
    try (RecordTable<Call> table = RecordTable.open(connection, design)) {
      assertThat(table.all().allowFullScan().count()).isEqualTo(150);
    }
    Files.writeString(second, "number\tcaller\n");
    assertThatThrownBy(() -> load.load(source(second)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("2026-11-27.tsv has changed since it was loaded");
    assertThat(load.forget("2026-11-27.tsv")).isTrue();
    assertThat(load.forget("2026-11-27.tsv")).isFalse();
    assertThat(load.load(source(second)).records()).isZero();
  }

  private Path lines(String name, int from, int to) throws IOException {
    List<String> lines = new ArrayList<>(List.of("number\tcaller"));
    Calls.calls(from, to).forEach(call -> lines.add(call.number() + "\t" + call.caller()));
    return Files.write(directory.resolve(name), lines);
  }

  private static RecordSource<Call> source(Path file) {
    return RecordSource.lines(
        file,
        line ->
            line.startsWith("number")
                ? null
                : Calls.call(Integer.parseInt(line.substring(0, line.indexOf('\t')))));
  }

  @Test
  void aLineOfWhichNoRecordIsMadeIsNamed() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    Path file = lines("calls.tsv", 0, 10);
    Files.writeString(file, Files.readString(file) + "eleven\tx\n");
    assertThatThrownBy(() -> into(design).load(source(file)))
        .isInstanceOf(LoadRefusedException.class)
        .hasMessageContaining("line 12 of calls.tsv is no record")
        .hasMessageContaining("eleven");
    assertThatThrownBy(
            () ->
                into(design)
                    .load(
                        RecordSource.of(
                            "null", List.of(new Call(null, 1, "c", "t", 0, List.of())))))
        .isInstanceOf(LoadRefusedException.class)
        .hasMessageContaining("record 1 of null cannot be written");
    assertNothing(design);
  }

  @Test
  void aSourceThatCannotBeReadIsNamed() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    Path file = lines("calls.tsv", 0, 10);
    Files.write(file, new byte[] {(byte) 0xC3, '\n'}, StandardOpenOption.APPEND);
    assertThatThrownBy(() -> into(design).load(source(file)))
        .isInstanceOf(LoadRefusedException.class)
        .hasMessageContaining("bytes that are not UTF-8 are in a line behind line 0 of calls.tsv");
    Stream<Call> failing =
        IntStream.range(0, 10)
            .mapToObj(
                n -> {
                  if (n == 7) {
                    throw new UncheckedIOException(new IOException("the disk is gone"));
                  }
                  return Calls.call(n);
                });
    assertThatThrownBy(() -> into(design).load(RecordSource.once("failing", failing)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("record 8 of failing")
        .hasMessageContaining("the disk is gone");
    assertNothing(design);
  }

  /** As a rotation of logs makes it; the JDK's own stream would end before the damaged part. */
  @Test
  void aPackedFileOfSeveralPartsIsReadToItsEnd() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    byte[] first = packed("1\tx\n2\tx\n");
    byte[] second = packed("3\tx\n4\tx\n");
    Path file = directory.resolve("calls.tsv.gz");
    Files.write(file, first);
    second[1]++;
    Files.write(file, second, StandardOpenOption.APPEND);
    assertThatThrownBy(() -> into(design).load(source(file)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("of calls.tsv.gz, or what is behind it")
        .hasMessageContaining("what follows is no gzip data");
    assertNothing(design);
    second[1]--;
    Files.write(file, first);
    Files.write(file, second, StandardOpenOption.APPEND);
    assertThat(into(design).load(source(file)).records()).isEqualTo(4);
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return packed.toByteArray();
  }

  /** A job that names all files of the past has not all of them any more. */
  @Test
  void loadsThatAreDoneNeedNoSource() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    TableDesign<Call> from = Calls.plain("from");
    Path file = lines("calls.tsv", 0, 10);
    AtomicBoolean closed = new AtomicBoolean();
    into(design).load(source(file));
    into(design).load(RecordSource.once("stream", Calls.calls(10, 20).stream()));
    try (RecordTable<Call> table = RecordTable.openOrCreate(connection, from)) {
      table.load(Calls.calls(20, 30).stream());
    }
    readOnly("from");
    RecordSource<Call> table = RecordSource.table(connection, from);
    into(design).load(table);
    Files.delete(file);
    RecordSource<Call> stream =
        RecordSource.once("stream", Stream.<Call>of().onClose(() -> closed.set(true)));
    try (Admin admin = connection.getAdmin()) {
      drop(admin, from.name());
      assertThat(into(design).loadAll(List.of(source(file), stream, table)))
          .allMatch(LoadReport::wasLoaded);
      assertThat(closed).as("the stream that is not read").isTrue();
      RecordTable.openOrCreate(connection, from).close();
      readOnly("from");
      assertThatThrownBy(() -> into(design).load(table))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has changed since it was loaded");
    }
  }

  @Test
  void tablesThatAreNotReadOrNotLoadedInto() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    RecordTable.openOrCreate(connection, design).close();
    readOnly("calls");
    assertThatThrownBy(() -> into(design).load(RecordSource.of("x", Calls.calls(0, 1))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("table calls is read-only");
    assertThatThrownBy(() -> into(design).load(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the source of a load");
    record Session(String id, Instant end) {}
    TableDesign<Session> sessions =
        TableDesign.of("sessions", Session.class)
            .key(key -> key.part(Session::id))
            .family("s")
            .column(Session::end, "s:e")
            .expiresAt(Session::end)
            .build();
    assertThatThrownBy(() -> RecordSource.table(connection, sessions))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("records that expire");
  }

  @Test
  void aFileThatGrowsWhileItIsReadIsNotLoaded() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    Path file = lines("calls.tsv", 0, 10);
    RecordSource<Call> growing =
        RecordSource.lines(
            file,
            line -> {
              if (line.startsWith("number")) {
                append(file);
              }
              return line.startsWith("1\t") ? Calls.call(1) : null;
            });
    assertThatThrownBy(() -> into(design).load(growing))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("calls.tsv has changed since it began to be loaded");
    assertNothing(design);
  }

  private static void append(Path file) {
    try {
      Files.writeString(file, "# later\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Else its loads were taken for those of the table that has its name now. */
  @Test
  void loadsOfATableThatWasDroppedDoNotCount() throws IOException {
    TableDesign<Call> design = Calls.plain("calls");
    into(design).load(RecordSource.of("x", Calls.calls(0, 20)));
    TableName notes = TableName.valueOf("calls_loads");
    try (Admin admin = connection.getAdmin()) {
      drop(admin, design.name());
      assertThatThrownBy(() -> into(design).load(RecordSource.of("x", Calls.calls(0, 20))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("another table calls, which was dropped");
      assertThatThrownBy(() -> into(design).loaded()).isInstanceOf(IllegalStateException.class);
      drop(admin, notes);
    }
    assertThat(into(design).load(RecordSource.of("x", Calls.calls(0, 20))).records()).isEqualTo(20);
    assertThat(into(design).load(RecordSource.of("x", Calls.calls(0, 20))).wasLoaded()).isTrue();
  }

  /** Details in columns become such in rows of their own, and the other way. */
  @ParameterizedTest
  @ValueSource(strings = {"plain", "marked"})
  void recordsOfATableBecomeThoseOfAnother(String kind) throws IOException {
    TableDesign<Call> from = design(kind, "from");
    TableDesign<Call> to = design(kind.equals("plain") ? "marked" : "plain", "to");
    try (RecordTable<Call> table = RecordTable.openOrCreate(connection, from)) {
      table.load(Calls.calls(0, RECORDS).stream());
      table.increment(Call::bytes, 5, Calls.call(8).caller(), 8);
      table.delete(Calls.call(9));
    }
    assertThatThrownBy(() -> into(to).load(RecordSource.table(connection, from)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("alter 'from', READONLY => 'true'");
    readOnly("from");
    if (kind.equals("marked")) {
      assertThatThrownBy(() -> into(to).load(RecordSource.table(connection, from)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("alter 'from_stops', READONLY => 'true'");
      readOnly("from_stops");
    }
    RecordSource<Call> source = RecordSource.table(connection, from);
    assertThat(source.name()).startsWith("table from of store ");
    assertThat(into(to).load(source).records()).isEqualTo(RECORDS - 1);
    try (RecordTable<Call> old = RecordTable.open(connection, from);
        RecordTable<Call> table = RecordTable.open(connection, to)) {
      List<Call> found = table.all().allowFullScan().list();
      assertThat(found).hasSize(RECORDS - 1).isEqualTo(old.all().allowFullScan().list());
      assertThat(table.where(Call::ticket, "t8").list().get(0).bytes()).isEqualTo(13);
      assertThat(table.details(Call::stops, Stop.class, Calls.call(17).caller(), 17).stream())
          .containsExactlyElementsOf(Calls.call(17).stops());
    }
  }

  private void readOnly(String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor there = admin.getDescriptor(TableName.valueOf(table));
      admin.modifyTable(TableDescriptorBuilder.newBuilder(there).setReadOnly(true).build());
    }
  }

  private static void drop(Admin admin, TableName table) throws IOException {
    admin.disableTable(table);
    admin.deleteTable(table);
  }

  @Test
  void twoSourcesOfOneNameAreRefused() {
    RecordBulkLoad<Call> load = into(Calls.plain("calls"));
    RecordSource<Call> one = RecordSource.of("x", List.of());
    assertThatThrownBy(() -> load.loadAll(List.of(one, one.named("y"), one)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two sources have the name x");
    assertThatThrownBy(() -> one.named("")).isInstanceOf(IllegalArgumentException.class);
  }

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
