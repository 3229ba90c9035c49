package io.rowandb.engine.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Adds up what is done in all stores of a database. A store counts for itself alone, so that a read
 * counts everything once; one that is gone leaves its counts here, so that the sum never goes back.
 * What an open scanner still reads of a store that is gone is counted no more.
 *
 * <p>Safe for use by many threads.
 */
public final class DatabaseActivity {
  @GuardedBy("this")
  private final Set<StoreActivity> stores = Collections.newSetFromMap(new IdentityHashMap<>());

  @GuardedBy("this")
  private StoreCounts gone = StoreCounts.NONE;

  /** Without a store. */
  public DatabaseActivity() {}

  /** Takes in a store that serves from now on. Twice does nothing. */
  synchronized void add(StoreActivity store) {
    stores.add(store);
  }

  /** Takes out a store that serves no more; its counts stay. Twice does nothing. */
  synchronized void remove(StoreActivity store) {
    if (stores.remove(store)) {
      gone = gone.plus(store.counts());
    }
  }

  /** The sum. */
  public synchronized StoreCounts counts() {
    StoreCounts sum = gone;
    for (StoreActivity store : stores) {
      sum = sum.plus(store.counts());
    }
    return sum;
  }
}
