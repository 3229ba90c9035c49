package io.rowandb.cli.systems.messages;

import io.rowandb.cli.systems.DesignFigures;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.systems.messages.MessageOutcome;
import io.rowandb.systems.messages.MessageOutcome.Cost;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Designs of messages side by side, as tables for people. */
final class MessageOutcomeText {
  private MessageOutcomeText() {}

  /** Prints them; {@code columns} is the width of the terminal. */
  static void print(List<MessageOutcome> all, PrintWriter out, int columns) {
    for (MessageOutcome each : all) {
      out.println(each.name() + ": " + each.idea());
    }
    out.println();
    table(
        List.of("design", "parted", "for good", "wrong counts", "calls a send", "calls a read"),
        all,
        each ->
            List.of(
                each.parted() + " of " + each.deaths(),
                each.partedForGood() + " of " + each.deaths(),
                each.wrongCounts() + " of " + each.users(),
                Figures.mean(each.callsOfSend()),
                Figures.mean(each.callsOfRead())),
        out,
        columns);
    out.println();
    table(
        List.of("design", "rows", "cells", DesignFigures.BUSIEST),
        all,
        each ->
            List.of(
                Figures.count(each.rows()),
                Figures.bytes(each.bytes()),
                DesignFigures.share(each.busiestShare())),
        out,
        columns);
    out.println(DesignFigures.ABOUT_BUSIEST);
    costs("a page of the inbox", all, MessageOutcome::inbox, out, columns);
    costs("a page of sent", all, MessageOutcome::sent, out, columns);
    costs("an unread count", all, MessageOutcome::unread, out, columns);
  }

  private static void costs(
      String question,
      List<MessageOutcome> all,
      Function<MessageOutcome, Cost> cost,
      PrintWriter out,
      int columns) {
    out.println();
    table(
        List.of(question, "calls", "rows read", "bytes read"),
        all,
        each ->
            List.of(
                Figures.mean(cost.apply(each).calls()),
                Figures.mean(cost.apply(each).rows()),
                Figures.bytes(Math.round(cost.apply(each).bytes()))),
        out,
        columns);
  }

  private static void table(
      List<String> headings,
      List<MessageOutcome> all,
      Function<MessageOutcome, List<String>> values,
      PrintWriter out,
      int columns) {
    List<List<String>> rows = new ArrayList<>();
    for (MessageOutcome each : all) {
      List<String> row = new ArrayList<>(List.of(each.name()));
      row.addAll(values.apply(each));
      rows.add(row);
    }
    TextTable.lines(headings, rows, columns).forEach(out::println);
  }
}
