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

  /** The last sequence id handed out. */
  long lastSequence();
}
