package io.rowandb.cli.designcheck;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.designcheck.GivenDesign.Given;
import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.page.DesignPage;
import io.rowandb.design.page.DesignReview;
import io.rowandb.design.page.DesignReview.Known;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./rowan design check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the faults of a design, by reasoning and by writing the keys of a sample's rows.",
      "Each finding has its evidence, its cost, the rule and the remedy; the worst comes first. With --class the design is one in Java, with --table that of a table, and its rows.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing was found that --fail-on names",
      "1:something was found; or the report or page could not be written",
      "2:the command line, the design or the sample is wrong, or there is no such table"
    })
final class DesignCheckCommand implements Callable<Integer> {
  @Mixin private DesignInput input;

  @Mixin private ClassOptions java;

  @Mixin private TableOptions table;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      defaultValue = "error",
      converter = FailOn.Name.class,
      description =
          "The severity from which on a finding makes the exit code 1: error, warning, hint or"
              + " never; ${DEFAULT-VALUE}.")
  private FailOn failOn;

  @Mixin private ReportForm form;

  @Mixin private PageOption page;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    long now = Clock.systemUTC().millis();
    DesignReport report =
        new GivenDesign(input, java, Optional.of(table), page).use(given -> checked(given, now));
    form.print(
        () -> DesignReportText.json(report), columns -> DesignReportText.lines(report, columns));
    page.write();
    return failOn.fails(report) ? 1 : 0;
  }

  private DesignReport checked(Given given, long now) throws IOException {
    DesignReport report = DesignCheck.run(given.plan(), given.sample(), now).with(given.findings());
    page.draw(
        () -> DesignPage.of(DesignReview.run(given.plan(), given.sample(), Known.of(report), now)));
    return report;
  }
}
