package io.rowandb.engine.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Sums up the activity in all stores of a database. Each store has its own counters, so a read
 * counts everything only once. A removed store leaves its counts here, so the sum never decreases.
 * Reads of an open scanner on a removed store are no longer counted.
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
