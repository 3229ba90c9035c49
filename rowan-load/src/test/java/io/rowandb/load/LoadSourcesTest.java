package io.rowandb.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.load.Calls.Call;
import io.rowandb.load.Calls.Stop;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sources of loads: which are read, which are done, and what is said of those that cannot be read.
 */
class LoadSourcesTest extends BulkLoads {
  @Tag("slow")
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
  @Tag("slow")
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
  @Tag("slow")
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
  @Tag("slow")
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
  @Tag("slow")
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

  @Tag("slow")
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
  @Tag("slow")
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
  @Tag("slow")
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
      assertThat(table.where(Call::ticket).is("t8").list().get(0).bytes()).isEqualTo(13);
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

  @Tag("slow")
  @Test
  void twoSourcesOfOneNameAreRefused() {
    RecordBulkLoad<Call> load = into(Calls.plain("calls"));
    RecordSource<Call> one = RecordSource.of("x", List.of());
    assertThatThrownBy(() -> load.loadAll(List.of(one, one.named("y"), one)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two sources have the name x");
    assertThatThrownBy(() -> one.named("")).isInstanceOf(IllegalArgumentException.class);
  }
}
