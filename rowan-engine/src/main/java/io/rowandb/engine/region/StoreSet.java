package io.rowandb.engine.region;

import io.rowandb.engine.io.DirectoryName;
import io.rowandb.engine.store.Store;
import io.rowandb.engine.store.StoreActivity;
import io.rowandb.engine.store.StoreEnvironment;
import io.rowandb.engine.store.StoreOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The stores of a region, one per family, in byte order of the families' names. Immutable. */
final class StoreSet {
  /** Makes the counters of new stores. */
  static final Function<String, StoreActivity> NEW_COUNTS = family -> new StoreActivity();

  private final Store[] stores;
  private final boolean severalVersions;

  StoreSet(List<Store> stores) {
    this.stores = stores.toArray(new Store[0]);
    Arrays.sort(this.stores, Comparator.comparing(Store::family, Arrays::compareUnsigned));
    this.severalVersions =
        stores.stream().anyMatch(store -> store.options().rules().maxVersions() > 1);
  }

  /**
   * The stores of a region.
   *
   * @param directory of the region
   * @param counts of each family, by its name
   */
  static StoreSet of(
      RegionInfo info,
      List<StoreOptions> families,
      Path directory,
      StoreEnvironment environment,
      Function<String, StoreActivity> counts) {
    return new StoreSet(
        families.stream()
            .map(
                o ->
                    new Store(
                        o,
                        info.range().startKey(),
                        info.range().endKey(),
                        directory.resolve(DirectoryName.of(o.family())),
                        environment,
                        counts.apply(o.family())))
            .toList());
  }

  int size() {
    return stores.length;
  }

  /** The families' names. */
  List<byte[]> families() {
    return Arrays.stream(stores).map(Store::family).toList();
  }

  /** Whether some family keeps more than one version. */
  boolean keepSeveralVersions() {
    return severalVersions;
  }

  boolean keepsSeveralVersions(int i) {
    return stores[i].options().rules().maxVersions() > 1;
  }

  /** They serve from now on, and count. */
  void serve() {
    for (Store store : stores) {
      store.beginServing();
    }
  }

  /** They serve no more. */
  void areGone() {
    for (Store store : stores) {
      store.endServing();
    }
  }

  Store get(int i) {
    return stores[i];
  }

  /** The index of a family given by a byte range, or -1. */
  int indexOf(byte[] array, int offset, int length) {
    for (int i = 0; i < stores.length; i++) {
      byte[] family = stores[i].family();
      if (Arrays.equals(array, offset, offset + length, family, 0, family.length)) {
        return i;
      }
    }
    return -1;
  }

  /** The very store, not another of its name; negative if it is not here. */
  int indexOf(Store store) {
    return Arrays.asList(stores).indexOf(store);
  }

  int indexOf(byte[] family) {
    return indexOf(family, 0, family.length);
  }

  int indexOf(String family) {
    for (int i = 0; i < stores.length; i++) {
      if (stores[i].options().family().equals(family)) {
        return i;
      }
    }
    return -1;
  }
}
