package io.rowandb.cli;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.engine.care.CheckReport;
import io.rowandb.engine.io.Finding;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats the findings of a check, for people or as lines of JSON. Used by one thread. */
final class CheckText {
  private static final int SEVERITY_COLUMNS = 8;
  private static final int TABLE_COLUMNS = 80;

  // Fixed at construction.
  private final PrintWriter out;
  private final Path store;
  private final boolean json;

  CheckText(PrintWriter out, Path store, boolean json) {
    this.out = out;
    this.store = store;
    this.json = json;
  }

  /** What was read, and what was found. */
  void show(CheckReport report, List<Finding> findings) {
    if (json) {
      findings.forEach(finding -> out.println(JsonText.line(fields(finding))));
      out.println(JsonText.line(counts(report)));
    } else {
      TextTable.lines(List.of("read", "number", "size"), table(report), TABLE_COLUMNS)
          .forEach(out::println);
      out.println();
      findings.forEach(finding -> out.println(line(finding)));
      out.println(summary(report, findings.size()));
    }
    out.flush();
  }

  /** What a repair did. */
  void showActions(List<String> actions) {
    if (json) {
      actions.forEach(action -> out.println(JsonText.line(Map.of("repair", action))));
    } else {
      out.println();
      out.println(actions.isEmpty() ? "Nothing to repair." : "Repaired:");
      actions.forEach(action -> out.println("  " + DisplayText.printable(action)));
      out.println();
    }
    out.flush();
  }

  /** What a repair left because it is missing. */
  void showLeft(List<String> left) {
    if (json) {
      left.forEach(each -> out.println(JsonText.line(Map.of("left", each))));
    } else if (!left.isEmpty()) {
      out.println("Left:");
      left.forEach(each -> out.println("  " + DisplayText.printable(each)));
      out.println(
          "Put back what is missing (is a disk not mounted?), or the store from a backup. To open"
              + " it without, and without the rows that only it had: --repair --give-up-missing");
      out.println();
    }
    out.flush();
  }

  private static List<List<String>> table(CheckReport report) {
    return List.of(
        row("tables", report.tables(), ""),
        row("regions", report.regions(), ""),
        row("snapshots", report.snapshots(), ""),
        row("store files", report.storeFiles(), Figures.bytes(report.storeFileBytes())),
        row("cells", report.cells(), ""),
        row("log segments", report.logSegments(), Figures.bytes(report.logBytes())),
        row("log entries", report.logEntries(), ""));
  }

  private static List<String> row(String what, long count, String size) {
    return List.of(what, Figures.count(count), size);
  }

  private String line(Finding finding) {
    String place = finding.offset() == Finding.WHOLE ? "" : " at " + finding.offset();
    return DisplayText.padRight(severity(finding), SEVERITY_COLUMNS)
        + DisplayText.printable(name(finding.file()) + place + ": " + finding.what());
  }

  private static String severity(Finding finding) {
    return finding.severity().name().toLowerCase(Locale.ROOT);
  }

  private String name(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return absolute.startsWith(store) && !absolute.equals(store)
        ? store.relativize(absolute).toString()
        : file.toString();
  }

  private static String summary(CheckReport report, int shown) {
    long all = report.errors() + report.warnings() + report.notes();
    String more = all > shown ? "; " + Figures.count(all - shown) + " are not shown" : "";
    return report.isClean()
        ? "Nothing is wrong" + notes(report.notes()) + more + "."
        : count(report.errors(), "error")
            + ", "
            + count(report.warnings(), "warning")
            + notes(report.notes())
            + more
            + ".";
  }

  private static String notes(long notes) {
    return notes == 0 ? "" : ", " + count(notes, "note");
  }

  private static String count(long count, String what) {
    return Figures.count(count) + " " + what + (count == 1 ? "" : "s");
  }

  private Map<String, Object> fields(Finding finding) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("severity", severity(finding));
    fields.put("file", name(finding.file()));
    if (finding.offset() != Finding.WHOLE) {
      fields.put("offset", finding.offset());
    }
    fields.put("what", finding.what());
    return fields;
  }

  private static Map<String, Object> counts(CheckReport report) {
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put("tables", report.tables());
    counts.put("regions", report.regions());
    counts.put("snapshots", report.snapshots());
    counts.put("storeFiles", report.storeFiles());
    counts.put("storeFileBytes", report.storeFileBytes());
    counts.put("cells", report.cells());
    counts.put("logSegments", report.logSegments());
    counts.put("logBytes", report.logBytes());
    counts.put("logEntries", report.logEntries());
    counts.put("notes", report.notes());
    counts.put("warnings", report.warnings());
    counts.put("errors", report.errors());
    return counts;
  }
}
