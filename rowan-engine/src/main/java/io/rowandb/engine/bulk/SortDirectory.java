package io.rowandb.engine.bulk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.bulk.SortProgress.NotedFile;
import io.rowandb.engine.bulk.SortProgress.Part;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.DirectoryName;
import io.rowandb.engine.io.FileKind;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Strangers;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The directory of a sort, and which of its files count.
 *
 * <pre>
 *  LOCK                      which process works in it
 *  PROGRESS                  which of the others count: {@link SortProgress}
 *  runs/[family]/[file]      sorted runs, HFiles that nobody else reads
 *  files/[family]/[file]     finished files: what HBase's tool for bulk loads takes
 * </pre>
 *
 * <ol>
 *   <li>PROGRESS is made first, before LOCK, and deleted last. A directory that has other files but
 *       no PROGRESS does not belong to a sort, and nothing in it is touched.
 *   <li>A file that PROGRESS does not list was not finished before a crash; the next opening
 *       deletes it. A run is deleted only when PROGRESS no longer lists it.
 *   <li>A file that PROGRESS lists must be the recorded one ({@link FileDigest}), or the directory
 *       is refused: with a different file, rows would be missing or foreign. Two kinds may be
 *       absent: finished files, since a table may have taken them, and runs once all parts are
 *       done.
 *   <li>Only files with the name and place of a run or of a finished file are deleted.
 *   <li>Nothing in it leads elsewhere: if it contains a link, a pipe or a device, nothing is
 *       written or deleted. The directory itself may be reached through a link, which stays.
 * </ol>
 *
 * Safe for use by many threads; open until closed.
 */
final class SortDirectory implements Closeable {
  private static final String LOCK = "LOCK";
  private static final String RUNS = "runs";
  private static final String FILES = "files";

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path directory;
  private final Set<String> families;
  private final AutoCloseable lock;

  @GuardedBy("this")
  private SortProgress progress;

  @GuardedBy("this")
  private long nextRun;

  private SortDirectory(
      FileSystem fileSystem,
      Path directory,
      Set<String> families,
      AutoCloseable lock,
      SortProgress progress) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.families = families;
    this.lock = lock;
    this.progress = progress;
    this.nextRun = progress.nextRun();
  }

  /**
   * Takes an empty or missing directory, or one of a sort.
   *
   * @throws IllegalArgumentException when it has foreign files, or those of a sort of other
   *     families
   * @throws io.rowandb.engine.io.CorruptFileException when something in it leads elsewhere
   */
  static SortDirectory open(FileSystem fileSystem, Path directory, Set<String> families)
      throws IOException {
    requireOwn(fileSystem, directory);
    begin(fileSystem, directory);
    AutoCloseable lock = fileSystem.lock(directory.resolve(LOCK));
    SortDirectory opened = null;
    try {
      SortProgress progress = SortProgress.read(fileSystem, directory);
      requireFamilies(directory, progress, families);
      SortDirectory sort = new SortDirectory(fileSystem, directory, families, lock, progress);
      sort.prepare();
      opened = sort;
      return opened;
    } finally {
      if (opened == null) {
        unlock(lock);
      }
    }
  }

  private static void requireOwn(FileSystem fileSystem, Path directory) throws IOException {
    if (!fileSystem.exists(directory)) {
      return;
    }
    if (!fileSystem.isDirectory(directory)) {
      throw new FileSystemException(directory.toString(), null, "is not a directory");
    }
    List<String> names = new ArrayList<>();
    fileSystem.list(directory).forEach(path -> names.add(path.getFileName().toString()));
    if (names.contains(SortProgress.NAME)) {
      requirePlain(fileSystem, directory, directory);
      SortProgress.read(fileSystem, directory); // refuses a file of another kind
    } else if (!names.isEmpty() && !hadHardlyBegun(fileSystem, directory, names)) {
      throw new IllegalArgumentException(
          "A sort needs an empty directory or one of its own, with "
              + SortProgress.NAME
              + ", and deletes nothing of others: "
              + directory
              + " has "
              + names.get(0)
              + (names.size() == 1 ? "" : " and " + (names.size() - 1) + " more"));
    }
  }

  private static boolean hadHardlyBegun(FileSystem fileSystem, Path directory, List<String> names)
      throws IOException {
    return names.equals(List.of(SortProgress.NEW_NAME))
        && SortProgress.isCutOff(fileSystem, directory.resolve(SortProgress.NEW_NAME));
  }

  /** Refuses what leads out of the directory or may not be opened, at any depth. */
  private static void requirePlain(FileSystem fileSystem, Path directory, Path parent)
      throws IOException {
    for (Path path : fileSystem.list(parent)) {
      Strangers.refuse(fileSystem, directory, path);
      if (fileSystem.kind(path) == FileKind.DIRECTORY) {
        requirePlain(fileSystem, directory, path);
      }
    }
  }

  /** Of two that begin at once one does not get the lock, and what both have written is equal. */
  private static void begin(FileSystem fileSystem, Path directory) throws IOException {
    fileSystem.createDirectories(directory);
    if (!fileSystem.exists(directory.resolve(SortProgress.NAME))) {
      SortProgress.none().write(fileSystem, directory);
    }
  }

  private static void requireFamilies(Path directory, SortProgress noted, Set<String> families) {
    List<String> others = new ArrayList<>(noted.runs().keySet());
    others.removeAll(families);
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "The sort in "
              + directory
              + " has families "
              + others
              + ", which are not of "
              + families);
    }
  }

  /** Makes what is missing, and removes what a crash left unfinished. */
  private synchronized void prepare() throws IOException {
    requireUnchanged();
    for (String family : families) {
      fileSystem.createDirectories(runs(family));
      fileSystem.createDirectories(files(family));
      keepRuns(family, NotedFile.names(runsOf(family)));
      List<String> finished = new ArrayList<>();
      progress
          .done()
          .forEach(
              (part, files) ->
                  finished.addAll(
                      part.family().equals(family) ? NotedFile.names(files) : List.of()));
      if (!isDone()) {
        keepFiles(family, finished);
      }
    }
  }

  private boolean isDone() {
    return progress().starts() != null && progress().done().size() == parts().size();
  }

  private List<NotedFile> runsOf(String family) {
    return progress().runs().getOrDefault(family, List.of());
  }

  /** Before anything is deleted or made. */
  private void requireUnchanged() throws IOException {
    if (!isDone()) {
      requireRuns("is gone, and not all of it was merged");
    }
    for (Map.Entry<Part, List<NotedFile>> part : progress().done().entrySet()) {
      for (NotedFile file : part.getValue()) {
        Path path = files(part.getKey().family()).resolve(file.name());
        if (fileSystem.exists(path)) {
          requireUnchanged(path, file.digest());
        }
      }
    }
  }

  private void requireRuns(String whenGone) throws IOException {
    for (String family : families) {
      for (NotedFile run : runsOf(family)) {
        Path path = runs(family).resolve(run.name());
        if (!fileSystem.exists(path)) {
          throw refused(path, whenGone);
        }
        requireUnchanged(path, run.digest());
      }
    }
  }

  /** {@link BulkSort#unmerge}. */
  synchronized void unmerge(byte[] mark) throws IOException {
    requireRuns("is gone, and it is to be merged once more");
    note(progress -> progress.unmerged(mark));
    for (String family : families) {
      keepFiles(family, List.of());
    }
  }

  private void requireUnchanged(Path path, FileDigest noted) throws IOException {
    FileDigest found = FileDigest.of(fileSystem, path);
    if (!found.equals(noted)) {
      throw refused(
          path,
          "is not the file that was sorted here"
              + (found.bytes() == noted.bytes()
                  ? ", though it has as many bytes"
                  : ", which had " + noted.bytes() + " bytes; it has " + found.bytes()));
    }
  }

  private CorruptFileException refused(Path path, String what) {
    return new CorruptFileException(
        path, 0, what + "; delete " + directory + ", and all is sorted anew");
  }

  private void keepRuns(String family, List<String> names) throws IOException {
    deleteFiles(runs(family), name -> RunName.isOne(name) && !names.contains(name));
  }

  private void keepFiles(String family, List<String> names) throws IOException {
    deleteFiles(files(family), name -> PartedFiles.isName(name) && !names.contains(name));
  }

  private void deleteFiles(Path parent, Predicate<String> names) throws IOException {
    for (Path file : fileSystem.list(parent)) {
      if (names.test(file.getFileName().toString()) && fileSystem.kind(file) == FileKind.FILE) {
        fileSystem.delete(file);
      }
    }
  }

  /** Where the runs of a family are. */
  Path runs(String family) {
    return directory.resolve(RUNS).resolve(DirectoryName.of(family));
  }

  /** Where the finished files of a family are. */
  Path files(String family) {
    return files().resolve(DirectoryName.of(family));
  }

  /** Where the finished files are, in a directory for each family. */
  Path files() {
    return directory.resolve(FILES);
  }

  /** What counts. */
  synchronized SortProgress progress() {
    return progress;
  }

  /** The runs of a family, oldest first. */
  List<Path> runPaths(String family) {
    Path parent = runs(family);
    return runsOf(family).stream().map(run -> parent.resolve(run.name())).toList();
  }

  /** A number that no run of the directory has. */
  synchronized long newRun() {
    return nextRun++;
  }

  /** All parts of all families, once merging has begun. */
  List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (String family : families) {
      for (int i = 0; i <= progress().starts().size(); i++) {
        parts.add(new Part(family, i));
      }
    }
    return parts;
  }

  /** Changes what counts, on disk when this returns. */
  synchronized void note(UnaryOperator<SortProgress> change) throws IOException {
    SortProgress next = change.apply(progress).withNextRun(nextRun);
    next.write(fileSystem, directory);
    progress = next;
  }

  /**
   * Deletes it with all that is the sort's; PROGRESS, by which it is known, when nothing else of
   * that is left.
   *
   * @throws IOException when something else is in it, which stays
   */
  void remove() throws IOException {
    requirePlain(fileSystem, directory, directory);
    for (String family : families) {
      keepRuns(family, List.of());
      keepFiles(family, List.of());
      for (Path parent : List.of(runs(family), files(family))) {
        fileSystem.forceDirectory(parent);
        deleteEmpty(parent);
      }
    }
    deleteEmpty(directory.resolve(RUNS));
    deleteEmpty(directory.resolve(FILES));
    fileSystem.delete(directory.resolve(SortProgress.NEW_NAME));
    fileSystem.delete(directory.resolve(LOCK));
    fileSystem.forceDirectory(directory);
    fileSystem.delete(directory.resolve(SortProgress.NAME));
    if (fileSystem.kind(directory) != FileKind.LINK) {
      deleteEmpty(directory);
    }
  }

  private void deleteEmpty(Path parent) throws IOException {
    List<Path> others = fileSystem.list(parent);
    if (!others.isEmpty()) {
      throw new FileSystemException(
          parent.toString(),
          null,
          "has " + others.get(0).getFileName() + ", which is not a sort's");
    }
    fileSystem.delete(parent);
  }

  @Override
  public void close() throws IOException {
    unlock(lock);
  }

  private static void unlock(AutoCloseable lock) throws IOException {
    try {
      lock.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
