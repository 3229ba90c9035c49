package io.rowandb.cli.designcheck;

import io.rowandb.cli.designcheck.DesignTool.Printed;
import io.rowandb.cli.mcp.McpException;
import io.rowandb.cli.mcp.McpResource;
import io.rowandb.cli.mcp.McpTool;
import io.rowandb.design.advise.AdviceReport;
import io.rowandb.design.advise.DesignAdvice;
import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.estimate.DesignEstimate;
import io.rowandb.design.estimate.EstimateReport;
import io.rowandb.design.fit.DesignFit;
import io.rowandb.design.fit.FitReport;
import io.rowandb.design.measure.DesignMeasure;
import io.rowandb.design.measure.MeasureReport;
import io.rowandb.design.simulate.DesignSimulation;
import io.rowandb.design.simulate.SimulatedSplits;
import io.rowandb.design.simulate.SimulationReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the server of {@code ./rowan design mcp} has. */
final class DesignTools {
  /** Columns of the texts that are answered. */
  private static final int COLUMNS = 100;

  private static final int MOST_SERVERS = 10_000;
  private static final int MOST_SPANS = 1000;
  private static final int USUAL_SPANS = 20;
  private static final int MOST_BUDGET = 300;
  private static final int MOST_CALLS = 10_000;
  private static final int MOST_TOLD = 5;

  private static final List<String> EXAMPLES =
      List.of(
          "calls",
          "calls-month-first",
          "logs",
          "messages",
          "series",
          "stream",
          "stream-without-author");

  private DesignTools() {}

  /** The tools; a new command is one more line. */
  static List<McpTool> of(RootedFiles files, Clock clock) {
    return List.of(
        check(files, clock),
        estimate(files),
        simulate(files),
        measure(files),
        fit(files, clock),
        advise(files, clock));
  }

  private static McpTool check(RootedFiles files, Clock clock) {
    return new DesignTool(
        "check",
        "Finds the faults of a table's design for HBase, the worst first: hot regions, keys that"
            + " are not unique, questions that read the whole table. Each with evidence from the"
            + " sample, its cost and the remedy.",
        Map.of(),
        files,
        false,
        (plan, sample, arguments) -> {
          DesignReport report = DesignCheck.run(plan, sample, clock.millis());
          return new Printed(
              DesignReportText.lines(report, COLUMNS), DesignReportText.json(report));
        });
  }

  private static McpTool estimate(RootedFiles files) {
    return new DesignTool(
        "estimate",
        "Says what the table takes of disk and memory, with each encoding and codec, measured on"
            + " rows of the sample.",
        Map.of(
            "rows",
            DesignToolArguments.ofNumber(
                "Rows that the table will have.", DesignEstimateCommand.MOST_ROWS)),
        files,
        true,
        (plan, sample, arguments) -> {
          long rows = arguments.number("rows", 0, DesignEstimateCommand.MOST_ROWS);
          EstimateReport report = DesignEstimate.run(plan, sample.orElseThrow(), rows);
          return new Printed(EstimateText.lines(report, COLUMNS), EstimateText.json(report));
        });
  }

  private static McpTool simulate(RootedFiles files) {
    return new DesignTool(
        "simulate",
        "Writes the sample, in the order of arrival, into regions that split on several servers:"
            + " the share of the hottest region and server by time, and whose rows these are.",
        Map.of(
            "servers",
            DesignToolArguments.ofNumber("Servers; else as in the design.", MOST_SERVERS),
            "spans",
            DesignToolArguments.ofNumber("Spans of arrival; 20.", MOST_SPANS),
            "split_policy",
            DesignToolArguments.ofText(
                "stepping, increasing, increasing-094, constant or disabled; stepping.")),
        files,
        true,
        (plan, sample, arguments) -> {
          SimulationReport report =
              DesignSimulation.run(
                  plan,
                  sample.orElseThrow(),
                  (int) arguments.number("servers", 0, MOST_SERVERS),
                  policy(arguments),
                  (int) arguments.number("spans", USUAL_SPANS, MOST_SPANS));
          return new Printed(SimulationText.lines(report, COLUMNS), SimulationText.json(report));
        });
  }

  private static SimulatedSplits policy(DesignToolArguments arguments) throws McpException {
    String wanted = arguments.text("split_policy").orElse("stepping");
    for (SimulatedSplits each : SimulatedSplits.values()) {
      if (SimulationText.name(each).equals(wanted)) {
        return each;
      }
    }
    throw McpException.ofArguments(
        "\"split_policy\": \""
            + wanted
            + "\" is none of stepping, increasing, increasing-094, constant and disabled");
  }

  private static McpTool measure(RootedFiles files) {
    return new DesignTool(
        "measure",
        "Writes the sample into a temporary store and asks each pattern with values drawn from it:"
            + " what a call reads and how long it takes, beside the estimate.",
        Map.of(
            "calls",
            DesignToolArguments.ofNumber(
                "Calls of each pattern; " + DesignMeasure.USUAL_CALLS + ".", MOST_CALLS),
            "seed",
            DesignToolArguments.ofNumber("By which values are drawn; 1.", Long.MAX_VALUE / 2)),
        files,
        true,
        (plan, sample, arguments) -> {
          int calls = (int) arguments.number("calls", DesignMeasure.USUAL_CALLS, MOST_CALLS);
          long seed = arguments.number("seed", 1, Long.MAX_VALUE / 2);
          MeasureReport report =
              new DesignMeasure(plan, sample.orElseThrow(), calls, seed).inTemporaryStore();
          return new Printed(MeasureText.lines(report, COLUMNS), MeasureText.json(report));
        });
  }

  private static McpTool fit(RootedFiles files, Clock clock) {
    return new DesignTool(
        "fit",
        "Says whether the table should be in HBase at all: yes, doubtful or no, with the reasons"
            + " and what to use instead.",
        Map.of(),
        files,
        false,
        (plan, sample, arguments) -> {
          FitReport report = DesignFit.run(plan, sample, clock.millis());
          return new Printed(FitText.lines(report, COLUMNS), FitText.json(report));
        });
  }

  private static McpTool advise(RootedFiles files, Clock clock) {
    return new DesignTool(
        "advise",
        "Searches for better designs for the same rows and questions, each judged by check,"
            + " simulation and the cost of the questions. The best are YAML to use.",
        Map.of(
            "budget",
            DesignToolArguments.ofNumber(
                "Designs that are judged at most; " + DesignAdvice.USUAL_BUDGET + ".", MOST_BUDGET),
            "best",
            DesignToolArguments.ofNumber("Better designs that are told; 1.", MOST_TOLD)),
        files,
        true,
        (plan, sample, arguments) -> {
          AdviceReport report =
              DesignAdvice.run(
                  plan,
                  sample.orElseThrow(),
                  (int) arguments.number("budget", DesignAdvice.USUAL_BUDGET, MOST_BUDGET),
                  (int) arguments.number("best", 1, MOST_TOLD),
                  clock.millis());
          return new Printed(AdviceText.lines(report, COLUMNS), AdviceText.json(report));
        });
  }

  /** The schema of a design, and example designs. */
  static List<McpResource> resources() throws IOException {
    List<McpResource> resources = new ArrayList<>();
    resources.add(
        new McpResource(
            "rowan://design/schema",
            "The schema of a design",
            "application/schema+json",
            text("design.schema.json")));
    for (String each : EXAMPLES) {
      resources.add(
          new McpResource(
              "rowan://design/examples/" + each + ".yaml",
              "Example design " + each,
              "application/yaml",
              text("examples/" + each + ".yaml")));
    }
    return resources;
  }

  private static String text(String name) throws IOException {
    try (InputStream in = DesignTools.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is missing beside " + DesignTools.class.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
