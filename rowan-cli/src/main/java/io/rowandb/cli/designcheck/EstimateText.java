package io.rowandb.cli.designcheck;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.design.estimate.EstimateReport;
import io.rowandb.design.estimate.EstimateReport.Figure;
import io.rowandb.design.estimate.EstimateReport.Files;
import io.rowandb.design.estimate.EstimateReport.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An estimate for people, and for programs. */
final class EstimateText {
  private EstimateText() {}

  static List<String> lines(EstimateReport report, int columns) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Table "
            + DisplayText.printable(report.table())
            + " with "
            + Figures.counted(report.rows(), "row")
            + "; "
            + Figures.counted(report.sampleRows(), "row")
            + " of the sample counted, "
            + Figures.count(report.trialRows())
            + " written to measure files.");
    lines.add("");
    lines.addAll(parts(report, columns));
    lines.add("");
    lines.addAll(files(report, columns));
    lines.add("");
    lines.addAll(
        TextTable.lines(
            List.of("figure", "value", "how it comes about"),
            report.figures().stream()
                .map(each -> List.of(each.name(), value(each), each.reason()))
                .toList(),
            columns));
    return lines;
  }

  private static List<String> parts(EstimateReport report, int columns) {
    double all = report.parts().stream().mapToDouble(Part::bytes).sum();
    List<List<String>> rows = new ArrayList<>();
    for (Part each : report.parts()) {
      rows.add(part(each.name(), each.bytesARow(), each.bytes(), all));
    }
    double row = report.parts().stream().mapToDouble(Part::bytesARow).sum();
    rows.add(part("all", row, all, all));
    return TextTable.lines(
        List.of("part of the cells", "bytes a row", "in all rows", "share %"), rows, columns);
  }

  private static List<String> part(String name, double row, double bytes, double all) {
    return List.of(
        name,
        String.format(Locale.ROOT, "%.1f", row),
        Figures.bytes(bytes),
        String.format(Locale.ROOT, "%.0f", all == 0 ? 0 : 100 * bytes / all));
  }

  /** A line for each encoding, a column for each codec; the plan's own has an asterisk. */
  private static List<String> files(EstimateReport report, int columns) {
    List<String> headings = new ArrayList<>(List.of("files: encoding"));
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (Files each : report.files()) {
      if (!headings.contains(each.codec())) {
        headings.add(each.codec());
      }
      rows.computeIfAbsent(each.encoding(), name -> new ArrayList<>(List.of(name)))
          .add(Figures.bytes(each.bytes()) + (each.isPlanned() ? " *" : ""));
    }
    List<String> lines =
        new ArrayList<>(TextTable.lines(headings, List.copyOf(rows.values()), columns));
    lines.add("* as in the design");
    return lines;
  }

  private static String value(Figure figure) {
    return switch (figure.unit()) {
      case "bytes" -> Figures.bytes(figure.value());
      case "seconds" -> Figures.mean(Math.rint(figure.value())) + " s";
      default -> Figures.count(Math.round(figure.value()));
    };
  }

  static String json(EstimateReport report) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("table", report.table());
    object.put("rows", report.rows());
    object.put("sampleRows", report.sampleRows());
    object.put("trialRows", report.trialRows());
    object.put("parts", report.parts().stream().map(EstimateText::object).toList());
    object.put("files", report.files().stream().map(EstimateText::object).toList());
    object.put("figures", report.figures().stream().map(EstimateText::object).toList());
    return JsonText.line(object);
  }

  private static Map<String, Object> object(Part part) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("name", part.name());
    object.put("bytesARow", part.bytesARow());
    object.put("bytes", part.bytes());
    return object;
  }

  private static Map<String, Object> object(Files files) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("encoding", files.encoding());
    object.put("codec", files.codec());
    object.put("bytesARow", files.bytesARow());
    object.put("bytes", files.bytes());
    object.put("planned", files.isPlanned());
    return object;
  }

  private static Map<String, Object> object(Figure figure) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("name", figure.name());
    object.put("value", figure.value());
    object.put("unit", figure.unit());
    object.put("reason", figure.reason());
    return object;
  }
}
