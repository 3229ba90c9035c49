package io.rowandb.engine.store;

import io.rowandb.engine.storefile.StoreFileName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * New links to store files that the manifest does not list yet. They are made, forced, and then
 * either listed by one edit or {@link #discard discarded}; a crash before the edit leaves links
 * that opening removes. Used by one thread.
 */
public final class NewLinks {
  // Fixed at construction.
  private final StoreEnvironment environment;

  private final List<Path> links = new ArrayList<>();

  /** Those with links that are not durable yet. */
  private final Set<Path> directories = new LinkedHashSet<>();

  /** None yet. */
  public NewLinks(StoreEnvironment environment) {
    this.environment = environment;
  }

  /**
   * Links a file into a directory, which is created if it does not exist.
   *
   * @return the new name, which no file of this database ever had
   * @throws io.rowandb.engine.io.CorruptFileException when a symbolic link leads to the file: the
   *     link would be to a foreign file
   */
  public String add(Path file, Path directory) throws IOException {
    environment.requireInside(file);
    if (directories.add(directory)) {
      environment.ensureDirectory(directory);
    }
    String name = StoreFileName.sameFor(file, environment.manifest().newFileName());
    Path link = directory.resolve(name);
    environment.fileSystem().link(file, link);
    links.add(link);
    return name;
  }

  /** Makes all of them durable that were not yet. */
  public void force() throws IOException {
    for (Path directory : directories) {
      environment.fileSystem().forceDirectory(directory);
    }
    directories.clear();
  }

  /** Deletes them: the manifest was not asked to list them, or certainly does not. */
  public void discard() {
    links.forEach(environment.obsoleteFiles()::delete);
  }
}
