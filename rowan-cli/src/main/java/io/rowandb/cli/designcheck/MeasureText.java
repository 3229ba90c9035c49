package io.rowandb.cli.designcheck;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.design.measure.MeasureReport;
import io.rowandb.design.measure.MeasureReport.Measured;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A measurement for people, and for programs. */
final class MeasureText {
  private MeasureText() {}

  static List<String> lines(MeasureReport report, int columns) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Table "
            + DisplayText.printable(report.table())
            + ": "
            + Figures.counted(report.written(), "row")
            + " written, "
            + Figures.count(report.rows())
            + " different, of "
            + Figures.mean(Math.rint(report.rowBytes()))
            + " bytes before compression; seed "
            + report.seed()
            + ".");
    lines.add("");
    lines.addAll(
        TextTable.lines(
            List.of("pattern, a call", "calls", "regions", "blocks", "cells", "p50 ms", "p99 ms"),
            report.patterns().stream().map(MeasureText::cost).toList(),
            columns));
    lines.add("");
    lines.addAll(
        TextTable.lines(
            List.of("pattern, a call", "rows", "estimated", "+- %", "bytes", "estimated", "+- %"),
            report.patterns().stream().map(MeasureText::compared).toList(),
            columns));
    lines.add("");
    report.patterns().stream()
        .map(each -> each.pattern() + ": " + each.path() + ".")
        .map(DisplayText::printable)
        .forEach(lines::add);
    return lines;
  }

  private static List<String> cost(Measured pattern) {
    return List.of(
        pattern.pattern(),
        Figures.count(pattern.calls()),
        decimal(pattern.regions()),
        pattern.blocks().isPresent() ? decimal(pattern.blocks().getAsDouble()) : "",
        decimal(pattern.cells()),
        Figures.millis(pattern.p50Micros()),
        Figures.millis(pattern.p99Micros()));
  }

  private static List<String> compared(Measured pattern) {
    return List.of(
        pattern.pattern(),
        decimal(pattern.rows()),
        decimal(pattern.estimate().rows()),
        percent(pattern.rowsDifference()),
        decimal(pattern.bytes()),
        decimal(pattern.estimatedBytes()),
        percent(pattern.bytesDifference()));
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, number < 100 ? "%,.1f" : "%,.0f", number);
  }

  private static String percent(double difference) {
    return String.format(Locale.ROOT, "%.0f", 100 * difference);
  }

  static String json(MeasureReport report) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("table", report.table());
    object.put("written", report.written());
    object.put("rows", report.rows());
    object.put("rowBytes", report.rowBytes());
    object.put("seed", report.seed());
    object.put("patterns", report.patterns().stream().map(MeasureText::object).toList());
    return JsonText.line(object);
  }

  private static Map<String, Object> object(Measured pattern) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("name", pattern.pattern());
    object.put("path", pattern.path());
    object.put("calls", pattern.calls());
    object.put("rows", pattern.rows());
    object.put("cells", pattern.cells());
    object.put("bytes", pattern.bytes());
    object.put("regions", pattern.regions());
    object.put("blocks", pattern.blocks().isPresent() ? pattern.blocks().getAsDouble() : null);
    object.put("p50Micros", pattern.p50Micros());
    object.put("p99Micros", pattern.p99Micros());
    object.put("estimatedRows", pattern.estimate().rows());
    object.put("estimatedCells", pattern.estimate().cells());
    object.put("estimatedRegions", pattern.estimate().regions());
    object.put("estimatedBytes", pattern.estimatedBytes());
    object.put("rowsDifference", pattern.rowsDifference());
    object.put("bytesDifference", pattern.bytesDifference());
    return object;
  }
}
