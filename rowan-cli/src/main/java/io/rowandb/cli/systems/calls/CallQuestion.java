package io.rowandb.cli.systems.calls;

import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.Tariff;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is asked of call records. */
public final class CallQuestion {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--month",
      paramLabel = "MONTH",
      converter = MonthConverter.class,
      required = true,
      description = "As 2011-07, in UTC.")
  private YearMonth month;

  @Option(
      names = "--phone",
      paramLabel = "NUMBER",
      description = "What this phone did, the newest first; with --bill its bill.")
  private Long phone;

  @Option(
      names = "--area",
      paramLabel = "N",
      description = "What went on in the cells of this area; with --cell in one of them.")
  private Integer area;

  @Option(names = "--cell", paramLabel = "N", description = "A cell of the area.")
  private Integer cell;

  @Option(
      names = "--bill",
      description = "The bill of the phone; without a phone or an area those of all phones.")
  private boolean bill;

  @Option(
      names = "--cents",
      paramLabel = "N",
      defaultValue = "5",
      description = "The price of a minute that began: ${DEFAULT-VALUE} unless given.")
  private long cents;

  @Option(
      names = "--free",
      paramLabel = "N",
      defaultValue = "0",
      description = "Free minutes a month: ${DEFAULT-VALUE} unless given.")
  private long free;

  /** For picocli. */
  public CallQuestion() {}

  /** What can be asked. */
  enum Kind {
    MONTH_OF_PHONE,
    BILL,
    ALL_BILLS,
    AREA,
    CELL
  }

  /** Which of them it is; refuses what is none, and numbers that no record has. */
  Kind kind() {
    try {
      tariff();
      // A record knows which numbers there are.
      new CallRecord(
          phone == null ? 0 : phone,
          month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant(),
          0,
          /* outgoing= */ true,
          0,
          area == null ? 0 : area,
          cell == null ? 0 : cell);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    if (!bill) {
      for (String option : List.of("--cents", "--free")) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
          throw new ParameterException(spec.commandLine(), option + " goes with --bill alone");
        }
      }
    }
    if (phone != null && area == null && cell == null) {
      return bill ? Kind.BILL : Kind.MONTH_OF_PHONE;
    }
    if (phone == null && area != null && !bill) {
      return cell == null ? Kind.AREA : Kind.CELL;
    }
    if (phone == null && area == null && cell == null && bill) {
      return Kind.ALL_BILLS;
    }
    throw new ParameterException(
        spec.commandLine(),
        "ask for --phone NUMBER, --phone NUMBER --bill, --bill, --area N or --area N --cell N");
  }

  YearMonth month() {
    return month;
  }

  long phone() {
    return phone;
  }

  int area() {
    return area;
  }

  int cell() {
    return cell;
  }

  Tariff tariff() {
    return new Tariff(cents, free);
  }
}
