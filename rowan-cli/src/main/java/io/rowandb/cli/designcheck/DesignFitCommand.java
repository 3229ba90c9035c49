package io.rowandb.cli.designcheck;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.designcheck.GivenDesign.Given;
import io.rowandb.design.fit.DesignFit;
import io.rowandb.design.fit.FitReport;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./rowan design fit}. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    description = {
      "Says whether the table should be in HBase at all: by its size, its questions, and what it needs that HBase has not. Each reason has its figures, and what to use instead.",
      "With --class the design is one in Java, with --table that of a table, and its rows.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:yes, or doubtful",
      "1:no; or the report could not be written",
      "2:the command line, the design or the sample is wrong, or there is no such table"
    })
final class DesignFitCommand implements Callable<Integer> {
  @Mixin private DesignInput input;

  @Mixin private ClassOptions java;

  @Mixin private TableOptions table;

  @Mixin private NeedsOptions needs;

  @Mixin private ReportForm form;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    needs.check(input);
    FitReport report =
        new GivenDesign(input, java, Optional.of(table), new PageOption()).use(this::judged);
    form.print(() -> FitText.json(report), columns -> FitText.lines(report, columns));
    return report.verdict() == FitReport.Verdict.NO ? 1 : 0;
  }

  private FitReport judged(Given given) throws IOException {
    return DesignFit.run(needs.in(given.plan()), given.sample(), Clock.systemUTC().millis());
  }
}
