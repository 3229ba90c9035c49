package io.rowandb.cli.designcheck;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.designcheck.GivenDesign.Given;
import io.rowandb.design.estimate.DesignEstimate;
import io.rowandb.design.estimate.EstimateReport;
import io.rowandb.design.page.DesignPage;
import io.rowandb.design.page.DesignReview;
import io.rowandb.design.page.DesignReview.Known;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan design estimate}. */
@Command(
    name = "estimate",
    mixinStandardHelpOptions = true,
    description = {
      "Says what a table takes of disk and memory: bytes by part, and its files with each encoding and codec, measured on rows of the sample that are written into a temporary store.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the temporary directory, the report or the page, could not be written",
      "2:the command line, the design or the sample is wrong"
    })
final class DesignEstimateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** As in a design. */
  static final long MOST_ROWS = 1_000_000_000_000_000L;

  @Mixin private DesignInput input;

  @Mixin private ClassOptions java;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows that the table will have; else as the design says, or as the sample has.")
  private Long rows;

  @Mixin private ReportForm form;

  @Mixin private PageOption page;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (rows != null && (rows < 1 || rows > MOST_ROWS)) {
      throw new ParameterException(
          spec.commandLine(), "--rows " + rows + " should be 1 to " + MOST_ROWS);
    }
    EstimateReport report =
        new GivenDesign(input, java, Optional.empty(), page).useWithRows(this::estimated);
    form.print(() -> EstimateText.json(report), columns -> EstimateText.lines(report, columns));
    page.write();
    return 0;
  }

  private EstimateReport estimated(Given given) throws IOException {
    SampleSpec sample = given.sample().orElseThrow();
    EstimateReport report = DesignEstimate.run(given.plan(), sample, rows == null ? 0 : rows);
    long now = Clock.systemUTC().millis();
    page.draw(
        () -> DesignPage.of(DesignReview.run(given.plan(), given.sample(), Known.of(report), now)));
    return report;
  }
}
