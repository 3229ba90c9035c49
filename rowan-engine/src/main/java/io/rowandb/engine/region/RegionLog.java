package io.rowandb.engine.region;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import java.io.IOException;
import java.util.List;

/** The database's log as a region sees it. Sequence ids grow over all regions that share it. */
public interface RegionLog {
  /**
   * Takes one atomic change of a region.
   *
   * @return its sequence id
   */
  long append(long regionNumber, List<RowMutation> mutations) throws IOException;

  /** Returns when the change with this sequence id is as safe as {@code durability} says. */
  void sync(long sequence, Durability durability) throws IOException;

  /**
   * Hands everything appended so far to the operating system, without forcing it.
   *
   * @return whether the log has every change from sequence id {@code first} on that was to be
   *     logged; false also when that is unknown
   */
  boolean hasWritten(long first);

  /** The last sequence id handed out. */
  long lastSequence();
}
