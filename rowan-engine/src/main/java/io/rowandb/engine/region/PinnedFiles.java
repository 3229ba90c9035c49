package io.rowandb.engine.region;

import io.rowandb.engine.store.SharedStoreFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The store files that a region had at one moment. They stay on disk until this is closed. Used by
 * one thread.
 */
public final class PinnedFiles implements AutoCloseable {
  private final RegionView view;

  PinnedFiles(RegionView pinned) {
    this.view = pinned;
  }

  /** The files by family, oldest first; without the families that have none. */
  public Map<String, List<Path>> byFamily() {
    Map<String, List<Path>> families = new LinkedHashMap<>();
    for (int i = 0; i < view.stores().size(); i++) {
      List<Path> files = new ArrayList<>();
      for (SharedStoreFile file : view.store(i).files()) {
        files.add(file.info().path());
      }
      if (!files.isEmpty()) {
        Collections.reverse(files);
        families.put(view.stores().get(i).options().family(), files);
      }
    }
    return families;
  }

  @Override
  public void close() {
    view.unpin();
  }
}
