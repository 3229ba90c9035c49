package io.rowandb.cli.designcheck;

import io.rowandb.cli.source.FileFault;
import io.rowandb.design.check.UsedFields;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleException;
import io.rowandb.design.sample.SampleFormat;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The design and the sample that a command is given. */
final class DesignInput {
  private static final Pattern COMMA = Pattern.compile(",");

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DESIGN",
      description = "The design, a file in YAML; docs/design-checker.md says what it may have.")
  private Path design;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "SAMPLE",
      description =
          "Rows, in the order in which they arrive: a file .csv or .tsv with a header, or .jsonl (an object a line); each also with .gz. Without it the design is judged by reasoning alone.")
  private Path sample;

  @Option(
      names = "--columns",
      paramLabel = "NAMES",
      description = "The names of the sample's columns, between commas, where it has no header.")
  private String columns;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = FormatName.class,
      description = "The sample's format, csv, tsv or json, where its name does not say it.")
  private SampleFormat format;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Rows of the sample that are read at most.")
  private Long limit;

  @Option(
      names = "--max-bad",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Lines of the sample that are no rows, borne at most; ${DEFAULT-VALUE}.")
  private long maxBad;

  /** Whether a file of a design is given. */
  boolean hasDesign() {
    return design != null;
  }

  /** The design; an error in it is one of the command line. */
  TablePlan plan() throws IOException {
    if (design == null) {
      throw refused("DESIGN is missing: the file of the design");
    }
    try {
      return TablePlanYaml.read(design);
    } catch (PlanException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (FileSystemException e) {
      throw unreadable(e);
    }
  }

  private ParameterException unreadable(FileSystemException e) {
    return new ParameterException(
        spec.commandLine(), FileFault.ofReading(Path.of(e.getFile()), e), e);
  }

  /** The files that are read. */
  List<Path> files() {
    return Stream.of(design, sample).filter(Objects::nonNull).toList();
  }

  /** The sample, if one is given. */
  Optional<SampleSpec> sample(TablePlan plan) {
    if (limit != null && limit < 1) {
      throw refused("--limit " + limit + " should be 1 or more");
    }
    if (maxBad < 0) {
      throw refused("--max-bad " + maxBad + " should be 0 or more");
    }
    if (sample == null) {
      return Optional.empty();
    }
    SampleFormat read =
        format != null
            ? format
            : SampleFormat.ofName(sample)
                .orElseThrow(
                    () ->
                        refused(
                            sample
                                + ": the name does not say what it is: give --format csv, tsv or"
                                + " json"));
    List<String> names = columns == null ? List.of() : List.of(COMMA.split(columns, -1));
    if (names.isEmpty() && read == SampleFormat.JSON) {
      names = UsedFields.of(plan);
    }
    return Optional.of(
        new SampleSpec(sample, read, names, limit == null ? Long.MAX_VALUE : limit, maxBad));
  }

  /** For a design that is no file: then the first argument is the sample. */
  void takeFirstAsSample() {
    if (sample != null) {
      throw refused(sample + " is one argument too many: beside --class there is SAMPLE alone");
    }
    sample = design;
    design = null;
  }

  /** For what has its own rows. */
  void refuseSample() {
    if (sample != null) {
      throw refused(sample + " is one argument too many: the rows are those of --table");
    }
  }

  /** Rows that are read at most; empty when nothing is said. */
  OptionalLong limit() {
    return limit == null ? OptionalLong.empty() : OptionalLong.of(limit);
  }

  /** Work on the sample; one that cannot be read is an error of the command line. */
  <T> T read(Work<T> work) throws IOException {
    try {
      return work.run();
    } catch (PlanException | SampleException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (AccessDeniedException e) {
      throw unreadable(e);
    }
  }

  ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  /** What is done with a sample. */
  interface Work<T> {
    T run() throws IOException;
  }

  /** Takes small letters too. */
  static final class FormatName implements ITypeConverter<SampleFormat> {
    @Override
    public SampleFormat convert(String value) {
      return switch (value) {
        case "csv" -> SampleFormat.CSV;
        case "tsv" -> SampleFormat.TSV;
        case "json" -> SampleFormat.JSON;
        default ->
            throw new picocli.CommandLine.TypeConversionException(
                "\"" + value + "\" is no format: csv, tsv or json");
      };
    }
  }
}
