package io.rowandb.cli.systems.logs;

import io.rowandb.cli.systems.DesignFigures;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.systems.logs.LogMeasurement;
import io.rowandb.systems.logs.LogMeasurement.Asked;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Several designs of a log store side by side, as tables for people. */
final class LogMeasurementText {
  private LogMeasurementText() {}

  /** Prints them, the one in use last; {@code columns} is the width of the terminal. */
  static void print(List<LogMeasurement> all, String source, PrintWriter out, int columns) {
    LogMeasurement inUse = all.get(all.size() - 1);
    out.printf(
        "%s of %s, with %s by a guid or a code.%n%n",
        Figures.counted(inUse.lines(), "line"), source, Figures.counted(inUse.entries(), "way"));
    all.forEach(each -> out.println(each.name() + ": " + each.idea()));
    out.println();
    List<List<String>> rows = new ArrayList<>();
    for (LogMeasurement each : all) {
      rows.add(
          List.of(
              each.name(),
              Figures.count(each.rows()),
              Figures.bytes(each.bytes()),
              DesignFigures.share(each.busiestShare()),
              ratio(each, inUse),
              Figures.count(each.lost())));
    }
    List<String> headings =
        List.of("design", "rows", "cells", DesignFigures.BUSIEST, "to in use", "ways lost");
    TextTable.lines(headings, rows, columns).forEach(out::println);
    out.println(DesignFigures.ABOUT_BUSIEST);
    for (int i = 0; i < inUse.answers().size(); i++) {
      printAnswers(all, i, out, columns);
    }
  }

  /** None for a design that lost something: it would be small because of that. */
  private static String ratio(LogMeasurement each, LogMeasurement inUse) {
    return each.lost() > 0
        ? "–"
        : String.format(Locale.ROOT, "%.2f", each.bytes() / (double) Math.max(1, inUse.bytes()));
  }

  private static void printAnswers(
      List<LogMeasurement> all, int question, PrintWriter out, int columns) {
    out.println();
    List<List<String>> rows = new ArrayList<>();
    for (LogMeasurement each : all) {
      Asked answer = each.answers().get(question);
      rows.add(
          List.of(
              each.name(),
              Figures.mean(answer.rows()),
              Figures.bytes(Math.round(answer.bytes())),
              Figures.mean(answer.found()),
              Figures.mean(answer.wanted())));
    }
    List<String> headings =
        List.of(
            all.get(0).answers().get(question).question(),
            "rows read",
            "bytes read",
            "lines found",
            "lines there");
    TextTable.lines(headings, rows, columns).forEach(out::println);
  }
}
