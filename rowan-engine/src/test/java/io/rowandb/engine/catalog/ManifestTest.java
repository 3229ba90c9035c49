package io.rowandb.engine.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.rowandb.engine.catalog.ManifestEdit.FilesChanged;
import io.rowandb.engine.catalog.ManifestEdit.LogNoted;
import io.rowandb.engine.catalog.ManifestEdit.NamespacePut;
import io.rowandb.engine.catalog.ManifestEdit.NamespaceRemoved;
import io.rowandb.engine.catalog.ManifestEdit.NumbersReserved;
import io.rowandb.engine.catalog.ManifestEdit.RegionAdded;
import io.rowandb.engine.catalog.ManifestEdit.RegionRemoved;
import io.rowandb.engine.catalog.ManifestEdit.SnapshotRemoved;
import io.rowandb.engine.catalog.ManifestEdit.SnapshotTaken;
import io.rowandb.engine.catalog.ManifestEdit.StoreId;
import io.rowandb.engine.catalog.ManifestEdit.SwitchSet;
import io.rowandb.engine.catalog.ManifestEdit.TablePut;
import io.rowandb.engine.catalog.ManifestEdit.TableRemoved;
import io.rowandb.engine.catalog.ManifestEdit.UnloggedListed;
import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameFormat;
import io.rowandb.engine.io.FrameReader;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.UnknownVersionException;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.wal.WalExtent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
  private static final Path STORE = Path.of("/store");
  private static final Path FILE = STORE.resolve("MANIFEST");
  private static final UUID ID = new UUID(1, 2);
  private static final TableName TABLE = TableName.of("t");

  private final CrashFileSystem disk = new CrashFileSystem();

  private static Manifest open(FileSystem files) throws IOException {
    return Manifest.open(files, STORE, ID);
  }

  private static Catalog read(FileSystem files) throws IOException {
    try (Manifest manifest = open(files)) {
      return manifest.catalog();
    }
  }

  private static TablePut table(String... families) {
    List<FamilyDescriptor> list = Arrays.stream(families).map(FamilyDescriptor::of).toList();
    return new TablePut(new TableDescriptor(TABLE, list, Map.of("MAX", "\u00ff\u0000")), true);
  }

  private static RegionAdded region(long number, String start, String end) {
    RegionRange range = new RegionRange(start.getBytes(UTF_8), end.getBytes(UTF_8));
    return new RegionAdded(new RegionInfo("t", range, 1234, number));
  }

  private static FilesChanged added(long region, String file, long flushed) {
    return new FilesChanged(region, "f", files(file), List.of(), flushed);
  }

  /** Names of store files that begin with these letters, which must be hexadecimal digits. */
  private static List<String> files(String... starts) {
    return Arrays.stream(starts).map(start -> start + "0".repeat(32 - start.length())).toList();
  }

  private static final List<ManifestEdit> CREATE_TABLE =
      List.of(table("f", "g"), region(1, "", "m"), region(2, "m", ""));

  private static final SnapshotTaken SNAPSHOT =
      new SnapshotTaken(
          new Catalog.Snapshot(
              new SnapshotDescriptor("s", TABLE, 0x55, 0x66, Map.of("a", "b")),
              new TableDescriptor(TABLE, List.of(FamilyDescriptor.of("f")), Map.of()),
              List.of(
                  new Catalog.RegionEntry(
                      region(7, "", "").region(),
                      Map.of("f", new Catalog.Family(files("ab"), 0x99))))));

  @Test
  void makesADatabaseOfNothing() throws IOException {
    Catalog catalog = read(disk);
    assertThat(catalog.storeId()).isEqualTo(ID);
    assertThat(catalog.namespaces().keySet()).containsExactly("default", "hbase");
    assertThat(catalog.tables()).isEmpty();
    assertThat(catalog.nextRegionNumber()).isEqualTo(1);
    assertThat(Manifest.open(disk, STORE, new UUID(3, 4)).catalog()).isEqualTo(catalog);
  }

  @Test
  void remembersEveryKindOfEdit() throws IOException {
    NamespaceDescriptor namespace = new NamespaceDescriptor("ns", Map.of("a", "b"));
    try (Manifest manifest = open(disk)) {
      manifest.append(CREATE_TABLE);
      manifest.append(List.of(new NamespacePut(namespace), new NumbersReserved(10, 20)));
      manifest.append(List.of(added(1, "a", 5), added(1, "b", 9), added(2, "c", 7)));
      manifest.append(
          List.of(new FilesChanged(1, "f", files("ab"), files("a", "b"), 0), added(1, "d", 11)));
      Catalog catalog = manifest.catalog();
      assertThat(catalog.regions().get(1L).families().get("f"))
          .isEqualTo(new Catalog.Family(files("ab", "d"), 11));
      assertThat(catalog.maxFlushedSequence()).isEqualTo(11);
      assertThat(catalog.regionsOf(TABLE))
          .extracting(r -> r.info().number())
          .containsExactly(1L, 2L);
      assertThat(catalog.nextRegionNumber()).isEqualTo(10);
      assertThat(catalog.nextFileNumber()).isEqualTo(20);
      assertThat(catalog.namespaces().get("ns")).isEqualTo(namespace);
      assertThat(read(disk)).isEqualTo(catalog);

      manifest.append(List.of(new RegionRemoved(2), table("g"), new NamespaceRemoved("ns")));
      catalog = manifest.catalog();
      assertThat(catalog.regions().keySet()).containsExactly(1L);
      assertThat(catalog.regions().get(1L).families()).isEmpty();
      assertThat(catalog.namespaces().keySet()).doesNotContain("ns");
      assertThat(read(disk)).isEqualTo(catalog);

      manifest.append(List.of(SNAPSHOT));
      assertThat(read(disk).snapshots()).containsEntry("s", SNAPSHOT.snapshot());
      manifest.append(List.of(new TableRemoved(TABLE)));
      assertThat(read(disk).maxFlushedSequence()).isEqualTo(0x99);
      manifest.append(List.of(new SnapshotRemoved("s")));
      assertThat(read(disk).snapshots()).isEmpty();
      manifest.append(List.of(new SwitchSet("s", true), new SwitchSet("r", false)));
      manifest.append(List.of(new UnloggedListed()));
      assertThat(read(disk).switches()).isEqualTo(Map.of("s", true, "r", false));
      assertThat(read(disk).regions()).isEmpty();
      assertThat(read(disk).tables()).isEmpty();
      assertThat(read(disk).nextRegionNumber()).isEqualTo(10);
    }
  }

  @Test
  void replacesAManifestThatHasBecomeLong() throws IOException {
    try (Manifest manifest = open(disk)) {
      manifest.append(CREATE_TABLE);
      String text = "x".repeat(100_000);
      long longest = 0;
      for (int i = 0; i < 40; i++) {
        NamespaceDescriptor namespace = new NamespaceDescriptor("ns", Map.of("a", text + i));
        manifest.append(List.of(new NamespacePut(namespace)));
        longest = Math.max(longest, disk.size(FILE));
      }
      assertThat(longest).isBetween(Manifest.LONG_BYTES, Manifest.LONG_BYTES + 300_000);
      assertThat(read(disk)).isEqualTo(manifest.catalog());
    }
    assertThat(disk.list(STORE)).containsExactly(FILE, STORE.resolve(TablesCopy.NAME));
  }

  @Test
  void opensWithoutWriting() throws IOException {
    read(disk);
    byte[] before = disk.get(FILE);
    read(disk);
    assertThat(disk.get(FILE)).isEqualTo(before);
  }

  /** A process may die between the write of a record and its force, and the power fail later. */
  @Test
  void whatOpeningHasSeenOutlivesALossOfPower() throws IOException {
    int seen = 0;
    long operations = appendUntil(new CrashFileSystem(), Long.MAX_VALUE);
    for (long at = 1; at <= operations; at++) {
      CrashFileSystem stopped = new CrashFileSystem();
      appendUntil(stopped, at);
      for (int seed = 0; seed < 5; seed++) {
        CrashFileSystem left = stopped.afterProcessDeath();
        Catalog first = read(left);
        seen += first.namespaces().containsKey("two") ? 1 : 0;
        assertThat(read(left.afterPowerLoss(new Random(seed))))
            .as("stopped at call %d, seed %d", at, seed)
            .isEqualTo(first);
      }
    }
    assertThat(seen).as("openings that saw the second record").isPositive();
  }

  private static long appendUntil(CrashFileSystem disk, long at) throws IOException {
    disk.crashAt(at);
    try (Manifest manifest = open(disk)) {
      for (String name : List.of("one", "two")) {
        manifest.append(List.of(new NamespacePut(new NamespaceDescriptor(name, Map.of()))));
      }
    } catch (IOException e) {
      assertThat(at).as(() -> "failed without a reason: " + e).isLessThan(Long.MAX_VALUE);
    }
    return disk.operations();
  }

  @Test
  void refusesForeignPlaces() throws IOException {
    disk.createDirectories(STORE);
    disk.put(STORE.resolve("letter.txt"), new byte[3]);
    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(WrongKindException.class)
        .hasMessage("/store is no Rowan store: it has no MANIFEST, but has \"letter.txt\"");
    assertThatThrownBy(() -> StoreProbe.requireStoreOrNothing(disk, STORE.resolve("letter.txt")))
        .isInstanceOf(WrongKindException.class)
        .hasMessageContaining("it is a file");
    disk.put(FILE, "Manifest-Version: 1.0".getBytes(UTF_8));
    assertThatThrownBy(() -> open(disk)).isInstanceOf(WrongKindException.class);
    disk.put(FILE, FrameFormat.start(ManifestFormat.MAGIC, 77, new byte[3]));
    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(UnknownVersionException.class)
        .hasMessageContaining("77");
    disk.put(FILE, new byte[0]);
    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("truncated");
  }

  @Test
  void mayStartInADirectoryWithOnlyALock() throws IOException {
    disk.createDirectories(STORE);
    disk.put(STORE.resolve("LOCK"), new byte[3]);
    disk.put(STORE.resolve("MANIFEST.new"), new byte[3]);
    assertThat(read(disk).storeId()).isEqualTo(ID);
  }

  private static CrashFileSystem written() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    try (Manifest manifest = open(disk)) {
      manifest.append(CREATE_TABLE);
      for (int i = 1; i <= 5; i++) {
        manifest.append(List.of(added(1 + i % 2, "%032d".formatted(i), i)));
      }
    }
    return disk;
  }

  @Test
  void everyFlippedBitIsNoticedOrHarmless() throws IOException {
    CrashFileSystem whole = written();
    Catalog expected = read(whole);
    for (int offset = 0; offset < whole.size(FILE); offset++) {
      CrashFileSystem damaged = whole.copy();
      damaged.flip(FILE, offset, 1 << offset % 8);
      try {
        assertThat(read(damaged)).as("byte %d", offset).isEqualTo(expected);
      } catch (CorruptFileException e) {
        assertThat(e.file()).isEqualTo(FILE);
        assertThat(e.offset()).isLessThanOrEqualTo(offset);
      } catch (WrongKindException e) {
        assertThat(offset).isLessThan(8);
      }
    }
  }

  @Test
  void everyCutGivesAnEarlierStateOrAnError() throws IOException {
    CrashFileSystem whole = written();
    byte[] bytes = whole.get(FILE);
    int states = 0;
    long previous = -1;
    for (int size = 0; size < bytes.length; size++) {
      CrashFileSystem cut = whole.copy();
      cut.put(FILE, Arrays.copyOf(bytes, size));
      try {
        Catalog catalog = read(cut);
        long flushed = catalog.maxFlushedSequence();
        assertThat(flushed).isBetween(previous, 5L);
        assertThat(catalog.regions().size()).isIn(0, 2); // the table came in one piece
        states += flushed > previous ? 1 : 0;
        previous = flushed;
        open(cut).append(List.of(new NumbersReserved(50, 60)));
        assertThat(read(cut).maxFlushedSequence()).isEqualTo(flushed);
      } catch (CorruptFileException e) {
        assertThat(previous).as("cut at %d", size).isEqualTo(-1);
      }
    }
    assertThat(states).isEqualTo(6);
  }

  /** Whoever appended must know that the record may be there, whatever it was that broke off. */
  @Test
  void anErrorWhileWritingLeavesItUncertain() throws IOException {
    HookedFileSystem hooked = new HookedFileSystem(disk);
    open(hooked).close();
    for (String failing : List.of("rename", "forceDirectory", "write", "force", "mark")) {
      try (Manifest manifest = open(hooked)) {
        boolean replacing = failing.equals("rename") || failing.equals("forceDirectory");
        if (!replacing) {
          manifest.append(List.of(new NumbersReserved(10, 20)));
        }
        AtomicInteger writes = new AtomicInteger();
        hooked.hook(
            (operation, path) -> {
              boolean mark = operation.equals("write") && writes.incrementAndGet() == 2;
              if (operation.equals(failing) || (mark && failing.equals("mark"))) {
                throw new OutOfMemoryError("injected at " + failing);
              }
            });
        assertThatThrownBy(() -> manifest.append(List.of(new SwitchSet(failing, false))))
            .isInstanceOf(ManifestFailedException.class)
            .hasMessageContaining("injected at " + failing);
        hooked.hook((operation, path) -> {});
        assertThatThrownBy(() -> manifest.append(List.of(new NumbersReserved(11, 21))))
            .hasMessageContaining("until the database is opened again");
      }
    }
    assertThat(read(disk).switches()).containsOnlyKeys("forceDirectory", "force", "mark");
  }

  @Test
  void powerMayFailAtEveryCall() throws IOException {
    for (int crashAt = 1; ; crashAt++) {
      CrashFileSystem crashing = new CrashFileSystem();
      crashing.crashAt(crashAt);
      List<Catalog> acknowledged = new ArrayList<>();
      boolean finished = history(crashing, acknowledged);
      for (int seed = 0; seed < 8; seed++) {
        CrashFileSystem after = crashing.afterPowerLoss(new Random(seed * 1_000L + crashAt));
        Catalog found = read(after);
        String place = "crash at call " + crashAt + ", seed " + seed;
        long promised = acknowledged.isEmpty() ? 0 : last(acknowledged).maxFlushedSequence();
        assertThat(found.maxFlushedSequence()).as(place).isBetween(promised, promised + 1);
        if (found.maxFlushedSequence() == promised && promised > 0) {
          assertThat(found).as(place).isEqualTo(last(acknowledged));
        }
        assertThat(found.regions().size()).as(place).isIn(0, 2);
      }
      if (finished) {
        assertThat(crashAt).isGreaterThan(40);
        return;
      }
    }
  }

  private static Catalog last(List<Catalog> catalogs) {
    return catalogs.get(catalogs.size() - 1);
  }

  private static boolean history(CrashFileSystem disk, List<Catalog> acknowledged) {
    try {
      int flushed = 0;
      for (int open = 0; open < 4; open++) {
        try (Manifest manifest = open(disk)) {
          if (open == 0) {
            manifest.append(CREATE_TABLE);
          }
          for (int i = 0; i < 4; i++) {
            flushed++;
            acknowledged.add(
                manifest.append(List.of(added(1, "%032d".formatted(flushed), flushed))));
          }
        }
      }
      return true;
    } catch (IOException e) {
      if (!e.toString().contains("the machine is dead")) {
        return fail("unexpected", e);
      }
      return false;
    }
  }

  /** Earlier releases wrote earlier versions, without the kinds of edits that came later. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void readsEarlierVersionsAndWritesItsOwn(int version) throws IOException {
    byte[] edits =
        ManifestFormat.encode(
            List.of(
                new StoreId(ID), new NamespacePut(new NamespaceDescriptor("default", Map.of()))));
    byte[] record = new byte[FrameFormat.FRAME_BYTES + edits.length];
    System.arraycopy(edits, 0, record, FrameFormat.FRAME_BYTES, edits.length);
    byte[] header = new ByteWriter().writeLong(1).writeLong(record.length).toByteArray();
    byte[] start = FrameFormat.start(ManifestFormat.MAGIC, version, header);
    FrameFormat.seal(start).seal(record, 0, edits.length, start.length);
    byte[] whole = Arrays.copyOf(start, start.length + record.length);
    System.arraycopy(record, 0, whole, start.length, record.length);
    disk.createDirectories(STORE);
    disk.put(FILE, whole);

    assertThat(read(disk).storeId()).isEqualTo(ID);
    assertThat(disk.get(FILE)).isEqualTo(whole);
    try (Manifest manifest = open(disk)) {
      manifest.append(List.of(new SwitchSet("s", false), new UnloggedListed()));
    }
    assertThatThrownBy(() -> FrameReader.open(disk, FILE, ManifestFormat.MAGIC, version))
        .isInstanceOf(UnknownVersionException.class);
    assertThat(read(disk).switches()).isEqualTo(Map.of("s", false));
    assertThat(read(disk).storeId()).isEqualTo(ID);
  }

  /** The worked example of {@link ManifestFormat}. */
  @Test
  void isWrittenAsTheDrawingSays() throws IOException {
    List<ManifestEdit> edits =
        List.of(
            new StoreId(new UUID(0x1111222233334444L, 0x5555666677778888L)),
            new TablePut(
                new TableDescriptor(
                    TABLE, List.of(FamilyDescriptor.of("f")), Map.of("k", "\u00e9")),
                true),
            region(7, "", "m"),
            new FilesChanged(7, "f", files("ab"), List.of(), 0x1234),
            SNAPSHOT,
            new SnapshotRemoved("s"),
            new SwitchSet("s", true),
            new UnloggedListed(),
            new LogNoted(new WalExtent(3, 5, 0x321, 0x4444)));
    String expected =
        """
        01 1111222233334444 5555666677778888
        05 00000007 64656661756c74 00000001 74 01
           00000001 00000001 6b 00000002 c3a9
           00000001 00000001 66 00000000
        07 00000001 74 00000000 00000001 6d 00000000000004d2 0000000000000007
        09 0000000000000007 00000001 66 00000001 00000020 6162 303030303030303030303030303030303030303030303030303030303030 00000000 0000000000001234
        0a 00000001 73 0000000000000055 0000000000000066 00000001 00000001 61 00000001 62
           00000007 64656661756c74 00000001 74
           00000000 00000001 00000001 66 00000000
           00000001 00000001 74 00000000 00000000 00000000000004d2 0000000000000007
           00000001 00000001 66 00000001 00000020 6162 303030303030303030303030303030303030303030303030303030303030
           0000000000000099
        0b 00000001 73
        0c 00000001 73 01
        0d
        0f 0000000000000003 0000000000000005 0000000000000321 0000000000004444
        """;
    byte[] bytes = ManifestFormat.encode(edits);
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(expected.replaceAll("\\s", ""));
    ByteReader reader = new ByteReader(FILE, 0, bytes, 0, bytes.length);
    assertThat(ManifestFormat.decode(reader)).isEqualTo(edits);
  }

  /** What is noted of a log did not tell which segment the last one is. */
  @Test
  void readsWhatVersion4NotedOfTheLog() throws IOException {
    String noted = "0e 0000000000000003 0000000000000005 0000000000000321";
    byte[] bytes = HexFormat.of().parseHex(noted.replace(" ", ""));
    ByteReader reader = new ByteReader(FILE, 0, bytes, 0, bytes.length);
    assertThat(ManifestFormat.decode(reader))
        .containsExactly(new LogNoted(new WalExtent(3, 5, 0x321, 0)));
  }

  @Tag("slow")
  @Test
  void garbageInARecordIsDamageAndNothingElse() {
    long seed = 99;
    Random random = new Random(seed);
    byte[] valid =
        ManifestFormat.encode(
            List.of(table("f", "g"), region(1, "a", "b"), added(1, "a", 3), SNAPSHOT));
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = valid.clone();
      for (int i = 0; i <= random.nextInt(4); i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      ByteReader reader = new ByteReader(FILE, 0, bytes, 0, random.nextInt(bytes.length + 1));
      try {
        ManifestFormat.decode(reader);
      } catch (CorruptFileException e) {
        assertThat(e.offset())
            .as("seed %d round %d", seed, round)
            .isBetween(0L, (long) bytes.length);
      }
    }
  }
}
