package io.rowandb.engine.catalog;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.DirectoryName;
import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.io.FileKind;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.io.Strangers;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.wal.WalReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where things are in a database directory.
 *
 * <pre>
 *  LOCK                                                     which process has it open
 *  MANIFEST                                                 what exists
 *  TABLES                                                   the same without files, for repairs
 *  log/                                                     what no store file has yet
 *  data/[namespace]/[table]/[region]/[family]/[file]        store files, in HBase's directories
 *  snapshot/[snapshot]/[region]/[family]/[file]             store files of snapshots
 *  quarantine/[number]/                                     what repairs took out of the way
 * </pre>
 *
 * The name of a store file is 32 hexadecimal digits ({@link
 * io.rowandb.engine.storefile.StoreFileName}), and may assign a sequence id to its cells ({@link
 * io.rowandb.engine.storefile.AssignedSequence}).
 *
 * <p>See {@link DirectoryName} for the directories of names that are not plain ASCII.
 */
public final class StoreLayout {
  public static final String DATA_NAME = "data";
  public static final String LOG_NAME = "log";
  public static final String SNAPSHOT_NAME = "snapshot";
  public static final String QUARANTINE_NAME = "quarantine";

  /** The files of the directory itself that are opened. */
  private static final List<String> OWN_FILES =
      List.of(
          Manifest.NAME,
          Manifest.NEW_NAME,
          Manifest.LOCK_NAME,
          Manifest.OWNER_NAME,
          TablesCopy.NAME,
          TablesCopy.NEW_NAME);

  /** From the data directory to the file itself. */
  private static final int STORE_FILE_NAMES = 6;

  /** From the directory of snapshots to the file itself. */
  private static final int SNAPSHOT_FILE_NAMES = 5;

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path root;
  private final AtomicInteger failures = new AtomicInteger();

  /** The layout of the database in this directory. */
  public StoreLayout(FileSystem fileSystem, Path root) {
    this.fileSystem = fileSystem;
    this.root = root;
  }

  /** Whether there is a directory of a region, or a segment of a log. */
  public boolean hasRegionsOrLog() throws IOException {
    for (Path namespace : directories(root.resolve(DATA_NAME))) {
      for (Path table : directories(namespace)) {
        for (Path region : directories(table)) {
          if (region.getFileName().toString().matches("[0-9a-f]{32}")) {
            return true;
          }
        }
      }
    }
    return directories(logDirectory()).stream().anyMatch(WalReplay::isSegment);
  }

  /** Where the database's files are. */
  public FileSystem fileSystem() {
    return fileSystem;
  }

  /** Whether a file of a file system is below the directory of the database. */
  public boolean holds(FileSystem other, Path file) throws IOException {
    Path directory = other.named(file).getParent();
    if (directory == null || !other.isDirectory(directory)) {
      return false;
    }
    if (other.disk() instanceof LocalFileSystem && fileSystem.disk() instanceof LocalFileSystem) {
      return directory.toRealPath().startsWith(root.toRealPath());
    }
    return other.disk() == fileSystem.disk()
        && directory.startsWith(root.toAbsolutePath().normalize());
  }

  /** The directory of the database whose store file, by its place, this would be; or null. */
  static Path rootOf(Path storeFile) {
    Path at = storeFile;
    for (int names = 0; at != null && names < STORE_FILE_NAMES; names++) {
      at = at.getParent();
    }
    boolean is =
        at != null && storeFile.startsWith(at.resolve(DATA_NAME)) && isStoreFile(storeFile);
    return is ? at : null;
  }

  Path lockFile() {
    return root.resolve(Manifest.LOCK_NAME);
  }

  Path ownerFile() {
    return root.resolve(Manifest.OWNER_NAME);
  }

  /** The manifest. */
  public Path manifestFile() {
    return root.resolve(Manifest.NAME);
  }

  /** Where the log's segments are. */
  public Path logDirectory() {
    return root.resolve(LOG_NAME);
  }

  /** Where the families of a region are. */
  public Path regionDirectory(RegionInfo region) {
    TableName table = TableName.of(region.table());
    return dataDirectory()
        .resolve(DirectoryName.of(table.namespace()))
        .resolve(DirectoryName.of(table.qualifier()))
        .resolve(region.encodedName());
  }

  /** Where the store files of a family of a region are. */
  public Path familyDirectory(RegionInfo region, String family) {
    return regionDirectory(region).resolve(DirectoryName.of(family));
  }

  /** Where a snapshot has the files of one family of a region of its table. */
  public Path snapshotDirectory(String snapshot, RegionInfo region, String family) {
    return snapshotDirectory(snapshot)
        .resolve(region.encodedName())
        .resolve(DirectoryName.of(family));
  }

  /** The store files that a catalog lists: those of tables and those of snapshots. */
  public List<Path> storeFiles(Catalog catalog) {
    List<Path> files = new ArrayList<>();
    for (Catalog.RegionEntry region : catalog.regions().values()) {
      region
          .families()
          .forEach((name, family) -> add(familyDirectory(region.info(), name), family, files));
    }
    for (Catalog.Snapshot snapshot : catalog.snapshots().values()) {
      String of = snapshot.descriptor().name();
      for (Catalog.RegionEntry region : snapshot.regions()) {
        region
            .families()
            .forEach(
                (name, family) -> add(snapshotDirectory(of, region.info(), name), family, files));
      }
    }
    return files;
  }

  private static void add(Path directory, Catalog.Family family, List<Path> files) {
    family.files().forEach(file -> files.add(directory.resolve(file)));
  }

  /**
   * Refuses a directory that holds something else than a database, before anything is changed in
   * it; then creates the directory where there is none.
   */
  public void prepare() throws IOException {
    StoreProbe.requireStoreOrNothing(fileSystem, root);
    if (!fileSystem.exists(root)) {
      fileSystem.createDirectories(root);
      Path parent = root.toAbsolutePath().getParent();
      if (parent != null) {
        fileSystem.forceDirectory(parent);
      }
    }
  }

  /** Deletes what is left of a region; returns how many files could not be deleted. */
  @CanIgnoreReturnValue
  public int deleteRegion(RegionInfo region) {
    Path directory = regionDirectory(region);
    int failures = 0;
    try {
      if (!isInside(directory)) {
        return 0; // what a link leads to is not the store's
      }
      for (Path family : fileSystem.list(directory)) {
        failures += deleteFiles(family);
      }
      failures += delete(directory);
      failures += deleteIfEmpty(directory.getParent());
    } catch (IOException e) {
      warn(directory, e);
      failures++;
    }
    return failures;
  }

  /**
   * Deletes a family of a region; returns how many files could not be deleted. By the names that
   * were listed: where the disk does not tell letters by their case, two families may share a
   * directory.
   */
  public int deleteFamily(Catalog.RegionEntry region, String family) {
    Path directory = familyDirectory(region.info(), family);
    List<String> files = region.families().getOrDefault(family, Catalog.Family.EMPTY).files();
    try {
      return deleteListed(directory, files);
    } catch (IOException e) {
      warn(directory, e);
      return 1;
    }
  }

  private int deleteListed(Path directory, List<String> files) throws IOException {
    if (!isInside(directory)) {
      return 0;
    }
    int failures = 0;
    for (String file : files) {
      failures += delete(directory.resolve(file));
    }
    return failures + deleteIfEmpty(directory);
  }

  /**
   * Deletes what is left of a snapshot; returns how many files could not be deleted. By the names
   * that were listed, as a family's.
   */
  @CanIgnoreReturnValue
  public int deleteSnapshot(Catalog.Snapshot snapshot) {
    int failures = 0;
    String name = snapshot.descriptor().name();
    try {
      for (Catalog.RegionEntry region : snapshot.regions()) {
        for (Map.Entry<String, Catalog.Family> family : region.families().entrySet()) {
          Path directory = snapshotDirectory(name, region.info(), family.getKey());
          failures += deleteListed(directory, family.getValue().files());
        }
        failures += deleteIfEmpty(snapshotDirectory(name).resolve(region.info().encodedName()));
      }
      failures += deleteIfEmpty(snapshotDirectory(name));
    } catch (IOException e) {
      warn(snapshotDirectory(name), e);
      failures++;
    }
    return failures;
  }

  /**
   * Deletes the directories of a region without files; others stay until the database is opened.
   */
  public void deleteIfEmpty(RegionInfo region) {
    Path directory = regionDirectory(region);
    try {
      for (Path family : fileSystem.list(directory)) {
        deleteIfEmpty(family);
      }
      deleteIfEmpty(directory);
    } catch (IOException e) {
      warn(directory, e);
    }
  }

  /**
   * Whether a repair has taken something out of the way, or given it up. What it gave up as missing
   * may come back, as with a disk that was not mounted: as long as the quarantine is there, nothing
   * is deleted only because it is not listed.
   */
  public boolean hasQuarantine() throws IOException {
    return fileSystem.exists(root.resolve(QUARANTINE_NAME));
  }

  /**
   * Deletes store files, and the directories that are empty then.
   *
   * @return how many were deleted
   */
  public int deleteOrphans(List<Path> files) throws IOException {
    int deleted = 0;
    for (Path file : files) {
      deleted += delete(file) == 0 ? 1 : 0;
    }
    for (Path regions : regionParents()) {
      for (Path region : directories(regions)) {
        for (Path family : directories(region)) {
          deleteIfEmpty(family);
        }
        deleteIfEmpty(region);
      }
      deleteIfEmpty(regions);
    }
    return deleted;
  }

  /**
   * The store files that the catalog does not list where they are: left by a crash between writing
   * a file and listing it, or between unlisting and deleting it. Files that do not look like ours
   * are not among them. After a loss of power the number of one may have been given to another
   * file, so a name alone does not say which file it is. A directory's case does not count: a disk
   * may not tell directories apart by it.
   */
  public List<Path> unlisted(Catalog catalog) throws IOException {
    Set<String> listed = new HashSet<>();
    storeFiles(catalog).forEach(file -> listed.add(place(file)));
    return files().stream()
        .filter(file -> isStoreFile(file) && !listed.contains(place(file)))
        .toList();
  }

  private String place(Path file) {
    return root.relativize(file).toString().toLowerCase(Locale.ROOT);
  }

  /**
   * Refuses a store with anything in it that leads out of it, or that cannot be opened without
   * waiting: what is read, linked, moved and deleted in it later is found by names alone.
   *
   * @throws CorruptFileException when there is one; names it
   */
  public void requirePlain() throws IOException {
    List<Finding> strangers = strangers();
    if (!strangers.isEmpty()) {
      Finding first = strangers.get(0);
      throw new CorruptFileException(first.file(), 0, first.what());
    }
  }

  /** Where the database has its things: symbolic links, pipes and their like. */
  public List<Finding> strangers() throws IOException {
    List<Finding> found = new ArrayList<>();
    for (String name : OWN_FILES) {
      Path file = root.resolve(name);
      if (!addStranger(file, found)) {
        addDirectory(file, found);
      }
    }
    addStranger(root.resolve(QUARANTINE_NAME), found);
    addStrangers(logDirectory(), 1, found);
    addStrangers(dataDirectory(), STORE_FILE_NAMES - 1, found);
    addStrangers(snapshotDirectory(), SNAPSHOT_FILE_NAMES - 1, found);
    return found;
  }

  /**
   * @param depth so far below the directory are files
   */
  private void addStrangers(Path directory, int depth, List<Finding> found) throws IOException {
    if (addStranger(directory, found)) {
      return;
    }
    if (depth > 0 && fileSystem.kind(directory) == FileKind.DIRECTORY) {
      for (Path path : fileSystem.list(directory)) {
        addStrangers(path, depth - 1, found);
      }
    } else if (isStoreFile(directory)) {
      addDirectory(directory, found);
    }
  }

  private boolean addStranger(Path path, List<Finding> found) throws IOException {
    FileKind kind = fileSystem.kind(path);
    if (kind.isStranger()) {
      found.add(
          Finding.error(
              path,
              Finding.WHOLE,
              "is "
                  + kind.words()
                  + "; below the directory of a store are files and directories only, and nothing"
                  + " is followed out of it"));
    }
    return kind.isStranger();
  }

  private void addDirectory(Path file, List<Finding> found) throws IOException {
    if (fileSystem.kind(file) == FileKind.DIRECTORY) {
      found.add(
          Finding.error(file, Finding.WHOLE, "is a directory; the store has a file of this name"));
    }
  }

  /** Refuses a region that would have its files elsewhere. */
  public void requireInside(RegionInfo region) throws IOException {
    Strangers.refuse(fileSystem, root, regionDirectory(region));
  }

  /** Whether a place below the store's directory is reached without leaving it. */
  public boolean isInside(Path file) throws IOException {
    return Strangers.find(fileSystem, root, file) == null;
  }

  /** All files where store files are, sorted, whether the catalog lists them or not. */
  public List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path regions : regionParents()) {
      addFiles(regions, files);
    }
    return files;
  }

  /** The directories that have directories of regions in them: of tables and of snapshots. */
  private List<Path> regionParents() throws IOException {
    List<Path> parents = new ArrayList<>();
    for (Path namespace : directories(dataDirectory())) {
      parents.addAll(directories(namespace));
    }
    parents.addAll(directories(snapshotDirectory()));
    return parents;
  }

  private void addFiles(Path directory, List<Path> files) throws IOException {
    for (Path region : directories(directory)) {
      for (Path family : directories(region)) {
        files.addAll(directories(family));
      }
    }
  }

  /** Whether a file has the name of a store file. */
  public static boolean isStoreFile(Path file) {
    return StoreNames.isStoreFile(file.getFileName().toString());
  }

  /** Deletes a directory of files; what a link leads to is not the store's. */
  private int deleteFiles(Path family) throws IOException {
    if (fileSystem.kind(family) != FileKind.DIRECTORY) {
      return 0;
    }
    int failures = 0;
    for (Path file : fileSystem.list(family)) {
      failures += delete(file);
    }
    return failures + delete(family);
  }

  private List<Path> directories(Path parent) throws IOException {
    return fileSystem.kind(parent) == FileKind.DIRECTORY ? fileSystem.list(parent) : List.of();
  }

  private int deleteIfEmpty(Path directory) throws IOException {
    boolean empty =
        fileSystem.kind(directory) == FileKind.DIRECTORY && fileSystem.list(directory).isEmpty();
    return empty ? delete(directory) : 0;
  }

  private int delete(Path path) {
    try {
      fileSystem.delete(path);
      return 0;
    } catch (IOException e) {
      warn(path, e);
      return 1;
    }
  }

  /** How many times something could not be deleted; the next opening tries again. */
  public int failures() {
    return failures.get();
  }

  private void warn(Path path, IOException e) {
    failures.incrementAndGet();
    FailureLog.warning(
        StoreLayout.class, "Cannot delete " + path + ", which is not used any more", e);
  }

  /** Where the namespaces are. */
  public Path dataDirectory() {
    return root.resolve(DATA_NAME);
  }

  private Path snapshotDirectory() {
    return root.resolve(SNAPSHOT_NAME);
  }

  private Path snapshotDirectory(String snapshot) {
    return snapshotDirectory().resolve(DirectoryName.of(snapshot));
  }
}
