package io.rowandb.engine.region;

import io.rowandb.engine.store.StoreView;
import java.io.IOException;
import java.util.List;

/**
 * A change of a region's families in progress: until {@link #close} no write begins and no file
 * list changes, so the manifest and all regions of a table change atomically. Used by one thread.
 */
public final class FamilyChange implements AutoCloseable {
  // Fixed at construction.
  private final RegionContent content;
  private final RegionViews views;
  private final StoreSet stores;

  /** Null before it is held, and after it is closed. */
  private RegionViews.Hold held;

  private FamilyChange(RegionContent content, StoreSet stores) {
    this.content = content;
    this.views = content.views();
    this.stores = stores;
  }

  /** Holds a region still, to give it these stores. */
  static FamilyChange begin(RegionContent content, StoreSet stores) {
    FamilyChange change = new FamilyChange(content, stores);
    change.held = content.hold();
    return change;
  }

  /** Makes the change in memory: data of families that stay stays, that of others is given up. */
  public void apply() throws IOException {
    views.replace(() -> {}, this::changed);
  }

  private RegionView changed(RegionView before) {
    StoreView[] views = new StoreView[stores.size()];
    for (int i = 0; i < views.length; i++) {
      int old = before.stores().indexOf(stores.get(i).family());
      views[i] = old < 0 ? stores.get(i).view(List.of()) : before.store(old);
    }
    for (int old = 0; old < before.stores().size(); old++) {
      if (stores.indexOf(before.stores().get(old).family()) < 0) {
        before.stores().get(old).discardReplaced(before.store(old).files());
        before.stores().get(old).endServing();
      }
    }
    stores.serve();
    return new RegionView(stores, views);
  }

  /**
   * It is unknown whether the change is durable: when a family would be gone, the region takes no
   * writes until the next opening, which might not look for what the log has of it.
   */
  public void uncertain(IOException cause) throws IOException {
    StoreSet before = views.stores();
    for (int i = 0; i < before.size(); i++) {
      if (stores.indexOf(before.get(i).family()) < 0) {
        content.refuseWrites(cause);
      }
    }
  }

  /** Lets the region go on. */
  @Override
  public void close() {
    if (held != null) {
      held.close();
      held = null;
    }
  }
}
