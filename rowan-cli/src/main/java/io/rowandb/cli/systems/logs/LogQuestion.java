package io.rowandb.cli.systems.logs;

import io.rowandb.systems.logs.LogLines;
import io.rowandb.systems.logs.LogQuery;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is asked of a log store. */
public final class LogQuestion {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      required = true,
      description = "The group, such as a host.")
  private String group;

  @Option(
      names = "--guid",
      paramLabel = "GUID",
      description =
          "Lines that have it as their first or second guid; given several times, lines that have any of them.")
  private List<String> guids = new ArrayList<>();

  @Option(names = "--code", paramLabel = "CODE", description = "Or lines of this code.")
  private String code;

  @Option(
      names = "--source",
      paramLabel = "NAME",
      description = "Or lines of this source, once there is an index for it.")
  private String source;

  @Option(
      names = "--from",
      paramLabel = "DAY",
      converter = DayConverter.class,
      required = true,
      description = "The first day, as 2020-06-10, in UTC.")
  private LocalDate from;

  @Option(
      names = "--to",
      paramLabel = "DAY",
      converter = DayConverter.class,
      description = "The last day: the first one unless given.")
  private LocalDate to;

  /** For picocli. */
  public LogQuestion() {}

  /** The question; refuses what is none. */
  LogQuery query() {
    try {
      LogQuery.Builder query = LogQuery.ofGroup(group);
      guids.forEach(each -> query.guid(LogLines.guid("--guid", each)));
      return query.code(code).source(source).days(from, to == null ? from : to).build();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
