package io.rowandb.cli.designcheck;

import io.rowandb.cli.mcp.McpException;
import io.rowandb.cli.mcp.McpJson;
import io.rowandb.cli.mcp.McpTool;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A command of {@code ./rowan design} as a tool. Used by one thread at a time. */
final class DesignTool implements McpTool {
  /** A report as its command prints it. */
  record Printed(List<String> lines, String json) {}

  /** What a command does. */
  interface Work {
    Printed run(TablePlan plan, Optional<SampleSpec> sample, DesignToolArguments arguments)
        throws IOException, McpException;
  }

  private final String name;
  private final String description;
  private final Map<String, Object> own;
  private final RootedFiles files;
  private final boolean needsSample;
  private final Work work;

  /**
   * A tool.
   *
   * @param own its arguments besides those that all have, as JSON Schema has properties
   */
  DesignTool(
      String name,
      String description,
      Map<String, Object> own,
      RootedFiles files,
      boolean needsSample,
      Work work) {
    this.name = name;
    this.description = description;
    this.own = own;
    this.files = files;
    this.needsSample = needsSample;
    this.work = work;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description + (needsSample ? " Needs a sample." : "");
  }

  @Override
  public Map<String, Object> arguments() {
    Map<String, Object> properties = new LinkedHashMap<>(DesignToolArguments.properties());
    properties.putAll(own);
    return Map.of("type", "object", "properties", properties, "additionalProperties", false);
  }

  @Override
  public Answer call(Map<String, Object> given) throws IOException, McpException {
    DesignToolArguments arguments = new DesignToolArguments(given, files, own.keySet());
    TablePlan plan = arguments.plan();
    Printed printed =
        arguments.withSample(
            plan,
            sample -> {
              if (needsSample && sample.isEmpty()) {
                throw McpException.ofArguments("give \"sample\", or else \"sample_file\"");
              }
              return work.run(plan, sample, arguments);
            });
    return new Answer(String.join("\n", printed.lines()), object(printed.json()));
  }

  @SuppressWarnings("unchecked") // a report is an object
  private static Map<String, Object> object(String json) throws IOException {
    return (Map<String, Object>) McpJson.read(json);
  }
}
