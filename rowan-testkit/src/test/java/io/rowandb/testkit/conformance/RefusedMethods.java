package io.rowandb.testkit.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The methods of HBase's interfaces that docs/compatibility.md lists as refused, by name. */
final class RefusedMethods {
  private static final Path DOCUMENT = Path.of("../docs/compatibility.md");
  private static final String HEAD = "| interface | methods that are refused |";

  /** What stands in a cell: names, and in brackets what is to be said of them. */
  private static final Pattern NAME = Pattern.compile("(\\w+)(?: \\([^)]*\\))?(?:, |$)");

  private static final List<Row> ROWS = read();

  private RefusedMethods() {}

  /** Whether a method of this interface is listed. */
  static boolean lists(Class<?> type, Method method) {
    return ROWS.stream()
        .anyMatch(
            row ->
                row.types.contains(type.getSimpleName()) && row.methods.contains(method.getName()));
  }

  /** Names that are listed and are of no method of the interfaces: they must go. */
  static List<String> unknown(List<Class<?>> types) {
    List<String> unknown = new ArrayList<>();
    for (Row row : ROWS) {
      for (String name : row.methods) {
        boolean known =
            types.stream()
                .filter(type -> row.types.contains(type.getSimpleName()))
                .flatMap(type -> List.of(type.getMethods()).stream())
                .anyMatch(method -> method.getName().equals(name));
        if (!known) {
          unknown.add(name);
        }
      }
    }
    return unknown;
  }

  private static List<Row> read() {
    try {
      List<String> lines = Files.readAllLines(DOCUMENT);
      int head = lines.indexOf(HEAD);
      if (head < 0) {
        throw new IllegalStateException(DOCUMENT + " has no table " + HEAD);
      }
      List<Row> rows = new ArrayList<>();
      for (int i = head + 2; lines.get(i).startsWith("|"); i++) {
        String[] cells = lines.get(i).split(" *\\| *", -1);
        rows.add(new Row(names(cells[1]), names(cells[2])));
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> names(String cell) {
    List<String> names = new ArrayList<>();
    for (Matcher name = NAME.matcher(cell); name.find(); ) {
      names.add(name.group(1));
    }
    return names;
  }

  /**
   * @param types simple names of interfaces
   * @param methods names of their methods, each with all its forms
   */
  private record Row(List<String> types, List<String> methods) {}
}
