package io.rowandb.engine.region;

import io.rowandb.engine.store.NewLinks;
import io.rowandb.engine.store.SharedStoreFile;
import io.rowandb.engine.store.Store;
import io.rowandb.engine.store.StoreOptions;
import io.rowandb.engine.store.StoreView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A new region that takes over the rows of others. It links and opens their files, first while the
 * others still serve and again while they are held, so that little is left to do while their
 * writers wait.
 *
 * <ol>
 *   <li>After {@link #take} there is one open link to each current file of the others that has rows
 *       of this one; links to files that no longer exist are removed. All are durable.
 *   <li>The region is opened while the others are held, so that its read point is not below
 *       anything in the files.
 * </ol>
 *
 * Used by one thread, and closed by it: by then the opened files belong to the region, or are
 * abandoned. If the change fails, the links stay in the directory.
 */
public final class RegionHeir implements AutoCloseable {
  // Fixed at construction.
  private final RegionInfo info;
  private final Path directory;
  private final RegionEnvironment environment;
  private final StoreSet stores;
  private final NewLinks links;

  /** Of each store, by the file of another region: the link to it. */
  private final List<Map<SharedStoreFile, SharedStoreFile>> taken = new ArrayList<>();

  /** Up to when the others gave times. */
  private long newestMillis = Long.MIN_VALUE;

  /**
   * An heir of nothing yet.
   *
   * @param directory of the region; need not exist yet
   * @param families all families of its table
   */
  public RegionHeir(
      RegionInfo info, Path directory, List<StoreOptions> families, RegionEnvironment environment) {
    this.info = info;
    this.directory = directory;
    this.environment = environment;
    this.stores = StoreSet.of(info, families, directory, environment.stores(), StoreSet.NEW_COUNTS);
    this.links = new NewLinks(environment.stores());
    for (int i = 0; i < stores.size(); i++) {
      taken.add(new LinkedHashMap<>());
    }
  }

  /** What it is called. */
  public RegionInfo info() {
    return info;
  }

  /** Takes the files that the others have now; gives back those that they have no more. */
  public void take(List<RegionHandover> others) throws IOException {
    List<RegionView> views = new ArrayList<>();
    try {
      for (RegionHandover other : others) {
        views.add(other.pin());
        newestMillis = Math.max(newestMillis, other.newestMillis());
      }
      for (int i = 0; i < stores.size(); i++) {
        take(stores.get(i), filesOf(stores.get(i), views), taken.get(i));
      }
      links.force();
    } finally {
      views.forEach(RegionView::unpin);
    }
  }

  private void take(
      Store store, Set<SharedStoreFile> present, Map<SharedStoreFile, SharedStoreFile> linkOf)
      throws IOException {
    linkOf
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !present.contains(entry.getKey());
              if (gone) {
                store.discard(entry.getValue());
              }
              return gone;
            });
    for (SharedStoreFile file : present) {
      if (!linkOf.containsKey(file)) {
        linkOf.put(file, store.link(file, links));
      }
    }
  }

  private static Set<SharedStoreFile> filesOf(Store store, List<RegionView> views) {
    Set<SharedStoreFile> oldestFirst = new LinkedHashSet<>();
    for (RegionView view : views) {
      List<SharedStoreFile> files =
          new ArrayList<>(view.store(view.stores().indexOf(store.family())).files());
      Collections.reverse(files);
      files.removeIf(file -> !store.hasRowsOf(file.info()));
      oldestFirst.addAll(files);
    }
    return oldestFirst;
  }

  /** The names of its files by family, oldest first. */
  public Map<String, List<String>> files() {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (int i = 0; i < stores.size(); i++) {
      List<String> oldestFirst = new ArrayList<>();
      view(i).files().forEach(file -> oldestFirst.add(file.name()));
      Collections.reverse(oldestFirst);
      names.put(stores.get(i).options().family(), oldestFirst);
    }
    return names;
  }

  /** The region, serving what was taken. */
  public StoredRegion open() {
    StoreView[] views = new StoreView[stores.size()];
    for (int i = 0; i < views.length; i++) {
      views[i] = view(i);
    }
    return new StoredRegion(
        info, directory, environment, new RegionView(stores, views), newestMillis);
  }

  private StoreView view(int store) {
    return stores.get(store).view(taken.get(store).values());
  }

  /** Gives up its own references to what it opened. */
  @Override
  public void close() {
    for (Map<SharedStoreFile, SharedStoreFile> links : taken) {
      links.values().forEach(SharedStoreFile::release);
      links.clear();
    }
  }
}
