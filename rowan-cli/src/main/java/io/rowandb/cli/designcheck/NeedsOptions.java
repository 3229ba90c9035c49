package io.rowandb.cli.designcheck;

import io.rowandb.design.plan.PlannedCluster;
import io.rowandb.design.plan.PlannedNeeds;
import io.rowandb.design.plan.PlannedNeeds.Transactions;
import io.rowandb.design.plan.TablePlan;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What only a design file says, for designs that are no file; given beside a file, it counts. */
final class NeedsOptions {
  private static final long MOST_ROWS = 1_000_000_000_000_000L;
  private static final long MOST_WRITES = 100_000_000_000L;
  private static final int MOST_SERVERS = 10_000;
  private static final int MOST_JOINS = 1000;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description =
          "Rows that the table will have; else as the design says, or as a table has that is read"
              + " as a whole.")
  private Long rows;

  @Option(
      names = "--writes-per-second",
      paramLabel = "N",
      description = "Rows that come each second; else as the design says.")
  private Long writes;

  @Option(
      names = "--servers",
      paramLabel = "N",
      description = "Servers, 1 to 10000; else as the design says.")
  private Integer servers;

  @Option(
      names = "--transactions",
      paramLabel = "WHAT",
      converter = TransactionsName.class,
      description = "What changes as one: none, row or rows; else as the design says, or row.")
  private Transactions transactions;

  @Option(
      names = "--joins",
      paramLabel = "N",
      description = "Other tables that one question joins with this; else as the design says.")
  private Integer joins;

  @Option(names = "--free-questions", description = "People ask what no pattern lists.")
  private boolean asksFreely;

  @Option(names = "--constraints", description = "The database should keep rules beside the key.")
  private boolean hasConstraints;

  /** Refuses what is out of range. */
  void check(DesignInput input) {
    check(input, "--rows", rows, 1, MOST_ROWS);
    check(input, "--writes-per-second", writes, 1, MOST_WRITES);
    check(input, "--servers", servers, 1, MOST_SERVERS);
    check(input, "--joins", joins, 0, MOST_JOINS);
  }

  private static void check(DesignInput input, String option, Number value, long least, long most) {
    if (value != null && (value.longValue() < least || value.longValue() > most)) {
      throw input.refused(option + " " + value + " should be " + least + " to " + most);
    }
  }

  /** The plan with what is given. */
  TablePlan in(TablePlan plan) {
    PlannedCluster cluster = plan.cluster();
    PlannedNeeds needs = plan.needs();
    return plan.withUse(
        rows == null ? plan.rows() : rows,
        writes == null ? plan.writesPerSecond() : writes,
        new PlannedCluster(
            servers == null ? cluster.servers() : servers,
            cluster.heapBytes(),
            cluster.diskBytes()),
        new PlannedNeeds(
            transactions == null ? needs.transactions() : transactions,
            joins == null ? needs.joins() : joins,
            asksFreely || needs.asksFreely(),
            hasConstraints || needs.hasConstraints()));
  }

  /** Takes small letters. */
  static final class TransactionsName implements ITypeConverter<Transactions> {
    @Override
    public Transactions convert(String value) {
      for (Transactions each : Transactions.values()) {
        if (each.name().toLowerCase(Locale.ROOT).equals(value)) {
          return each;
        }
      }
      throw new TypeConversionException("\"" + value + "\" is none of none, row and rows");
    }
  }
}
