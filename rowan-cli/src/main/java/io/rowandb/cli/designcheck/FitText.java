package io.rowandb.cli.designcheck;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.design.fit.FitReport;
import io.rowandb.design.fit.FitReport.Reason;
import io.rowandb.design.fit.FitReport.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A verdict for people, and for programs. */
final class FitText {
  private static final int LABEL = 10;
  private static final int WIDEST = 100;

  private FitText() {}

  static List<String> lines(FitReport report, int columns) {
    int width = Math.min(WIDEST, columns);
    List<String> lines = new ArrayList<>();
    lines.add("Table " + DisplayText.printable(report.table()) + ": " + answer(report.verdict()));
    if (report.badLines() > 0) {
      lines.add(Figures.counted(report.badLines(), "line") + " of the sample no row.");
    }
    for (Reason each : report.reasons()) {
      lines.add("");
      lines.add(word(each.verdict()) + " " + each.subject().code());
      Wrapped.add("because", LABEL, each.evidence(), width, lines);
      if (!each.instead().isEmpty()) {
        Wrapped.add("instead", LABEL, each.instead(), width, lines);
      }
    }
    return lines;
  }

  private static String answer(Verdict verdict) {
    return switch (verdict) {
      case NO -> "no, this should not be in HBase.";
      case DOUBTFUL -> "it can be in HBase, with doubts.";
      case YES -> "yes, this fits HBase.";
    };
  }

  private static String word(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  /** As one object; {@code docs/design-checker.md} names its members. */
  static String json(FitReport report) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("table", report.table());
    object.put("verdict", word(report.verdict()));
    object.put("rows", report.rows());
    object.put("bytes", report.bytes());
    object.put("badLines", report.badLines());
    object.put("reasons", report.reasons().stream().map(FitText::object).toList());
    return JsonText.line(object);
  }

  private static Map<String, Object> object(Reason reason) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("code", reason.subject().code());
    object.put("verdict", word(reason.verdict()));
    object.put("evidence", reason.evidence());
    object.put("instead", reason.instead());
    return object;
  }
}
