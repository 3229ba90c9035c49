package io.rowandb.engine.store;

import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.storefile.AssignedSequence;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileInfo;
import io.rowandb.engine.storefile.StoreFileName;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The directory of a store: gives finished files their names in it, and opens them for the rows of
 * the store. Stateless; safe for use by many threads.
 */
final class StoreDirectory {
  private final Path path;
  private final byte[] startRow;
  private final byte[] endRow;
  private final StoreOptions options;
  private final StoreEnvironment environment;
  private final StoreActivity activity;

  /**
   * A directory for files with some rows.
   *
   * @param path need not exist yet
   * @param startRow the first row; empty for no bound
   * @param endRow the first row behind the last; empty for no bound
   * @param activity counts what the cache does for its files
   */
  StoreDirectory(
      Path path,
      byte[] startRow,
      byte[] endRow,
      StoreOptions options,
      StoreEnvironment environment,
      StoreActivity activity) {
    this.path = path;
    this.startRow = startRow;
    this.endRow = endRow;
    this.options = options;
    this.environment = environment;
    this.activity = activity;
  }

  /** Whether a file, here or elsewhere, may have rows of this store. */
  boolean hasRowsOf(StoreFileInfo file) {
    return file.firstRow() != null
        && Arrays.compareUnsigned(file.lastRow(), startRow) >= 0
        && (endRow.length == 0 || Arrays.compareUnsigned(file.firstRow(), endRow) < 0);
  }

  /** Files by their names, each with one reference. */
  List<SharedStoreFile> open(List<String> names) throws IOException {
    List<SharedStoreFile> files = new ArrayList<>(names.size());
    boolean opened = false;
    try {
      for (String name : names) {
        files.add(open(path.resolve(name)));
      }
      opened = true;
      return files;
    } finally {
      if (!opened) {
        files.forEach(SharedStoreFile::release);
      }
    }
  }

  /** See {@link Store#link}. */
  SharedStoreFile link(SharedStoreFile other, NewLinks links) throws IOException {
    return open(path.resolve(links.add(other.info().path(), path)));
  }

  /** See {@link Store#load}; the file may have no row of this store. */
  SharedStoreFile load(Path file, long sequence, boolean last) throws IOException {
    environment.ensureDirectory(path);
    String name =
        AssignedSequence.name(sealed(environment.manifest().newFileName(), file), sequence);
    Path loaded = path.resolve(name);
    boolean opened = false;
    try {
      if (last) {
        environment.fileSystem().rename(file, loaded);
      } else {
        environment.fileSystem().link(file, loaded);
      }
      environment.fileSystem().forceDirectory(path);
      SharedStoreFile shared = open(loaded);
      opened = true;
      return shared;
    } finally {
      if (!opened) {
        environment.obsoleteFiles().delete(loaded);
      }
    }
  }

  /** Makes sure that it exists. */
  void ensure() throws IOException {
    environment.ensureDirectory(path);
  }

  /** A path in it for a file that is to be written, and then given to {@link #openWritten}. */
  Path newFile() {
    return path.resolve(environment.manifest().newFileName());
  }

  /**
   * Gives files that were written here their last names, durable but not yet in the manifest.
   *
   * @return the open files, each with one reference
   */
  List<SharedStoreFile> openWritten(List<StoreFileInfo> finished) throws IOException {
    List<SharedStoreFile> opened = new ArrayList<>(finished.size());
    if (finished.isEmpty()) {
      return opened;
    }
    List<Path> paths = new ArrayList<>(finished.stream().map(StoreFileInfo::path).toList());
    boolean all = false;
    try {
      for (int i = 0; i < paths.size(); i++) {
        Path written = paths.get(i);
        Path named = path.resolve(sealed(written.getFileName().toString(), written));
        environment.fileSystem().rename(written, named);
        paths.set(i, named);
      }
      environment.fileSystem().forceDirectory(path);
      for (Path each : paths) {
        opened.add(open(each));
      }
      all = true;
      return opened;
    } finally {
      if (!all) {
        opened.forEach(SharedStoreFile::release);
        paths.forEach(environment.obsoleteFiles()::delete);
      }
    }
  }

  private String sealed(String name, Path file) throws IOException {
    return StoreFileName.sealed(name, StoreFile.digest(environment.fileSystem(), file));
  }

  private SharedStoreFile open(Path file) throws IOException {
    StoreFile opened;
    try {
      opened =
          StoreFile.openNamed(
              environment.fileSystem(),
              file,
              environment.blockCache().open(options.caching(), activity.cache()),
              startRow,
              endRow);
    } catch (NoSuchFileException e) {
      CorruptFileException missing =
          new CorruptFileException(file, 0, "the manifest lists this file, but it is not there");
      missing.initCause(e);
      throw missing;
    }
    SharedStoreFile shared = new SharedStoreFile(opened, environment.obsoleteFiles());
    environment.cacheLoading().asOpened(shared);
    return shared;
  }
}
