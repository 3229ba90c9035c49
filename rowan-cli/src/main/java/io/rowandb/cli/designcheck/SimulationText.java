package io.rowandb.cli.designcheck;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.design.simulate.SimulatedSplits;
import io.rowandb.design.simulate.SimulationReport;
import io.rowandb.design.simulate.SimulationReport.Share;
import io.rowandb.design.simulate.SimulationReport.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A simulation for people, and for programs. */
final class SimulationText {
  private SimulationText() {}

  static String name(SimulatedSplits policy) {
    return policy.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f", 100 * share);
  }

  static List<String> lines(SimulationReport report, int columns) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Table "
            + DisplayText.printable(report.table())
            + ": "
            + Figures.counted(report.simulated(), "row")
            + " stand for "
            + Figures.count(report.rows())
            + ", "
            + Figures.bytes(report.bytes())
            + " before compression, on "
            + Figures.counted(report.servers(), "server")
            + "; regions split by policy "
            + name(report.policy())
            + ".");
    lines.add("");
    lines.addAll(
        TextTable.lines(
            List.of(
                "from", "regions", "region %", "server %", "hottest begins at", "most of it by"),
            report.spans().stream().map(SimulationText::row).toList(),
            columns));
    lines.add("");
    lines.add(
        "On average the hottest region has "
            + percent(report.regionShare())
            + " % of the writes, the hottest server "
            + percent(report.serverShare())
            + " %; evenly a server would have "
            + percent(1.0 / report.servers())
            + " %.");
    lines.add(
        "With "
            + 2 * report.servers()
            + " servers the hottest has "
            + percent(report.doubledShare())
            + " %. "
            + Figures.counted(report.splits(), "split")
            + ".");
    return lines;
  }

  private static List<String> row(Span span) {
    return List.of(
        span.from(),
        Figures.count(span.regions()),
        percent(span.regionShare()),
        percent(span.serverShare()),
        span.hottest(),
        span.names().stream()
            .map(each -> each.name() + " " + percent(each.share()) + " %")
            .collect(Collectors.joining(", ")));
  }

  static String json(SimulationReport report) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("table", report.table());
    object.put("rows", report.rows());
    object.put("simulated", report.simulated());
    object.put("bytes", report.bytes());
    object.put("servers", report.servers());
    object.put("policy", name(report.policy()));
    object.put("splits", report.splits());
    object.put("regionShare", report.regionShare());
    object.put("serverShare", report.serverShare());
    object.put("doubledShare", report.doubledShare());
    object.put("spans", report.spans().stream().map(SimulationText::object).toList());
    return JsonText.line(object);
  }

  private static Map<String, Object> object(Span span) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("from", span.from());
    object.put("regions", span.regions());
    object.put("hottest", span.hottest());
    object.put("regionShare", span.regionShare());
    object.put("serverShare", span.serverShare());
    object.put("names", span.names().stream().map(SimulationText::object).toList());
    return object;
  }

  private static Map<String, Object> object(Share share) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("name", share.name());
    object.put("share", share.share());
    return object;
  }
}
