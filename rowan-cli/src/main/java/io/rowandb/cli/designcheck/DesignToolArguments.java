package io.rowandb.cli.designcheck;

import io.rowandb.cli.mcp.McpException;
import io.rowandb.design.check.UsedFields;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleFormat;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The arguments of one call of a tool: a design, a sample, and numbers. One thread. */
final class DesignToolArguments {
  /** Rows that are read at most. */
  static final long MOST_ROWS = 10_000_000;

  private static final long USUAL_ROWS = 1_000_000;
  private static final Set<String> OWN =
      Set.of("design", "design_file", "sample", "sample_file", "sample_format", "limit");

  private final Map<String, Object> given;
  private final RootedFiles files;

  /**
   * Of a call.
   *
   * @param others the names of the tool's own arguments
   * @throws McpException when there is one that the tool does not have
   */
  DesignToolArguments(Map<String, Object> given, RootedFiles files, Set<String> others)
      throws McpException {
    this.given = given;
    this.files = files;
    for (String each : given.keySet()) {
      if (!OWN.contains(each) && !others.contains(each)) {
        throw McpException.ofArguments("\"" + each + "\" is no argument of this tool");
      }
    }
  }

  /** The arguments that all tools have, as JSON Schema has properties. */
  static Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(
        "design",
        ofText("The design, as YAML; the resource rowan://design/schema says what it may have."));
    properties.put("design_file", ofText("Instead, a file of it, below the server's root."));
    properties.put(
        "sample",
        ofText(
            "Rows that the table will have, in the order of arrival: CSV with a header, or an"
                + " object of JSON a line."));
    properties.put(
        "sample_file",
        ofText("Instead, a file .csv, .tsv or .jsonl, each also with .gz, below the root."));
    properties.put(
        "sample_format",
        Map.of(
            "type",
            "string",
            "enum",
            List.of("csv", "tsv", "json"),
            "description",
            "The sample's format; csv, or as the file's name says."));
    properties.put("limit", ofNumber("Rows of the sample that are read at most.", MOST_ROWS));
    return properties;
  }

  static Map<String, Object> ofText(String description) {
    return Map.of("type", "string", "description", description);
  }

  static Map<String, Object> ofNumber(String description, long most) {
    return Map.of("type", "integer", "minimum", 1, "maximum", most, "description", description);
  }

  /** The design. */
  TablePlan plan() throws IOException, McpException {
    Optional<String> text = text("design");
    Optional<String> file = text("design_file");
    if (text.isPresent() == file.isPresent()) {
      throw McpException.ofArguments("give \"design\", or else \"design_file\"");
    }
    return text.isPresent()
        ? TablePlanYaml.parse("design", text.get())
        : TablePlanYaml.read(files.file(file.get()));
  }

  /** A text; empty when there is none. */
  Optional<String> text(String name) throws McpException {
    Object value = given.get(name);
    if (value != null && !(value instanceof String)) {
      throw McpException.ofArguments("\"" + name + "\" should be a text");
    }
    return Optional.ofNullable((String) value);
  }

  /** A whole number from 1 on; a usual one when there is none. */
  long number(String name, long usual, long most) throws McpException {
    Object value = given.get(name);
    if (value == null) {
      return usual;
    }
    boolean isWhole = value instanceof Integer || value instanceof Long;
    long number = isWhole ? ((Number) value).longValue() : 0;
    if (number < 1 || number > most) {
      throw McpException.ofArguments(
          "\"" + name + "\": " + value + " should be a whole number from 1 to " + most);
    }
    return number;
  }

  /** What is done with a sample. */
  interface Work<T> {
    T run(Optional<SampleSpec> sample) throws IOException, McpException;
  }

  /** Does something with the sample, if one is given; one in a text is a file for as long. */
  <T> T withSample(TablePlan plan, Work<T> work) throws IOException, McpException {
    Optional<String> text = text("sample");
    Optional<String> name = text("sample_file");
    if (text.isPresent() && name.isPresent()) {
      throw McpException.ofArguments("give \"sample\" or \"sample_file\", not both");
    }
    if (name.isPresent()) {
      return work.run(Optional.of(spec(plan, files.file(name.get()), format(name.get()))));
    }
    if (text.isEmpty()) {
      return work.run(Optional.empty());
    }
    Path file = Files.createTempFile("rowan-sample-", ".txt");
    try {
      Files.writeString(file, text.get());
      return work.run(Optional.of(spec(plan, file, format("sample.csv"))));
    } catch (IOException e) {
      if (e.getMessage() == null) {
        throw e;
      }
      throw new IOException(e.getMessage().replace(file.toString(), "sample"), e);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private SampleFormat format(String name) throws McpException {
    Optional<String> said = text("sample_format");
    if (said.isEmpty()) {
      return SampleFormat.ofName(Path.of(name))
          .orElseThrow(
              () ->
                  McpException.ofArguments(
                      "\"" + name + "\" does not say what it is: give \"sample_format\""));
    }
    return switch (said.get()) {
      case "csv" -> SampleFormat.CSV;
      case "tsv" -> SampleFormat.TSV;
      case "json" -> SampleFormat.JSON;
      default ->
          throw McpException.ofArguments(
              "\"sample_format\": \"" + said.get() + "\" is none of csv, tsv and json");
    };
  }

  private SampleSpec spec(TablePlan plan, Path file, SampleFormat format) throws McpException {
    List<String> names = new ArrayList<>();
    if (format == SampleFormat.JSON) {
      names.addAll(UsedFields.of(plan));
    }
    return new SampleSpec(
        file, format, names, number("limit", USUAL_ROWS, MOST_ROWS), SampleSpec.USUAL_BAD);
  }
}
