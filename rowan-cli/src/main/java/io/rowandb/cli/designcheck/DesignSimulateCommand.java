package io.rowandb.cli.designcheck;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.designcheck.GivenDesign.Given;
import io.rowandb.design.page.DesignPage;
import io.rowandb.design.page.DesignReview;
import io.rowandb.design.page.DesignReview.Known;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.design.simulate.DesignSimulation;
import io.rowandb.design.simulate.SimulatedSplits;
import io.rowandb.design.simulate.SimulationReport;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code ./rowan design simulate}. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the sample's writes, in the order of arrival, over regions that split and servers that have them: how hot the hottest region and server are, span by span, and by which values.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the report or the page could not be written",
      "2:the command line, the design or the sample is wrong, or there is no such table"
    })
final class DesignSimulateCommand implements Callable<Integer> {
  private static final int MOST_SERVERS = 10_000;
  private static final int MOST_SPANS = 1000;

  @Spec private CommandSpec spec;

  @Mixin private DesignInput input;

  @Mixin private ClassOptions java;

  @Mixin private TableOptions table;

  @Option(
      names = "--servers",
      paramLabel = "N",
      description = "Servers, 1 to 10000; else as the design says.")
  private Integer servers;

  @Option(
      names = "--split-policy",
      paramLabel = "POLICY",
      defaultValue = "stepping",
      converter = PolicyName.class,
      description =
          "When regions split: stepping (HBase 2), increasing (0.98), increasing-094, constant or"
              + " disabled; ${DEFAULT-VALUE}.")
  private SimulatedSplits policy;

  @Option(
      names = "--spans",
      paramLabel = "N",
      defaultValue = "20",
      description = "Spans of arrival, each with as many rows, 1 to 1000; ${DEFAULT-VALUE}.")
  private int spans;

  @Mixin private ReportForm form;

  @Mixin private PageOption page;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    check("--servers", servers == null ? 1 : servers, MOST_SERVERS);
    check("--spans", spans, MOST_SPANS);
    SimulationReport report =
        new GivenDesign(input, java, Optional.of(table), page).useWithRows(this::simulated);
    form.print(() -> SimulationText.json(report), columns -> SimulationText.lines(report, columns));
    page.write();
    return 0;
  }

  private SimulationReport simulated(Given given) throws IOException {
    SampleSpec sample = given.sample().orElseThrow();
    SimulationReport report =
        DesignSimulation.run(given.plan(), sample, servers == null ? 0 : servers, policy, spans);
    long now = Clock.systemUTC().millis();
    page.draw(
        () -> DesignPage.of(DesignReview.run(given.plan(), given.sample(), Known.of(report), now)));
    return report;
  }

  private void check(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " " + value + " should be 1 to " + most);
    }
  }

  /** Takes small letters and hyphens. */
  static final class PolicyName implements ITypeConverter<SimulatedSplits> {
    @Override
    public SimulatedSplits convert(String value) {
      for (SimulatedSplits each : SimulatedSplits.values()) {
        if (SimulationText.name(each).equals(value)) {
          return each;
        }
      }
      throw new TypeConversionException(
          "\""
              + value
              + "\" is none of stepping, increasing, increasing-094, constant and disabled");
    }
  }
}
