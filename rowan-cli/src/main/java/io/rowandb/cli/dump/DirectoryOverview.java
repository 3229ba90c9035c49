package io.rowandb.cli.dump;

import io.rowandb.cli.terminal.JsonText;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.DumpSink;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.WrongKindException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One line for each file below a directory: its kind and its most important properties. */
public final class DirectoryOverview {
  /** What is worth a place in a line. */
  private static final Set<String> FIELDS =
      Set.of(
          "firstSequence",
          "lastSequence",
          "entries",
          "unforcedBytesBehind",
          "generation",
          "records",
          "tables",
          "regions",
          "snapshots",
          "files",
          "cells",
          "compression",
          "hfile.LASTKEY",
          "MAX_SEQ_ID_KEY");

  // Fixed at construction.
  private final Path root;
  private final boolean json;
  private final PrintWriter out;

  private int damaged;

  /** Of the files below {@code root}. */
  public DirectoryOverview(Path root, boolean json, PrintWriter out) {
    this.root = root;
    this.json = json;
    this.out = out;
  }

  /**
   * Prints it, sorted by path.
   *
   * @return how many files are damaged
   */
  public int print() throws IOException {
    for (Path file : files()) {
      try {
        out.println(line(file));
      } catch (NoSuchFileException e) {
        out.println(line(file, 0, "gone", Map.of())); // its store deleted it meanwhile
      }
    }
    return damaged;
  }

  private Set<Path> files() throws IOException {
    Set<Path> files = new TreeSet<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (Files.isRegularFile(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException && !file.equals(root)) {
              return FileVisitResult.CONTINUE; // deleted since its directory was read
            }
            throw failure;
          }
        });
    return files;
  }

  private String line(Path file) throws IOException {
    try {
      Collected collected = new Collected();
      return line(file, kind(file, collected), collected);
    } catch (CorruptFileException e) {
      if (DumpedFile.isUnfinished(file)) {
        return line(file, "unfinished", new Collected());
      }
    }
    Collected collected = new Collected();
    String kind;
    try {
      kind = kind(file, collected); // it may have been finished meanwhile
    } catch (CorruptFileException e) {
      damaged++;
      kind = "DAMAGED";
      collected.fields.put("offset", e.offset());
      collected.fields.put("what", e.getMessage());
    }
    return line(file, kind, collected);
  }

  private static String kind(Path file, Collected collected) throws IOException {
    try {
      DumpedFile known = DumpedFile.of(file);
      known.show(file, collected);
      return known.words();
    } catch (WrongKindException e) {
      return "other";
    }
  }

  private String line(Path file, String kind, Collected collected) throws IOException {
    return line(file, Files.size(file), kind, collected.fields);
  }

  private String line(Path file, long bytes, String kind, Map<String, Object> fields) {
    String name = root.relativize(file).toString();
    if (!json) {
      return String.format("%-11s %,13d  %s  %s", kind, bytes, name, TextLines.fields(fields, "  "))
          .stripTrailing();
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("kind", kind);
    object.put("path", name);
    object.put("fileBytes", bytes);
    object.putAll(fields);
    return JsonText.line(object);
  }

  private static final class Collected implements DumpSink {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    @Override
    public void part(String kind, long offset, Map<String, Object> found) {
      found.forEach(
          (name, value) -> {
            if (FIELDS.contains(name) && !kind.contains("index")) {
              fields.put(name, value);
            }
          });
    }

    @Override
    public void cell(Cell cell) {
      throw new IllegalStateException("not wanted: " + cell);
    }

    @Override
    public boolean wantsParts() {
      return false;
    }

    @Override
    public boolean wantsCells() {
      return false;
    }

    @Override
    public boolean isFull() {
      return false;
    }
  }
}
