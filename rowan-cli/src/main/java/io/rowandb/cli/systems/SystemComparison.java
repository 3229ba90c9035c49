package io.rowandb.cli.systems;

import io.rowandb.cli.StopSignal;
import io.rowandb.systems.measure.Attempt;
import io.rowandb.systems.measure.Comparison;
import io.rowandb.systems.measure.Measurement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Measures designs one after the other, until the process is told to end. */
public final class SystemComparison {
  private SystemComparison() {}

  /**
   * Measures them.
   *
   * @param records all of them, the same each time
   * @param newest those that are written at the end, whose regions are looked at
   * @return one for each attempt, or none when the process was told to end
   * @throws IOException when a table is there already, saying what to do
   */
  public static <S> List<Measurement> measure(
      Connection connection,
      StopSignal signal,
      Supplier<Stream<S>> records,
      Supplier<Stream<S>> newest,
      List<Attempt<S, ?>> attempts)
      throws IOException {
    Comparison<S> comparison =
        new Comparison<>(
            connection, () -> records.get().takeWhile(each -> !signal.getAsBoolean()), newest);
    List<Measurement> all = new ArrayList<>();
    for (Attempt<S, ?> attempt : attempts) {
      if (signal.getAsBoolean()) {
        return List.of();
      }
      all.add(measure(comparison, attempt));
    }
    return all;
  }

  private static <S> Measurement measure(Comparison<S> comparison, Attempt<S, ?> attempt)
      throws IOException {
    try {
      return comparison.measure(attempt);
    } catch (TableExistsException e) {
      throw existing(attempt.design().name(), e);
    }
  }

  /** Refuses a number of an option that is not from 1 to {@code most}. */
  public static void check(CommandSpec spec, String option, int number, int most) {
    if (number < 1 || number > most) {
      throw new ParameterException(
          spec.commandLine(),
          option + " " + number + (most < Integer.MAX_VALUE ? ": 1 to " + most : ": at least 1"));
    }
  }

  /** What to do when a table of a comparison is there already. */
  public static IOException existing(Object table, TableExistsException why) {
    return new IOException(
        "table "
            + table
            + " is there already: another compare runs, or one was killed; if none runs, drop it in"
            + " ./rowan shell",
        why);
  }
}
