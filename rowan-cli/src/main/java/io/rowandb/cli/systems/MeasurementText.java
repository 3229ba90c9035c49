package io.rowandb.cli.systems;

import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.systems.measure.Measurement;
import io.rowandb.systems.measure.Measurement.Answered;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Several designs side by side, as tables for people. */
public final class MeasurementText {
  private MeasurementText() {}

  /** Prints them; {@code columns} is the width of the terminal. */
  public static void print(List<Measurement> all, PrintWriter out, int columns) {
    for (Measurement each : all) {
      out.println(each.name() + ": " + each.idea());
    }
    out.println();
    List<List<String>> rows = new ArrayList<>();
    for (Measurement each : all) {
      rows.add(
          List.of(
              each.name(),
              Integer.toString(each.regions()),
              Integer.toString(each.writtenRegions()),
              DesignFigures.share(each.busiestShare()),
              Figures.count(each.replaced()),
              Figures.bytes(each.bytes())));
    }
    List<String> headings =
        List.of("design", "regions", "written now", DesignFigures.BUSIEST, "replaced", "cells");
    TextTable.lines(headings, rows, columns).forEach(out::println);
    for (int i = 0; i < all.get(0).answers().size(); i++) {
      printAnswers(all, i, out, columns);
    }
  }

  private static void printAnswers(
      List<Measurement> all, int question, PrintWriter out, int columns) {
    out.println();
    List<List<String>> rows = new ArrayList<>();
    for (Measurement each : all) {
      Answered answer = each.answers().get(question);
      rows.add(
          List.of(
              each.name(),
              Figures.mean(answer.ranges()),
              Figures.mean(answer.regions()),
              Figures.mean(answer.rows()),
              Figures.bytes(Math.round(answer.bytes())),
              Figures.mean(answer.records()),
              Figures.millis(answer.medianMicros()),
              Figures.millis(answer.slowMicros())));
    }
    List<String> headings =
        List.of(
            all.get(0).answers().get(question).question(),
            "ranges",
            "regions",
            "rows read",
            "bytes read",
            "records",
            "p50 ms",
            "p99 ms");
    TextTable.lines(headings, rows, columns).forEach(out::println);
  }
}
