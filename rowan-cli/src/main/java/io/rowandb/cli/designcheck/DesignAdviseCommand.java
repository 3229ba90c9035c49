package io.rowandb.cli.designcheck;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.designcheck.GivenDesign.Given;
import io.rowandb.design.advise.AdviceReport;
import io.rowandb.design.advise.DesignAdvice;
import io.rowandb.design.page.DesignPage;
import io.rowandb.design.page.DesignReview;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan design advise}. */
@Command(
    name = "advise",
    mixinStandardHelpOptions = true,
    description = {
      "Searches for better designs for the same rows and questions: other row keys, names, families and splits, or a second table. Each is judged by check, simulation and the questions' cost, and printed as YAML, the best first.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, whether there is a better one or not",
      "1:the report or the page could not be written",
      "2:the command line, the design or the sample is wrong"
    })
final class DesignAdviseCommand implements Callable<Integer> {
  private static final int MOST_BUDGET = 10_000;
  private static final int MOST_TOLD = 5;

  @Spec private CommandSpec spec;

  @Mixin private DesignInput input;

  @Mixin private ClassOptions java;

  @Option(
      names = "--budget",
      paramLabel = "N",
      defaultValue = "" + DesignAdvice.USUAL_BUDGET,
      description = "Designs that are judged at most, 1 to 10000; ${DEFAULT-VALUE}.")
  private int budget;

  @Option(
      names = "--best",
      paramLabel = "N",
      defaultValue = "1",
      description = "Better designs that are printed at most, 1 to 5; ${DEFAULT-VALUE}.")
  private int best;

  @Mixin private ReportForm form;

  @Mixin private PageOption page;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    check("--budget", budget, MOST_BUDGET);
    check("--best", best, MOST_TOLD);
    long now = Clock.systemUTC().millis();
    AdviceReport report =
        new GivenDesign(input, java, Optional.empty(), page)
            .useWithRows(given -> advised(given, now));
    form.print(() -> AdviceText.json(report), columns -> AdviceText.lines(report, columns));
    page.write();
    return 0;
  }

  private AdviceReport advised(Given given, long now) throws IOException {
    SampleSpec sample = given.sample().orElseThrow();
    AdviceReport report = DesignAdvice.run(given.plan(), sample, budget, best, now);
    page.draw(() -> page(given.plan(), sample, report, now));
    return report;
  }

  /** The page of the present design and of the best one beside it. */
  private static String page(TablePlan plan, SampleSpec sample, AdviceReport report, long now)
      throws IOException {
    List<DesignReview> proposed = new ArrayList<>();
    if (!report.better().isEmpty()) {
      for (TablePlan each : report.better().get(0).tables()) {
        proposed.add(review(each, sample, now));
      }
    }
    return DesignPage.of(review(plan, sample, now), proposed, report);
  }

  private static DesignReview review(TablePlan plan, SampleSpec sample, long now)
      throws IOException {
    return DesignReview.run(plan, Optional.of(sample), DesignReview.Known.NOTHING, now);
  }

  private void check(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " " + value + " should be 1 to " + most);
    }
  }
}
