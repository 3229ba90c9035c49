package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.load.BulkLoad.Source;
import io.rowandb.engine.load.BulkLoad.SourceFile;
import io.rowandb.engine.load.BulkLoadSummary;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.storefile.BlockEncoding;
import io.rowandb.engine.storefile.HandMadeFile;
import io.rowandb.engine.storefile.SealedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HFiles that become part of a table: what is seen of them, and what becomes of a failed load. */
class BulkLoadTest extends RegroupedTable {
  private static final Path IMPORT = Path.of("/import");

  private int made;

  private SourceFile file(String family, int from, int to, String value) throws IOException {
    return file(files, family, from, to, value);
  }

  private SourceFile file(FileSystem disk, String family, int from, int to, String value)
      throws IOException {
    List<RowMutation> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(putAt(1, row(i), "a:q=" + value, "b:q=" + value));
    }
    return new SourceFile(
        family, HandMadeFile.write(disk, IMPORT.resolve(family + made++), family, rows));
  }

  private List<SourceFile> filesOf(int from, int to, String value) throws IOException {
    return List.of(file("a", from, to, value), file("b", from, to, value));
  }

  private BulkLoad moving(List<SourceFile> sources) {
    return new BulkLoad(TABLE, null, sources, files, Source.MOVE, true);
  }

  private BulkLoadSummary load(int from, int to, String value) throws IOException {
    return database.bulkLoad(moving(filesOf(from, to, value)));
  }

  @Test
  void aFileIsSeenInAllRegionsThatHaveItsRows() throws IOException {
    database.splitRegion(name(0), bytes(row(100)));
    database.splitRegion(name(1), bytes(row(300)));
    BulkLoadSummary summary = load(50, 350, "v");
    assertThat(summary.files()).isEqualTo(2);
    assertThat(summary.links()).isEqualTo(6);
    assertThat(scan(database)).isEqualTo(cells(50, 350, "v"));
    assertThat(storeFiles()).hasSize(6);
    assertThat(files.list(IMPORT)).isEmpty();
    reopen();
    assertThat(scan(database)).isEqualTo(cells(50, 350, "v"));
    assertRefused(
        Reason.BAD_REQUEST, "NOT splittable", () -> database.splitRegion(name(1), bytes(row(200))));
    database.compact(TABLE, null, true);
    assertThat(scan(database)).isEqualTo(cells(50, 350, "v"));
    database.splitRegion(name(1), bytes(row(200)));
    assertThat(scan(database)).isEqualTo(cells(50, 350, "v"));
  }

  /** Between what was written before and after, with the same timestamp, and for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"memory", "flushed", "compacted", "opened", "split", "died"})
  void aLoadHasItsPlaceInTheOrderOfWrites(String then) throws IOException {
    write(0, 30, "before");
    load(10, 40, "loaded");
    write(20, 25, "after");
    List<String> expected = cells(0, 10, "before");
    expected.addAll(cells(10, 20, "loaded"));
    expected.addAll(cells(20, 25, "after"));
    expected.addAll(cells(25, 40, "loaded"));
    assertThat(scan(database)).isEqualTo(expected);
    Database dead = null;
    switch (then) {
      case "flushed" -> database.flush(TABLE);
      case "compacted" -> {
        database.flush(TABLE);
        database.compact(TABLE, null, true);
      }
      case "opened" -> reopen();
      case "split" -> database.splitRegion(name(0), bytes(row(22)));
      case "died" -> {
        MemoryFileSystem copy = new MemoryFileSystem();
        copyAll(Path.of("/"), copy);
        dead = database;
        database = Database.open(serial(copy, clock).build());
      }
      default -> {}
    }
    assertThat(scan(database)).isEqualTo(expected);
    write(30, 31, "later");
    expected.set(expected.indexOf(cells(30, 31, "loaded").get(0)), cells(30, 31, "later").get(0));
    expected.set(expected.indexOf(cells(30, 31, "loaded").get(1)), cells(30, 31, "later").get(1));
    assertThat(scan(database)).isEqualTo(expected);
    if (dead != null) {
      dead.close();
    }
  }

  /** As in HBase, which sorts equally old files by their size. */
  @Test
  void ofFilesOfOneLoadTheSmallerOneIsTheNewer() throws IOException {
    List<SourceFile> sources = new ArrayList<>(filesOf(5, 10, "small"));
    sources.addAll(filesOf(0, 100, "large"));
    database.bulkLoad(moving(sources));
    List<String> expected = cells(0, 5, "large");
    expected.addAll(cells(5, 10, "small"));
    expected.addAll(cells(10, 100, "large"));
    assertThat(scan(database)).isEqualTo(expected);
    reopen();
    assertThat(scan(database)).isEqualTo(expected);
  }

  /**
   * Whatever the encoding of its blocks, a file's cells get the sequence id that its name gives.
   */
  @ParameterizedTest
  @EnumSource(BlockEncoding.class)
  void anEncodedFileHasItsPlaceToo(BlockEncoding encoding) throws IOException {
    write(0, 30, "before");
    List<RowMutation> rows = new ArrayList<>();
    for (int i = 10; i < 40; i++) {
      rows.add(putAt(1, row(i), "a:q=loaded", "b:q=loaded"));
    }
    List<SourceFile> sources = new ArrayList<>();
    for (String family : List.of("a", "b")) {
      Path path = IMPORT.resolve(family + made++);
      sources.add(new SourceFile(family, HandMadeFile.write(files, path, family, rows, encoding)));
    }
    database.bulkLoad(moving(sources));
    write(20, 25, "after");
    reopen();
    List<String> expected = cells(0, 10, "before");
    expected.addAll(cells(10, 20, "loaded"));
    expected.addAll(cells(20, 25, "after"));
    expected.addAll(cells(25, 40, "loaded"));
    assertThat(scan(database)).isEqualTo(expected);
    database.compact(TABLE, null, true);
    assertThat(scan(database)).isEqualTo(expected);
  }

  /** A write at each moment of a load: beside the loaded rows, and in one of them. */
  @Test
  void whatIsWrittenDuringALoadStays() throws IOException {
    database.close();
    HookedFileSystem hooked = new HookedFileSystem(files);
    database = Database.open(serial(hooked, clock).build());
    boolean written = true;
    for (int moment = 1; written; moment++) {
      String during = "during" + moment;
      write(0, 30, "before");
      List<SourceFile> sources = filesOf(10, 20, "loaded");
      AtomicInteger left = new AtomicInteger(moment);
      hooked.hook(
          (operation, path) -> {
            boolean named = List.of("create", "link", "rename", "delete").contains(operation);
            if (named && left.decrementAndGet() == 0) {
              write(15, 16, during);
              write(25, 26, during);
            }
          });
      database.bulkLoad(new BulkLoad(TABLE, null, sources, hooked, Source.MOVE, true));
      hooked.hook((operation, path) -> {});
      written = left.get() <= 0;
      List<String> seen = scan(database);
      assertThat(seen).containsAll(cells(25, 26, written ? during : "before"));
      assertThat(seen)
          .containsAnyElementsOf(List.of(row(15) + "/a:q@1=loaded", row(15) + "/a:q@1=" + during));
      MemoryFileSystem copy = new MemoryFileSystem();
      copyAll(Path.of("/"), copy);
      try (Database afterDeath = Database.open(serial(copy, clock).build())) {
        assertThat(scan(afterDeath)).as(during).isEqualTo(seen);
      }
      assertThat(written || moment > 10).as("moments of a load: %d", moment).isTrue();
    }
  }

  @Test
  void aSnapshotKeepsTheOrder() throws IOException {
    write(0, 10, "before");
    load(0, 10, "loaded");
    database.takeSnapshot(snapshot("s", TABLE), false);
    database.cloneSnapshot("s", TableName.of("clone"));
    reopen();
    assertThat(scan(database, TableName.of("clone"))).isEqualTo(cells(0, 10, "loaded"));
  }

  @Test
  void openScannersSeeWhatWasThere() throws IOException {
    write(0, 10, "before");
    try (RegionScanner open = region(database, row(0)).scan(ScanSpec.builder().build())) {
      load(0, 20, "loaded");
      database.compact(TABLE, null, true);
      assertThat(TestDatabase.drain(open)).isEqualTo(cells(0, 10, "before"));
    }
    assertThat(scan(database)).isEqualTo(cells(0, 20, "loaded"));
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void theSourceIsMovedLinkedOrCopied(Source source) throws IOException {
    List<SourceFile> sources = filesOf(0, 10, "v");
    int written = files.count("write");
    database.bulkLoad(new BulkLoad(TABLE, null, sources, files, source, false));
    assertThat(files.list(IMPORT)).hasSize(source == Source.MOVE ? 0 : 2);
    // one record of the manifest with its mark, or a new manifest; and what is copied
    assertThat(files.count("write") - written > 2).isEqualTo(source == Source.COPY);
    assertThat(scan(database)).isEqualTo(cells(0, 10, "v"));
  }

  @Test
  void fromAnotherDiskItIsCopied() throws IOException {
    MemoryFileSystem other = new MemoryFileSystem();
    List<SourceFile> sources = List.of(file(other, "a", 0, 10, "v"), file(other, "b", 0, 10, "v"));
    database.bulkLoad(new BulkLoad(TABLE, null, sources, other, Source.MOVE, true));
    assertThat(other.list(IMPORT)).isEmpty();
    assertThat(scan(database)).isEqualTo(cells(0, 10, "v"));
  }

  @Test
  void whatCannotBeLoadedIsRefusedWhole() throws IOException {
    write(0, 5, "v");
    database.splitRegion(name(0), bytes(row(200)));
    database.flush(TABLE);
    List<String> before = storeFiles();
    List<SourceFile> good = filesOf(0, 10, "lost");
    assertRefused(
        Reason.FAMILY_NOT_FOUND,
        "families [a, b] and not x",
        () -> load(good, new SourceFile("x", good.get(0).path())));
    assertThatThrownBy(() -> load(good, new SourceFile("b", good.get(0).path())))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("another family than b");
    files.link(DIRECTORY.resolve("MANIFEST"), IMPORT.resolve("manifest"));
    assertThatThrownBy(() -> load(good, new SourceFile("a", IMPORT.resolve("manifest"))))
        .isInstanceOf(CorruptFileException.class);
    assertThatThrownBy(() -> load(good, new SourceFile("a", IMPORT.resolve("none"))))
        .isInstanceOf(IOException.class);
    assertRefused(Reason.BAD_REQUEST, "has no cells", () -> load(good, file("a", 0, 0, "")));
    assertRefused(
        Reason.WRONG_REGION,
        "does not fit into region",
        () -> database.bulkLoad(new BulkLoad(TABLE, name(1), good, files, Source.MOVE, false)));
    assertRefused(
        Reason.TABLE_NOT_FOUND,
        "not found",
        () ->
            database.bulkLoad(
                new BulkLoad(TableName.of("none"), null, good, files, Source.MOVE, false)));
    database.disableTable(TABLE);
    assertRefused(Reason.TABLE_NOT_ENABLED, "is disabled", () -> database.bulkLoad(moving(good)));
    database.enableTable(TABLE);
    assertThat(storeFiles()).isEqualTo(before);
    assertAllThere(good);
    assertThat(scan(database)).isEqualTo(cells(0, 5, "v"));
  }

  private void assertAllThere(List<SourceFile> sources) throws IOException {
    for (SourceFile source : sources) {
      assertThat(files.exists(source.path())).as("%s", source.path()).isTrue();
    }
  }

  private void load(List<SourceFile> good, SourceFile bad) throws IOException {
    List<SourceFile> sources = new ArrayList<>(good);
    sources.add(bad);
    database.bulkLoad(new BulkLoad(TABLE, null, sources, files, Source.MOVE, false));
  }

  /** As with HBase files are believed, unless they are to be verified; their ends never are. */
  @Test
  void aFileThatLiesAboutItsLastRowIsRefused() throws IOException {
    for (int lie : new int[] {-1, 1}) {
      SourceFile source = file("a", 0, 10, "v");
      byte[] lying = SealedFile.input(content(source));
      int at = indexOf(lying, bytes("hfile.LASTKEY"));
      lying[indexOf(lying, bytes(row(9)), at) + row(9).length() - 1] += (byte) lie;
      replace(source, SealedFile.file(lying));
      List<SourceFile> good = filesOf(0, 10, "lost");
      assertThatThrownBy(() -> load(good, source))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(source.path().toString())
          .hasMessageContaining("file info says that the last row is");
      assertAllThere(List.of(source));
      assertThat(scan(database)).isEmpty();
    }
  }

  private static int indexOf(byte[] all, byte[] wanted) {
    return indexOf(all, wanted, 0);
  }

  private static int indexOf(byte[] all, byte[] wanted, int from) {
    for (int at = from; at <= all.length - wanted.length; at++) {
      if (Arrays.equals(all, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    throw new AssertionError("not there");
  }

  private byte[] content(SourceFile source) throws IOException {
    try (RandomReadFile open = files.open(source.path())) {
      byte[] content = new byte[(int) open.size()];
      open.readFully(0, content, 0, content.length);
      return content;
    }
  }

  private void replace(SourceFile source, byte[] content) throws IOException {
    files.delete(source.path());
    try (AppendFile again = files.create(source.path())) {
      again.write(content, 0, content.length);
    }
  }

  /** How many files are too many for a region is for HBase's tool to say, not for its server. */
  @Test
  void anyNumberOfFilesIsTaken() throws IOException {
    List<SourceFile> many = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      many.addAll(filesOf(i, i + 1, "v" + i));
      expected.addAll(cells(i, i + 1, "v" + i));
    }
    assertThat(database.bulkLoad(moving(many)).files()).isEqualTo(200);
    assertThat(scan(database)).isEqualTo(expected);
  }

  /** A file may have been made long before it was loaded: what is beside it is still new. */
  @Test
  void theAgeOfALoadedFileSettlesNothing() throws IOException {
    clock.advance(TimeUnit.DAYS.toMillis(400));
    write(0, 10, "seen");
    long readPoint;
    try (RegionScanner open = region(database, row(0)).scan(ScanSpec.builder().build())) {
      readPoint = open.readPoint();
    }
    write(20, 30, "later");
    load(40, 50, "loaded");
    database.compact(TABLE, null, true);
    ScanSpec again = ScanSpec.builder().readPoint(readPoint).build();
    try (RegionScanner open = region(database, row(0)).scan(again)) {
      assertThat(TestDatabase.drain(open)).isEqualTo(cells(0, 10, "seen"));
    }
  }

  @Test
  void aDamagedFileIsFoundWhenItIsRead() throws IOException {
    SourceFile source = file("a", 0, 100, "v");
    byte[] content = content(source);
    content[600] ^= 1;
    replace(source, content);
    assertThatThrownBy(() -> database.bulkLoad(moving(List.of(source))))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(source.path().toString());
    assertThat(storeFiles()).isEmpty();
    assertThat(files.exists(source.path())).isTrue();
  }

  /** Each call of the disk fails once; that of the manifest may leave open what the next finds. */
  @ParameterizedTest
  @ValueSource(strings = {"link", "rename", "force", "forceDirectory", "write", "create"})
  @Tag("slow")
  void aLoadThatFailsIsDoneOrNot(String operation) throws IOException {
    database.splitRegion(name(0), bytes(row(200)));
    write(0, 300, "before");
    database.flush(TABLE);
    List<String> expected = cells(0, 300, "before");
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      for (int call = 1; ; call++) {
        String value = "loaded" + call;
        List<SourceFile> sources = filesOf(100, 300, value);
        write(0, 1, "before");
        boolean failed = false;
        files.failAt(operation, call);
        try {
          database.bulkLoad(moving(sources));
          expected = loaded(value);
        } catch (IOException e) {
          assertThat(e).hasStackTraceContaining("injected");
          failed = true;
        }
        assertThat(scan(database)).isEqualTo(expected);
        files.failAt(operation, Integer.MAX_VALUE);
        database.discard();
        database = Database.open(options().build());
        List<String> found = scan(database);
        if (failed && found.equals(loaded(value))) {
          expected = found; // the manifest had it
        }
        assertThat(found).isEqualTo(expected);
        if (failed) {
          assertAllThere(sources);
        } else {
          assertThat(call).as("calls of " + operation).isGreaterThan(1);
          return;
        }
      }
    }
  }

  private static List<String> loaded(String value) {
    List<String> expected = cells(0, 100, "before");
    expected.addAll(cells(100, 300, value));
    return expected;
  }
}
