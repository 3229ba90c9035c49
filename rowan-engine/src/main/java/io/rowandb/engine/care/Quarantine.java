package io.rowandb.engine.care;

import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a repair puts what it removes: {@code quarantine/[number]} in the database directory, one
 * number per repair. Below it the files keep their paths, and {@code REPORT.txt} says what was done
 * and why. Nothing in it is ever read or deleted by the engine. It is created when the first file
 * goes into it. Used by one thread.
 */
final class Quarantine {
  private static final String REPORT = "REPORT.txt";

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path root;
  private final Path directory;
  private final List<String> actions = new ArrayList<>();

  Quarantine(FileSystem fileSystem, Path root) throws IOException {
    this.fileSystem = fileSystem;
    this.root = root;
    int number = 1;
    while (fileSystem.exists(
        root.resolve(StoreLayout.QUARANTINE_NAME).resolve(Integer.toString(number)))) {
      number++;
    }
    this.directory = root.resolve(StoreLayout.QUARANTINE_NAME).resolve(Integer.toString(number));
  }

  Path directory() {
    return directory;
  }

  /** What was done so far, a sentence each. */
  List<String> actions() {
    return actions;
  }

  /** Notes something that was done. */
  void tell(String action) {
    actions.add(action);
  }

  /** Moves a file here. */
  void take(Path file, String why) throws IOException {
    Path target = place(file);
    fileSystem.rename(file, target);
    fileSystem.forceDirectory(target.getParent());
    fileSystem.forceDirectory(file.getParent());
    tell("moved " + root.relativize(file) + " to " + root.relativize(target) + ": " + why);
  }

  /** Keeps a file as it is now, which also stays where it is. */
  void keep(Path file, String why) throws IOException {
    Path target = place(file);
    fileSystem.link(file, target);
    fileSystem.forceDirectory(target.getParent());
    tell("kept " + root.relativize(file) + " in " + root.relativize(target) + ": " + why);
  }

  private Path place(Path file) throws IOException {
    Path target = directory.resolve(root.relativize(file).toString());
    fileSystem.createDirectories(target.getParent());
    return target;
  }

  /** Writes the report, if there was anything to do. */
  void finish() throws IOException {
    if (actions.isEmpty()) {
      return;
    }
    fileSystem.createDirectories(directory);
    byte[] text = (String.join("\n", actions) + "\n").getBytes(StandardCharsets.UTF_8);
    try (AppendFile report = fileSystem.create(directory.resolve(REPORT))) {
      report.write(text, 0, text.length);
      report.force();
    }
    fileSystem.forceDirectory(directory);
  }
}
