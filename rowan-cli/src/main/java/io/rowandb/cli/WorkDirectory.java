package io.rowandb.cli;

import io.rowandb.engine.catalog.EnclosingStore;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where a load by sorted files sorts. */
public final class WorkDirectory {
  private WorkDirectory() {}

  /**
   * Checks it: neither in the store, which takes no files out of its own directory, nor around it.
   *
   * @param store the directory of the store
   * @param given what {@code --work} says, or null for the store's with {@code .load} behind it
   * @throws IllegalArgumentException when it cannot be
   */
  public static Path of(Path store, Path given) throws IOException {
    LocalFileSystem files = new LocalFileSystem();
    Path root = files.named(store);
    Path chosen = given == null ? Path.of(root + ".load") : files.named(given);
    if (chosen.startsWith(root) || root.startsWith(chosen)) {
      throw new IllegalArgumentException(
          "--work " + chosen + " and the store " + root + " must not be in one another");
    }
    if (given == null && Files.isSymbolicLink(chosen)) {
      throw new IllegalArgumentException(
          chosen + " is a link that nobody has named; name its target with --work");
    }
    Path real = files.realPath(chosen);
    Path realRoot = files.realPath(root);
    if (real.startsWith(realRoot) || realRoot.startsWith(real)) {
      throw new IllegalArgumentException(
          "--work "
              + chosen
              + " leads to "
              + real
              + ", and the store "
              + root
              + " to "
              + realRoot
              + ": they must not be in one another");
    }
    Optional<Path> other = EnclosingStore.of(files, real);
    if (other.isPresent()) {
      throw new IllegalArgumentException(
          "--work " + chosen + " is inside another store or a backup, " + other.get());
    }
    return chosen;
  }
}
