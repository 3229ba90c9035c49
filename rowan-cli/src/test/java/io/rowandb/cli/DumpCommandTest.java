package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code ./rowan dump} of the files of a small store that is open. */
class DumpCommandTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path store;
  private Path storeFile;
  private Path log;

  @BeforeEach
  void write() throws IOException {
    store = directory.resolve("store");
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(store.toString()));
        Admin admin = connection.getAdmin()) {
      TableName name = TableName.valueOf("t");
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
      try (Table table = connection.getTable(name)) {
        table.put(new Put(Bytes.toBytes("a")).addColumn(F, Q, 5, Bytes.toBytes("x\"\\\n")));
        table.put(new Put(new byte[] {'b', 0}).addColumn(F, Q, 6, new byte[100]));
        table.delete(new Delete(Bytes.toBytes("c")).addColumns(F, Q, 7));
        admin.flush(name);
        table.put(new Put(Bytes.toBytes("d")).addColumn(F, Q, 8, Bytes.toBytes("in the log")));
      }
      storeFile = only("data");
      log = Files.copy(only("log"), directory.resolve("a segment")); // closing empties the log
    }
  }

  private Path only(String place) throws IOException {
    try (Stream<Path> files = Files.walk(store.resolve(place))) {
      List<Path> found = files.filter(Files::isRegularFile).toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }

  private String dump(int code, Object... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine command = RowanCommand.newCommandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    String[] words =
        Stream.concat(Stream.of("dump"), Stream.of(arguments).map(Object::toString))
            .toArray(String[]::new);
    assertThat(command.execute(words)).as(err.toString()).isEqualTo(code);
    return out.toString();
  }

  @Test
  void showsCellsAsHBaseDoesAndThePartsAroundThem() {
    String text = dump(0, storeFile);
    assertThat(text.lines())
        .contains("K: a/f:q/5/Put/vlen=4/seqid=1 V: x\"\\x5C\\x0A")
        .contains("K: c/f:q/7/DeleteColumn/vlen=0/seqid=3 V: ")
        .anyMatch(line -> line.startsWith("K: b\\x00/f:q/6/Put/vlen=100/") && line.endsWith("..."))
        .anyMatch(line -> line.startsWith("data @0  diskBytes=") && line.endsWith("cells=3"))
        .anyMatch(line -> line.startsWith("root index entry @") && line.contains("key=a/f:q/5/Put"))
        .anyMatch(line -> line.startsWith("file info @") && line.contains("MAX_SEQ_ID_KEY=3"))
        .anyMatch(line -> line.startsWith("trailer @") && line.contains("cells=3"));
  }

  @Test
  void showsWhatIsChosen() {
    assertThat(dump(0, "-p", storeFile).lines()).hasSize(3).allMatch(it -> it.startsWith("K: "));
    assertThat(dump(0, "-p", "--limit", 2, storeFile).lines()).hasSize(2);
    assertThat(dump(0, "--row", "b\\x00", "--value-bytes", 1, storeFile))
        .isEqualToIgnoringNewLines("K: b\\x00/f:q/6/Put/vlen=100/seqid=2 V: \\x00...");
    assertThat(dump(0, "-m", storeFile)).contains("file info", "trailer").doesNotContain("data @");
    assertThat(dump(0, "-b", storeFile)).contains("data @", "trailer").doesNotContain("K: ");
    assertThat(dump(0, "--row", "d", log)).contains("V: in the log").doesNotContain("entry");
  }

  @Test
  void showsLogAndManifest() {
    assertThat(dump(0, log).lines())
        .anyMatch(line -> line.startsWith("segment @0  number=1"))
        .anyMatch(line -> line.startsWith("entry @") && line.contains("sequence=4  region="))
        .contains("K: d/f:q/8/Put/vlen=10/seqid=4 V: in the log")
        .anyMatch(line -> line.startsWith("end @") && line.contains("entries=4  cells=4"));
    assertThat(dump(0, store.resolve("MANIFEST")).lines())
        .anyMatch(line -> line.startsWith("manifest @0  version="))
        .anyMatch(line -> line.startsWith("TablePut @") && line.contains("name=t"))
        .anyMatch(line -> line.startsWith("FilesChanged @"))
        .anyMatch(line -> line.startsWith("end @") && line.contains("tables=1"));
    assertThat(dump(0, store.resolve("TABLES"))).contains("TablePut @", "tables=1", "files=0");
  }

  @Test
  @Tag("slow")
  void everyLineOfJsonIsAnObject() throws IOException {
    for (Path file : List.of(storeFile, log, store.resolve("MANIFEST"), store)) {
      List<String> lines = dump(0, "--json", file).lines().toList();
      assertThat(lines).isNotEmpty();
      for (String line : lines) {
        assertThat(JsonParser.parseString(line).getAsJsonObject().get("kind").getAsString())
            .as(line)
            .isNotEmpty();
      }
    }
    assertThat(dump(0, "--json", "-p", log).lines())
        .anyMatch(line -> line.matches("\\{\"kind\":\"cell\",\"region\":\\d+,\"row\":\"a\".*"));
    assertThat(dump(0, "--json", "--row", "a", storeFile))
        .contains(
            "\"timestamp\":5,\"type\":\"Put\",\"sequence\":1,\"value\":\"x\\\"\\\\x5C\\\\x0A\"");
  }

  @Test
  void aDamagedFileIsShownAsFarAsItGoes() throws IOException {
    byte[] bytes = Files.readAllBytes(store.resolve("MANIFEST"));
    bytes[bytes.length / 2] ^= 1;
    Path damaged = Files.write(directory.resolve("damaged"), bytes);
    assertThat(dump(1, damaged)).contains("manifest @0").doesNotContain("end @");
    assertThat(err.toString())
        .startsWith("rowan: Damaged file " + damaged + " at offset ")
        .doesNotContain("\tat ");
    assertThat(dump(1, directory)).contains("DAMAGED").contains("HFile", "manifest", "other");
  }

  /** As while it is flushed or compacted: an HFile without its end that no manifest lists. */
  @Test
  @Tag("slow")
  void anHFileThatIsBeingWrittenIsNoDamage() throws IOException {
    byte[] whole = Files.readAllBytes(storeFile);
    byte[] begun = Arrays.copyOf(whole, whole.length / 2);
    String name = "0123456789abcdef0123456789abcdef";
    Path unlisted = Files.write(storeFile.resolveSibling(name), begun);
    for (Path at : List.of(store, store.resolve("data"), storeFile.getParent())) {
      assertThat(dump(0, at).lines())
          .anyMatch(line -> line.startsWith("unfinished") && line.contains(name))
          .anyMatch(line -> line.startsWith("HFile"))
          .noneMatch(line -> line.contains("DAMAGED"));
    }
    Files.delete(unlisted);
    Files.write(storeFile, begun);
    assertThat(dump(1, store)).contains("DAMAGED").doesNotContain("unfinished");
    Path alone = Files.createDirectories(directory.resolve("no store"));
    Files.write(alone.resolve(name), begun);
    assertThat(dump(1, alone)).contains("DAMAGED").doesNotContain("unfinished");
  }

  /** Files and directories come, and go between being listed and being looked at. */
  @Tag("slow")
  @Test
  void anOpenStoreMayChangeMeanwhile() throws Exception {
    Path busy = Files.createDirectories(store.resolve("data/busy"));
    byte[] whole = Files.readAllBytes(storeFile);
    AtomicBoolean stop = new AtomicBoolean();
    FutureTask<Void> changes =
        new FutureTask<>(
            () -> {
              while (!stop.get()) {
                for (int i = 0; i < 400; i++) {
                  Files.createDirectories(busy.resolve("" + i));
                  Files.write(busy.resolve(i + ".file"), whole);
                }
                for (int i = 0; i < 400; i++) {
                  Files.delete(busy.resolve("" + i));
                  Files.delete(busy.resolve(i + ".file"));
                }
              }
              return null;
            });
    Thread writer = new Thread(changes, "changes");
    writer.start();
    try {
      for (int i = 0; i < 10; i++) {
        assertThat(dump(0, store)).contains("manifest").doesNotContain("DAMAGED");
      }
    } finally {
      stop.set(true);
      changes.get();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-m", "--blocks", "-p", "--row=a", "--limit=1", "--value-bytes=1"})
  @Tag("slow")
  void refusesForADirectoryWhatChoosesInAFile(String option) {
    assertThat(dump(2, option, store)).isEmpty();
    assertThat(err.toString()).contains(" needs a file, and " + store + " is a directory");
  }

  @Test
  @Tag("slow")
  void refusesWhatCannotBeShown() throws IOException {
    Path text = Files.writeString(directory.resolve("text"), "a text");
    dump(1, text);
    assertThat(err.toString()).contains("is no log segment, manifest or HFile: it starts with 61");
    dump(1, directory.resolve("absent"));
    assertThat(err.toString()).contains("absent: no such file or directory");
    dump(2, "--limit", 0, text);
    assertThat(err.toString()).contains("--limit 0 must be at least 1");
    dump(2, "-m", "-p", text);
    assertThat(err.toString()).contains("mutually exclusive");
    dump(2, "-m", "--row", "a", text);
    assertThat(err.toString()).contains("--row chooses among cells");
  }
}
