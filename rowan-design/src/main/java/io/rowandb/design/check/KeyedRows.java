package io.rowandb.design.check;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import java.io.IOException;
import java.util.List;

/** Reads a sample once, and writes each key once, for all that look at its rows. */
public final class KeyedRows {
  private KeyedRows() {}

  /** Looks at the rows that have a key. */
  public interface Taker {
    /**
     * A row.
     *
     * @param key that was written for it; another one after the call
     * @param line the number of the row in the sample, from 0
     */
    void take(PlannedKey key, String[] row, long line);
  }

  /**
   * Reads the rows.
   *
   * @param limit rows that are read at most
   * @throws PlanException when the sample lacks a field of the plan
   * @throws IOException when it cannot be read
   */
  public static void read(
      TablePlan plan, SampleFile sample, long limit, List<? extends Taker> takers)
      throws IOException {
    UsedFields.check(plan, sample);
    PlannedKey key = new PlannedKey(plan, sample.fields()::indexOf);
    String[] row = sample.next();
    for (long i = 0; i < limit && row != null; i++) {
      if (key.write(row)) {
        for (Taker each : takers) {
          each.take(key, row, i);
        }
      }
      row = sample.next();
    }
  }
}
