package io.rowandb.matrix.coverage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The tables of docs/compatibility.md in which calls are listed with the reason why they are
 * refused.
 */
final class CompatibilityPage {
  private static final Path DOCUMENT = Path.of("../docs/compatibility.md");

  private final List<String> lines;

  private CompatibilityPage(List<String> lines) {
    this.lines = lines;
  }

  /** Reads the page. */
  static CompatibilityPage read() throws IOException {
    return new CompatibilityPage(Files.readAllLines(DOCUMENT));
  }

  /** Whether a method of an interface is listed for a version. */
  boolean listsMethod(String type, String method, String version) {
    for (String[] row : rows("| interface | methods | versions | why |")) {
      if (row[0].equals(type)
          && names(row[1]).contains(method)
          && (row[2].equals("all") || names(row[2]).contains(version))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a call of a service is listed as refused, in whatever case its name is written. */
  boolean listsCall(String service, String call) {
    return listsCall("| service | calls | why |", service, call)
        || listsCall("| service | calls of other versions | why |", service, call);
  }

  /** Whether a service is listed as not served at all. */
  boolean listsService(String service) {
    return rows("| services | why |").stream().anyMatch(row -> names(row[0]).contains(service));
  }

  private boolean listsCall(String head, String service, String call) {
    for (String[] row : rows(head)) {
      boolean named =
          names(row[1]).stream()
              .anyMatch(
                  name -> name.toLowerCase(Locale.ROOT).equals(call.toLowerCase(Locale.ROOT)));
      if (row[0].equals(service) && named) {
        return true;
      }
    }
    return false;
  }

  private static List<String> names(String cell) {
    return List.of(cell.replace("`", "").split(", *"));
  }

  private List<String[]> rows(String head) {
    int at = lines.indexOf(head);
    if (at < 0) {
      throw new IllegalStateException(DOCUMENT + " has no table " + head);
    }
    List<String[]> rows = new ArrayList<>();
    for (int i = at + 2; i < lines.size() && lines.get(i).startsWith("|"); i++) {
      String[] cells = lines.get(i).substring(1).split("\\|", -1);
      for (int c = 0; c < cells.length; c++) {
        cells[c] = cells[c].trim();
      }
      rows.add(cells);
    }
    return rows;
  }
}
