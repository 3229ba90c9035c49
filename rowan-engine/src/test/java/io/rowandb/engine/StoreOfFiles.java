package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.UNSPLIT;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestBytes;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A small store on the machine's disk, in the middle of a directory of canaries: a table with files
 * and log, one without files, a snapshot. What tests do to it must leave everything beside it as it
 * was.
 */
final class StoreOfFiles {
  static final UUID ID = new UUID(1, 2);

  private static final LocalFileSystem FILES = new LocalFileSystem();

  private static final Map<Path, byte[]> CONTENT = content();

  final Path outside;
  final Path store;

  private StoreOfFiles(Path outside) {
    this.outside = outside;
    this.store = outside.resolve("a/b/store");
  }

  /** Makes one in a directory. */
  static StoreOfFiles make(Path outside) throws IOException {
    StoreOfFiles made = new StoreOfFiles(outside);
    for (Path directory = made.store.getParent();
        directory.startsWith(outside);
        directory = directory.getParent()) {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("precious.txt"), "canary");
    }
    for (Map.Entry<Path, byte[]> file : CONTENT.entrySet()) {
      Path path = made.store.resolve(file.getKey().toString());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    return made;
  }

  /** The files of the store, made once, by their paths in it. */
  static Map<Path, byte[]> content() {
    CrashFileSystem disk = new CrashFileSystem();
    try {
      Database database = Database.open(TestDatabase.serial(disk, new ManualClock()).build());
      try {
        database.createTable(table(TABLE, family("f"), family("g")), List.of("m".getBytes(UTF_8)));
        region(database, "a").write(put("a", "f:q=1", "g:q=2"));
        region(database, "z").write(put("z", "f:q=3"));
        database.flush(TABLE);
        database.takeSnapshot(snapshot("s", TABLE), true);
        region(database, "a").write(put("a", "f:q=4"));
      } finally {
        database.discard(); // the last write is in the log alone
      }
      Map<Path, byte[]> content = new TreeMap<>();
      addFiles(disk, TestDatabase.DIRECTORY, content);
      return content;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void addFiles(CrashFileSystem disk, Path directory, Map<Path, byte[]> content)
      throws IOException {
    for (Path path : disk.list(directory)) {
      if (disk.isDirectory(path)) {
        addFiles(disk, path, content);
      } else {
        content.put(TestDatabase.DIRECTORY.relativize(path), disk.get(path));
      }
    }
  }

  DatabaseOptions options() {
    return options(store);
  }

  static DatabaseOptions options(Path directory) {
    return DatabaseOptions.builder(directory)
        .fileSystem(FILES)
        .newStoreId(ID)
        .globalMemStoreBytes(16 << 20)
        .blockCacheBytes(1 << 20)
        .splits(UNSPLIT)
        .backgroundThreads(0)
        .build();
  }

  Catalog catalog() throws IOException {
    try (Manifest manifest = Manifest.read(FILES, store)) {
      return manifest.catalog();
    }
  }

  /** Makes a manifest of these edits, right in every checksum, whatever they say. */
  void writeManifest(List<ManifestEdit> edits) throws IOException {
    Files.write(store.resolve(Manifest.NAME), ManifestBytes.manifest(edits));
  }

  /** The same of the copy that only a repair reads. */
  void writeTablesCopy(List<ManifestEdit> edits) throws IOException {
    ManifestBytes.writeTablesCopy(FILES, store, edits);
  }

  /**
   * All that is beside the store and its copies, with content and times; links are not followed.
   */
  Map<String, String> canaries() throws IOException {
    return canaries(store, outside.resolve("copy"), outside.resolve("copy.partial"));
  }

  private Map<String, String> canaries(Path... not) throws IOException {
    Map<String, String> found = new TreeMap<>();
    Files.walkFileTree(
        outside,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
            if (Arrays.asList(not).contains(directory)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            found.put(outside.relativize(directory) + "/", "");
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) throws IOException {
            boolean plain = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
            String content = plain ? HexFormat.of().formatHex(Files.readAllBytes(file)) : "special";
            found.put(outside.relativize(file).toString(), is.lastModifiedTime() + " " + content);
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  /** Deletes a directory and what is in it. */
  static void deleteAll(Path directory) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path path, IOException e) throws IOException {
            Files.delete(path);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
