package io.rowandb.cli.systems.calls;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.systems.SystemStore;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.systems.calls.CallRecords;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan calls explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {"Says which rows of which regions are read to answer a question.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the explanation is printed",
      "1:there is no store or no table calls, or it failed",
      "2:the command line is wrong"
    })
final class CallsExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private SystemStore store;

  @Mixin private CallQuestion question;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    CallQuestion.Kind kind = question.kind();
    try (Connection connection = store.connect();
        CallRecords calls = CallRecords.openExisting(connection)) {
      spec.commandLine().getOut().println(explain(calls, kind));
    }
    return 0;
  }

  private Explanation explain(CallRecords calls, CallQuestion.Kind kind) throws IOException {
    return switch (kind) {
      case MONTH_OF_PHONE, BILL -> calls.explainMonth(question.phone(), question.month());
      case ALL_BILLS -> calls.explainBills(question.month());
      case AREA -> calls.explainArea(question.area(), question.month());
      case CELL -> calls.explainCell(question.area(), question.cell(), question.month());
    };
  }
}
