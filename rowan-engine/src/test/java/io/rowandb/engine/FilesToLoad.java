package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.storefile.HandMadeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * HFiles that a user made for one bulk load, on a disk that can lose power. The user forced their
 * bytes, their names, both or nothing.
 *
 * <p>What a load promises of them: until the table has them they are not touched, so that a load
 * that was cut off can be repeated with what had been forced; and those that are not moved are
 * never touched.
 */
final class FilesToLoad {
  private static final Path DIRECTORY = Path.of("/import");
  private static final List<BulkLoad.Source> SOURCES = List.of(BulkLoad.Source.values());

  private final List<BulkLoad.SourceFile> files = new ArrayList<>();
  private final Map<Path, byte[]> contents = new TreeMap<>();
  private final BulkLoad.Source source;
  private final boolean bytesForced;
  private final boolean namesForced;

  private FilesToLoad(Random random) {
    this.source = SOURCES.get(random.nextInt(SOURCES.size()));
    this.bytesForced = random.nextBoolean();
    this.namesForced = random.nextBoolean();
  }

  /**
   * Writes one or two files of each family.
   *
   * @param name with which their names begin
   * @param puts sorted by row
   */
  static FilesToLoad write(
      CrashFileSystem disk, Random random, String name, List<RowMutation> puts, String... families)
      throws IOException {
    FilesToLoad files = new FilesToLoad(random);
    disk.createDirectories(DIRECTORY);
    for (String family : families) {
      int first = 1 + random.nextInt(puts.size());
      files.write(disk, name + family + 1, family, puts.subList(0, first));
      if (first < puts.size()) {
        files.write(disk, name + family + 2, family, puts.subList(first, puts.size()));
      }
    }
    return files;
  }

  private void write(CrashFileSystem disk, String name, String family, List<RowMutation> puts)
      throws IOException {
    Path path = DIRECTORY.resolve(name);
    CrashFileSystem elsewhere = new CrashFileSystem(); // for what makes a store file forces it
    byte[] bytes = elsewhere.get(HandMadeFile.write(elsewhere, path, family, puts));
    try (AppendFile file = disk.create(path)) {
      file.write(bytes, 0, bytes.length);
      if (bytesForced) {
        file.force();
      }
    }
    if (namesForced) {
      disk.forceDirectory(DIRECTORY);
    }
    files.add(new BulkLoad.SourceFile(family, path));
    contents.put(path, bytes);
  }

  /** Whether they are on disk, for as long as nobody moves them. */
  boolean areForced() {
    return bytesForced && namesForced;
  }

  /** The load of all of them. */
  BulkLoad load(CrashFileSystem disk, String region, boolean verify) {
    return new BulkLoad(TABLE, region, files, disk, source, verify);
  }

  /**
   * After a loss of power.
   *
   * @param loaded whether the table has them
   */
  void verify(String when, CrashFileSystem disk, boolean loaded) {
    if (areForced() && !(loaded && source == BulkLoad.Source.MOVE)) {
      contents.forEach(
          (path, bytes) -> {
            assertThat(disk.exists(path)).as("%s: %s of %s", when, path, source).isTrue();
            assertThat(disk.get(path)).as("%s: %s of %s", when, path, source).isEqualTo(bytes);
          });
    }
  }
}
