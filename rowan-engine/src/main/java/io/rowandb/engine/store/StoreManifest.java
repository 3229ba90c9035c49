package io.rowandb.engine.store;

import java.io.IOException;
import java.util.List;

/** Where stores make changes of their file lists durable. Implemented by the database. */
public interface StoreManifest {
  /**
   * A store's files changed.
   *
   * @param regionNumber the region
   * @param family the family
   * @param added names of files that live from now on
   * @param removed names of files that do not live any more
   * @param flushedSequence every write up to this sequence id is in files; 0 leaves it as it was
   * @param logged whether the log had all that is in the added files when they were listed, or
   *     files that were listed before
   */
  record Change(
      long regionNumber,
      String family,
      List<String> added,
      List<String> removed,
      long flushedSequence,
      boolean logged) {
    /** Copies the lists. */
    public Change {
      added = List.copyOf(added);
      removed = List.copyOf(removed);
    }
  }

  /**
   * Makes the changes durable, all or none.
   *
   * @throws UncertainCommitException when they may be durable or not; after any other exception
   *     they are not
   */
  void commit(List<Change> changes) throws IOException;

  /** A file name that no store of this database ever had. */
  String newFileName();
}
