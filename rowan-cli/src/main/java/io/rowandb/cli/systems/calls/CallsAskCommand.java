package io.rowandb.cli.systems.calls;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.JsonAnswer;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.cli.terminal.TextTable;
import io.rowandb.systems.calls.Bill;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallRecords;
import io.rowandb.systems.calls.Usage;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan calls ask}. */
@Command(
    name = "ask",
    mixinStandardHelpOptions = true,
    description = {"Answers a question from the table calls.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the answer is printed",
      "1:there is no store or no table calls, or it failed",
      "2:the command line is wrong"
    })
final class CallsAskCommand implements Callable<Integer> {
  private static final List<String> USAGE = List.of("calls", "missed", "out seconds", "in seconds");

  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CallQuestion question;

  @Mixin private JsonAnswer json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    CallQuestion.Kind kind = question.kind();
    try (Connection connection = store.connect();
        CallRecords calls = CallRecords.openExisting(connection)) {
      answer(calls, kind);
    }
    return 0;
  }

  private void answer(CallRecords calls, CallQuestion.Kind kind) throws IOException {
    switch (kind) {
      case MONTH_OF_PHONE -> month(calls);
      case BILL ->
          bills(List.of(calls.bill(question.phone(), question.month(), question.tariff())));
      case ALL_BILLS -> allBills(calls);
      case AREA -> area(calls);
      default -> cell(calls.cell(question.area(), question.cell(), question.month()));
    }
  }

  private void cell(Usage usage) {
    if (json.isGiven()) {
      json.print(CallJson.usage(usage));
    } else {
      table(USAGE, List.of(usage(usage)));
    }
  }

  private void month(CallRecords calls) throws IOException {
    List<CallRecord> records = calls.month(question.phone(), question.month());
    if (json.isGiven()) {
      json.print(records, CallJson::record);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (CallRecord each : records) {
      rows.add(
          List.of(
              each.time().toString(),
              each.outgoing() ? "to" : "from",
              Long.toString(each.peer()),
              each.answered() ? Integer.toString(each.seconds()) : "missed",
              Objects.toString(each.area(), ""),
              Objects.toString(each.cell(), "")));
    }
    table(List.of("time", "call", "phone", "seconds", "area", "cell"), rows);
  }

  /** Each as it comes: there may be millions. */
  private void allBills(CallRecords calls) throws IOException {
    if (json.isGiven()) {
      calls.bills(question.month(), question.tariff(), bill -> json.print(CallJson.bill(bill)));
      return;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("phone,calls,missed,out seconds,in seconds,minutes,cents");
    calls.bills(
        question.month(),
        question.tariff(),
        bill -> out.println(bill.phone() + "," + String.join(",", values(bill))));
  }

  private void bills(List<Bill> bills) {
    if (json.isGiven()) {
      json.print(bills, CallJson::bill);
      return;
    }
    List<String> headings = new ArrayList<>(USAGE);
    headings.addAll(List.of("minutes", "cents"));
    table(headings, bills.stream().map(CallsAskCommand::values).toList());
  }

  private static List<String> values(Bill bill) {
    List<String> values = new ArrayList<>(usage(bill.usage()));
    values.add(Long.toString(bill.minutes()));
    values.add(Long.toString(bill.cents()));
    return values;
  }

  private void area(CallRecords calls) throws IOException {
    Map<Integer, Usage> cells = calls.area(question.area(), question.month());
    if (json.isGiven()) {
      cells.forEach((cell, usage) -> json.print(CallJson.cell(cell, usage)));
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    cells.forEach(
        (cell, usage) -> {
          List<String> row = new ArrayList<>(List.of(Integer.toString(cell)));
          row.addAll(usage(usage));
          rows.add(row);
        });
    List<String> headings = new ArrayList<>(List.of("cell"));
    headings.addAll(USAGE);
    table(headings, rows);
  }

  private static List<String> usage(Usage usage) {
    return List.of(
        Long.toString(usage.calls()),
        Long.toString(usage.missed()),
        Long.toString(usage.outgoingSeconds()),
        Long.toString(usage.incomingSeconds()));
  }

  private void table(List<String> headings, List<List<String>> rows) {
    PrintWriter out = spec.commandLine().getOut();
    TextTable.lines(headings, rows, Terminal.ofProcess().columns()).forEach(out::println);
  }
}
