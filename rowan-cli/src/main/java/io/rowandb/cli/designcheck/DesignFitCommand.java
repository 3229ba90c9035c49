package io.rowandb.cli.designcheck;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.design.fit.DesignFit;
import io.rowandb.design.fit.FitReport;
import io.rowandb.design.plan.TablePlan;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./rowan design fit}. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    description = {
      "Says whether the table should be in HBase at all: by its size, its questions, and what it needs that HBase has not. Each reason has its figures, and what to use instead.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:yes, or doubtful",
      "1:no; or the report could not be written",
      "2:the command line, the design or the sample is wrong"
    })
final class DesignFitCommand implements Callable<Integer> {
  @Mixin private DesignInput input;

  @Mixin private ReportForm form;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    TablePlan plan = input.plan();
    FitReport report =
        input.read(() -> DesignFit.run(plan, input.sample(plan), Clock.systemUTC().millis()));
    form.print(() -> FitText.json(report), columns -> FitText.lines(report, columns));
    return report.verdict() == FitReport.Verdict.NO ? 1 : 0;
  }
}
