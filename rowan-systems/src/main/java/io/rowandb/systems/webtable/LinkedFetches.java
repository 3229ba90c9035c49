package io.rowandb.systems.webtable;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Makes fetches of links that come one by one. Those of one fetch follow one another. Holds the
 * links of one fetch, no more than it may have, and the hashes of the fetches before. Used by one
 * thread.
 */
final class LinkedFetches {
  /** Fetches that are known again: some 10 MB. */
  static final int MOST_KNOWN = 100_000;

  private final Set<UUID> known =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<UUID, Boolean> eldest) {
              return size() > MOST_KNOWN;
            }
          });

  private final List<PageLink> links = new ArrayList<>();
  private long bytes;

  /** The fetch to which the links belong; null for none. */
  private PageFetch begun;

  /** It had more than it may have: what else it has is passed over. */
  private boolean isRefused;

  /**
   * Adds a link.
   *
   * @param source the fetch that has it, without links
   * @return the fetch before, with all its links; null when it has not ended, or was refused
   * @throws IllegalArgumentException when it is one link too many, which refuses the whole fetch;
   *     or when the fetch ended before, which refuses the link
   */
  PageFetch add(PageFetch source, PageLink link) {
    PageFetch before = null;
    if (!source.equals(begun)) {
      if (!known.add(identity(source))) {
        throw new IllegalArgumentException(
            "links of "
                + source.url()
                + " at "
                + source.time()
                + " came before, with others between: sort the lines by source_url");
      }
      before = end();
      begun = source;
    }
    if (!isRefused) {
      take(link);
    }
    return before;
  }

  private void take(PageLink link) {
    bytes += link.bytes();
    try {
      if (links.size() == PageFetch.MOST_LINKS) {
        throw new IllegalArgumentException(
            begun.url() + " has more than " + PageFetch.MOST_LINKS + " links");
      }
      PageFetch.checkBytes("all links of " + begun.url() + " to here", bytes);
      links.add(link);
    } catch (IllegalArgumentException e) {
      isRefused = true;
      links.clear();
      throw e;
    }
  }

  /** The last fetch; null for none. */
  PageFetch end() {
    PageFetch ended =
        begun == null || isRefused
            ? null
            : new PageFetch(
                begun.url(), begun.time(), begun.status(), begun.type(), begun.body(), links);
    begun = null;
    isRefused = false;
    links.clear();
    bytes = 0;
    return ended;
  }

  private static UUID identity(PageFetch fetch) {
    return UUID.nameUUIDFromBytes((fetch.time() + " " + fetch.url()).getBytes(UTF_8));
  }
}
