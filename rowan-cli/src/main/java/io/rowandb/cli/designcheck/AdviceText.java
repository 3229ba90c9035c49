package io.rowandb.cli.designcheck;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.design.advise.AdviceReport;
import io.rowandb.design.advise.AdviceReport.Call;
import io.rowandb.design.advise.AdviceReport.Design;
import io.rowandb.design.check.Say;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Advice for people, and for programs. */
final class AdviceText {
  private static final int LABEL = 10;
  private static final int WIDEST = 100;

  private AdviceText() {}

  static List<String> lines(AdviceReport report, int columns) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Table "
            + DisplayText.printable(report.present().tables().get(0).table())
            + ": "
            + Figures.counted(report.judged(), "design")
            + " judged"
            + (report.skipped() > 0
                ? ", " + Figures.count(report.skipped()) + " more left out; --budget judges them."
                : "."));
    lines.add("");
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("the present one", report.present()));
    for (int i = 0; i < report.better().size(); i++) {
      rows.add(row("better " + (i + 1), report.better().get(i)));
    }
    lines.addAll(
        TextTable.lines(
            List.of(
                "design",
                "errors",
                "warnings",
                "hints",
                "server %",
                "row bytes",
                "reads",
                "writes"),
            rows,
            columns));
    lines.add("reads, writes: seconds of servers for those of a second; only for comparison.");
    if (report.better().isEmpty()) {
      lines.add("");
      lines.add("None is better than the present one.");
    }
    for (int i = 0; i < report.better().size(); i++) {
      add(i + 1, report, columns, lines);
    }
    return lines;
  }

  private static List<String> row(String name, Design design) {
    return List.of(
        name,
        String.valueOf(design.errors()),
        String.valueOf(design.warnings()),
        String.valueOf(design.hints()),
        String.format(Locale.ROOT, "%.0f", 100 * design.serverShare()),
        Say.count(Math.rint(design.rowBytes())),
        seconds(design.readMillis()),
        seconds(design.writeMillis()));
  }

  private static String seconds(double millis) {
    return String.format(Locale.ROOT, millis < 10_000 ? "%.2f" : "%,.0f", millis / 1000);
  }

  private static void add(int number, AdviceReport report, int columns, List<String> lines) {
    int width = Math.min(WIDEST, columns);
    Design design = report.better().get(number - 1);
    lines.add("");
    lines.add("Better " + number);
    Wrapped.add("key", LABEL, keys(design), width, lines);
    for (Call each : design.calls()) {
      Wrapped.add("pattern", LABEL, compared(each, report.present()), width, lines);
    }
    for (TablePlan each : design.tables()) {
      lines.add("");
      TablePlanText.of(each).lines().map(DisplayText::printable).forEach(lines::add);
    }
  }

  private static String keys(Design design) {
    return design.tables().stream()
        .map(
            table ->
                table.key().stream().map(PlannedPart::describe).collect(Collectors.joining("; ")))
        .collect(Collectors.joining(". A second table: "));
  }

  private static String compared(Call call, Design present) {
    Call before =
        present.calls().stream()
            .filter(each -> each.pattern().equals(call.pattern()))
            .findFirst()
            .orElseThrow();
    return call.pattern() + ": " + path(call) + "; before " + path(before) + ".";
  }

  private static String path(Call call) {
    return call.path()
        + ", "
        + Figures.counted(Math.round(call.rows()), "row")
        + " in "
        + Figures.counted(Math.round(call.regions()), "region");
  }

  /** As one object; {@code docs/design-checker.md} names its members. */
  static String json(AdviceReport report) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("table", report.present().tables().get(0).table());
    object.put("judged", report.judged());
    object.put("skipped", report.skipped());
    object.put("present", object(report.present()));
    object.put("better", report.better().stream().map(AdviceText::object).toList());
    return JsonText.line(object);
  }

  private static Map<String, Object> object(Design design) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("errors", design.errors());
    object.put("warnings", design.warnings());
    object.put("hints", design.hints());
    object.put("serverShare", design.serverShare());
    object.put("rowBytes", design.rowBytes());
    object.put("readMillis", design.readMillis());
    object.put("writeMillis", design.writeMillis());
    object.put("patterns", design.calls().stream().map(AdviceText::object).toList());
    object.put(
        "designs",
        design.tables().stream()
            .filter(TablePlanText::isWritable) // the present one may have a key of Java alone
            .map(TablePlanText::of)
            .toList());
    return object;
  }

  private static Map<String, Object> object(Call call) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("name", call.pattern());
    object.put("path", call.path());
    object.put("rows", call.rows());
    object.put("regions", call.regions());
    object.put("cells", call.cells());
    object.put("millis", call.millis());
    return object;
  }
}
