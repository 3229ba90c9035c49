package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.rowandb.engine.care.DatabaseCheck;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestBytes;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.FramedFile;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.stats.DatabaseSizes;
import io.rowandb.engine.storefile.SealedFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whole stores whose checksums are right and whose contents lie: names, counts, lengths, offsets,
 * sequence ids, key ranges, types and flags of a manifest, its copy, a log, store files and files
 * of snapshots are changed, and the checksums made anew by the formats' own writers.
 *
 * <ol>
 *   <li>No call names a path outside of the store and its copies, not even to look at it.
 *   <li>Memory and reads stay within bounds that follow from the size of the store.
 *   <li>Every door answers or refuses with a message; nothing else is thrown.
 *   <li>When a store cannot be opened, or read to its end, its check says what is wrong.
 *   <li>A file of a lying store that is loaded into another one does no more there.
 *   <li>A store that a repair has gone over is refused with a message, or works.
 * </ol>
 */
@Tag("slow")
class LyingStoresTest {
  private static final long SEED = Long.getLong("rowan.seed", 1);

  private static final int CASES = Integer.getInteger("rowan.fuzz.cases", 200);

  private static final Path STORE = TestDatabase.DIRECTORY;
  private static final Path COPY = Path.of("/copy");
  private static final Path IMPORT = Path.of("/import/f");

  /** Of each door: caches and buffers of an empty database take a part of it. */
  private static final long MAX_ALLOCATED_BYTES = 64L << 20;

  /** The store has 20 files; each is read a few times by each door. */
  private static final long MAX_READS = 20_000;

  private static final long[] LIES = {
    0,
    1,
    -1,
    2,
    127,
    128,
    255,
    256,
    32_767,
    32_768,
    65_536,
    1 << 20,
    1 << 28,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 32,
    1L << 61,
    1L << 62,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private static final List<String> NAMES =
      List.of(
          "",
          ".",
          "..",
          "/",
          "/etc",
          "../../..",
          "a/b",
          "f",
          "g",
          "t",
          "hbase",
          "meta",
          "\0",
          "0".repeat(32),
          "f".repeat(32),
          "0".repeat(16) + "7" + "f".repeat(15),
          "x".repeat(300),
          "0".repeat(32) + "_SeqId_999999999999999999_",
          "表".repeat(90),
          "C:\\x",
          "%2E%2E");

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Map<Path, byte[]> whole = StoreOfFiles.content();
  private final List<Path> files = List.copyOf(whole.keySet());

  private int opened;
  private int named;
  private int loaded;

  @Test
  void answersOrRefusesAndStaysInside() throws Exception {
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      for (int i = 0; i < CASES; i++) {
        long seed = SEED * 1_000_003 + i;
        try {
          runCase(new Random(seed));
        } catch (AssertionError | Exception e) {
          throw new AssertionError("case " + i + " of seed " + SEED + ": " + e, e);
        }
      }
    }
    System.out.printf(
        "lying stores: %,d cases, %,d opened, %,d refused and named by the check, %,d files"
            + " loaded, paths outside 0 (seed %d)%n",
        CASES, opened, named, loaded, SEED);
    assertThat(opened).as("some lies are harmless").isPositive();
    assertThat(named).as("most are not").isPositive();
  }

  private void runCase(Random random) throws Exception {
    CrashFileSystem disk = new CrashFileSystem();
    disk.createDirectories(Path.of("/"));
    for (Map.Entry<Path, byte[]> file : whole.entrySet()) {
      Path path = STORE.resolve(file.getKey());
      disk.createDirectories(path.getParent());
      disk.put(path, file.getValue());
    }
    Set<Path> told = new TreeSet<>();
    for (int left = 1 + random.nextInt(2); left > 0; left--) {
      Path file = STORE.resolve(files.get(random.nextInt(files.size())));
      if (!file.endsWith("LOCK") && told.add(file)) { // a lie is of what was true
        disk.put(file, lie(disk, file, random));
      }
    }
    try {
      doors(disk);
      for (Path file : told) {
        if (StoreLayout.isStoreFile(file)) {
          load(disk.get(file), random.nextBoolean());
        }
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(told + ": " + e, e);
    }
  }

  private void doors(CrashFileSystem disk) throws IOException {
    List<Finding> findings = new ArrayList<>();
    Exception unchecked =
        door(disk.copy(), files -> DatabaseCheck.run(files, STORE, findings::add));
    boolean clean = unchecked == null && findings.isEmpty();
    Exception failure = door(disk.copy(), LyingStoresTest::use);
    if (failure == null) {
      opened++;
    } else {
      assertThat(clean).as("the check finds nothing, and the store fails: %s", failure).isFalse();
      named++;
    }
    door(disk.copy(), files -> DatabaseSizes.read(files, STORE));
    CrashFileSystem copied = disk.copy();
    if (door(copied, files -> StoreBackup.run(files, STORE, COPY, true)) == null) {
      door(copied, files -> StoreBackup.run(files, COPY, Path.of("/restored"), false));
    }
    CrashFileSystem repaired = disk.copy();
    door(
        repaired,
        files ->
            DatabaseRepair.run(
                files, STORE, new UUID(1, 1), 1, DatabaseRepair.Missing.GIVE_UP, it -> {}));
    door(repaired, LyingStoresTest::use);
  }

  /** Loads a file that lies into a store that does not. */
  private void load(byte[] lying, boolean verify) throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    disk.createDirectories(IMPORT);
    disk.put(IMPORT.resolve("file"), lying);
    List<BulkLoad.SourceFile> sources =
        List.of(new BulkLoad.SourceFile("f", IMPORT.resolve("file")));
    Exception refusal =
        door(
            disk,
            files -> {
              DatabaseOptions options =
                  TestDatabase.serial(files, new ManualClock()).blockCacheBytes(1 << 20).build();
              Database database = Database.open(options);
              try {
                database.createTable(
                    TestDatabase.table(TABLE, TestDatabase.family("f")), List.of());
                region(database, "b").write(put("b", "f:q=kept"));
                database.bulkLoad(
                    new BulkLoad(TABLE, null, sources, files, BulkLoad.Source.COPY, verify));
                TestDatabase.scan(database, TABLE);
                database.compact(TABLE, null, true);
              } finally {
                database.discard();
              }
            });
    loaded += refusal == null ? 1 : 0;
    assertThat(disk.get(IMPORT.resolve("file"))).as("what was to be loaded").isEqualTo(lying);
  }

  /** Opens, reads all, writes, flushes, compacts and drops what there is. */
  private static void use(FileSystem files) throws IOException {
    DatabaseOptions options =
        TestDatabase.serial(files, new ManualClock()).blockCacheBytes(1 << 20).build();
    Database database = Database.open(options);
    try {
      for (TableName table : database.tableNames()) {
        if (database.table(table).enabled()) {
          TestDatabase.scan(database, table);
        }
      }
      if (database.tableNames().contains(TABLE) && database.table(TABLE).enabled()) {
        region(database, "b").write(put("b", "f:q=new"));
        database.flush(TABLE);
        database.compact(TABLE, null, true);
        assertThat(TestDatabase.get(database, "b")).hasSize(1);
      }
      for (SnapshotDescriptor snapshot : database.snapshots()) {
        database.deleteSnapshot(snapshot.name());
      }
    } finally {
      database.discard();
    }
  }

  private interface Door {
    void pass(FileSystem files) throws IOException;
  }

  /** Passes a door; returns what it refused with, or null. */
  private static Exception door(CrashFileSystem disk, Door door) {
    Fence fence = new Fence(disk);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Exception refusal = null;
    try {
      door.pass(fence);
    } catch (IOException e) {
      assertThat(e.getMessage()).as("%s", e).isNotBlank();
      refusal = e;
    }
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
        .as("bytes allocated, %s", refusal)
        .isLessThan(MAX_ALLOCATED_BYTES);
    return refusal;
  }

  /** Lets no call pass that names a path outside, and no more reads than a small store needs. */
  private static final class Fence extends DelegatingFileSystem {
    private long reads;

    Fence(FileSystem below) {
      super(below);
    }

    private static void inside(Path path) {
      Path at = path.toAbsolutePath().normalize();
      boolean inside =
          at.startsWith(STORE)
              || at.startsWith(IMPORT)
              || at.startsWith("/copy")
              || at.startsWith("/copy.partial")
              || at.startsWith("/restored")
              || at.startsWith("/restored.partial")
              || at.equals(Path.of("/"));
      if (!inside || !at.equals(path.toAbsolutePath())) {
        throw new AssertionError("outside: " + path);
      }
    }

    @Override
    protected void before(String operation, Path path) {
      inside(path);
    }

    @Override
    public void link(Path existing, Path link) throws IOException {
      inside(existing);
      super.link(existing, link);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      inside(from);
      super.rename(from, to);
    }

    @Override
    public AppendFile create(Path file) throws IOException {
      inside(file);
      return super.create(file);
    }

    @Override
    public boolean exists(Path path) throws IOException {
      inside(path);
      return super.exists(path);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
      inside(directory);
      return super.list(directory);
    }

    @Override
    public long size(Path file) throws IOException {
      inside(file);
      return super.size(file);
    }

    @Override
    protected RandomReadFile opened(Path path, RandomReadFile file) {
      inside(path);
      return new DelegatingReadFile(file) {
        @Override
        public void readFully(long position, byte[] target, int offset, int length)
            throws IOException {
          assertThat(reads++).as("reads").isLessThan(MAX_READS);
          super.readFully(position, target, offset, length);
        }
      };
    }
  }

  private static byte[] lie(CrashFileSystem disk, Path file, Random random) throws IOException {
    String name = file.getFileName().toString();
    if (StoreLayout.isStoreFile(file)) {
      return SealedFile.file(changed(SealedFile.input(disk.get(file)), random));
    }
    if (name.equals(Manifest.NAME) && random.nextInt(4) > 0) {
      Catalog catalog = Manifest.read(disk, STORE).catalog();
      return ManifestBytes.manifest(edits(ManifestBytes.edits(catalog), random));
    }
    String magic =
        switch (name) {
          case Manifest.NAME -> ManifestBytes.MAGIC;
          case TablesCopy.NAME -> ManifestBytes.COPY_MAGIC;
          default -> "ROWANLOG";
        };
    int version = name.endsWith(".log") ? 1 : 1 + random.nextInt(ManifestBytes.VERSION);
    byte[] input = changed(FramedFile.input(disk, List.of(file)), random);
    List<byte[]> made = FramedFile.files(input, magic, version);
    return made.isEmpty() ? new byte[0] : made.get(0);
  }

  /** Puts a lie into the place of a number somewhere. */
  private static byte[] changed(byte[] input, Random random) {
    byte[] changed = input.clone();
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      int bytes = 1 << random.nextInt(4);
      int at = random.nextInt(Math.max(1, changed.length - Long.BYTES));
      long value = LIES[random.nextInt(LIES.length)] + random.nextInt(3) - 1;
      byte[] number = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
      System.arraycopy(
          number, Long.BYTES - bytes, changed, at, Math.min(bytes, changed.length - at));
    }
    return changed;
  }

  /** Changes a field of one edit, repeats one, leaves one out, or moves one. */
  private static List<ManifestEdit> edits(List<ManifestEdit> right, Random random) {
    List<ManifestEdit> edits = new ArrayList<>(right);
    int at = random.nextInt(edits.size());
    switch (random.nextInt(10)) {
      case 0 -> edits.add(edits.get(at));
      case 1 -> edits.remove(at);
      case 2 -> edits.add(random.nextInt(edits.size()), edits.remove(at));
      default -> edits.set(at, lie(edits.get(at), random));
    }
    return edits;
  }

  private static ManifestEdit lie(ManifestEdit edit, Random random) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    long number = LIES[random.nextInt(LIES.length)];
    if (edit instanceof ManifestEdit.NumbersReserved it) {
      return random.nextBoolean()
          ? new ManifestEdit.NumbersReserved(number, it.nextFileNumber())
          : new ManifestEdit.NumbersReserved(it.nextRegionNumber(), number);
    } else if (edit instanceof ManifestEdit.NamespacePut) {
      return new ManifestEdit.NamespacePut(new NamespaceDescriptor(name, Map.of()));
    } else if (edit instanceof ManifestEdit.TablePut it) {
      String[] keys = {
        "VERSIONS",
        "TTL",
        "BLOCKSIZE",
        "COMPRESSION",
        "DATA_BLOCK_ENCODING",
        "BLOOMFILTER",
        "MIN_VERSIONS",
        "KEEP_DELETED_CELLS"
      };
      List<FamilyDescriptor> families = new ArrayList<>(it.table().families());
      families.set(
          random.nextInt(families.size()),
          new FamilyDescriptor(
              random.nextBoolean() ? "f" : "h",
              Map.of(
                  keys[random.nextInt(keys.length)],
                  random.nextBoolean() ? name : Long.toString(number))));
      boolean distinct = families.stream().map(FamilyDescriptor::name).distinct().count() == 2;
      return distinct
          ? new ManifestEdit.TablePut(
              new TableDescriptor(it.table().name(), families, Map.of()), random.nextInt(4) > 0)
          : new ManifestEdit.TablePut(it.table(), false);
    } else if (edit instanceof ManifestEdit.RegionAdded it) {
      RegionInfo info = it.region();
      RegionRange range = info.range();
      return new ManifestEdit.RegionAdded(
          switch (random.nextInt(4)) {
            case 0 -> new RegionInfo(name, range, info.id(), info.number());
            case 1 -> new RegionInfo(info.table(), range, number, info.number());
            case 2 -> new RegionInfo(info.table(), range, info.id(), number);
            default ->
                new RegionInfo(
                    info.table(),
                    new RegionRange(range.endKey(), range.startKey()),
                    info.id(),
                    info.number());
          });
    } else if (edit instanceof ManifestEdit.FilesChanged it) {
      return switch (random.nextInt(4)) {
        case 0 ->
            new ManifestEdit.FilesChanged(
                number, it.family(), it.added(), it.removed(), it.flushedSequence());
        case 1 ->
            new ManifestEdit.FilesChanged(
                it.regionNumber(), name, it.added(), it.removed(), it.flushedSequence());
        case 2 ->
            new ManifestEdit.FilesChanged(
                it.regionNumber(), it.family(), List.of(name), it.removed(), it.flushedSequence());
        default ->
            new ManifestEdit.FilesChanged(
                it.regionNumber(), it.family(), it.added(), it.removed(), number);
      };
    } else if (edit instanceof ManifestEdit.SnapshotTaken it) {
      return new ManifestEdit.SnapshotTaken(lie(it.snapshot(), name, number, random));
    }
    return new ManifestEdit.SnapshotRemoved(name);
  }

  private static Catalog.Snapshot lie(
      Catalog.Snapshot snapshot, String name, long number, Random random) {
    List<Catalog.RegionEntry> regions = new ArrayList<>(snapshot.regions());
    Catalog.RegionEntry region = regions.get(0);
    List<String> files = region.families().get("f").files();
    Map<String, Catalog.Family> families =
        switch (random.nextInt(3)) {
          case 0 -> Map.of(name, new Catalog.Family(files, 1));
          case 1 -> Map.of("f", new Catalog.Family(List.of(name), 1));
          default -> Map.of("f", new Catalog.Family(files, number));
        };
    regions.set(0, new Catalog.RegionEntry(region.info(), families));
    return new Catalog.Snapshot(snapshot.descriptor(), snapshot.table(), regions);
  }
}
