package io.rowandb.engine.load;

import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import java.io.IOException;

/** What a load needs of the tables of its database. Safe for many threads. */
public interface LoadableTables {
  /** A part of a load. */
  @FunctionalInterface
  interface Step {
    /** Does it. */
    void run() throws IOException;
  }

  /** A table of the manifest as it is now; refuses a name that none has. */
  TableMap.Entry stored(TableName name) throws RefusedException;

  /** Refuses once the database is closed. */
  void checkOpen() throws RefusedException;

  /** Runs a step while no table or region comes, goes or changes. */
  void whileNoneChanges(Step step) throws IOException;
}
