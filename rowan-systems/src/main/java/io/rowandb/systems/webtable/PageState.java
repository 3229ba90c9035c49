package io.rowandb.systems.webtable;

import java.time.Instant;

/**
 * What is known of a page as of a time, without its content.
 *
 * @param url of the page
 * @param time of the fetch; of a forgotten one that of the page's first
 * @param status of HTTP; {@link #FORGOTTEN} when the page had been fetched by then, but newer
 *     versions have taken the place of that one
 * @param type of the content; empty when it is forgotten
 * @param hash of the content, as {@link PageFetch#hash}; empty when it is forgotten
 * @param characters of the content
 */
public record PageState(
    PageUrl url, Instant time, int status, String type, String hash, int characters) {
  /** The status of a version that is not kept any more. */
  public static final int FORGOTTEN = 0;

  static PageState of(PageFetch fetch) {
    return new PageState(
        fetch.url(),
        fetch.time(),
        fetch.status(),
        fetch.type(),
        fetch.hash(),
        fetch.body().length());
  }

  static PageState forgotten(PageUrl url, Instant first) {
    return new PageState(url, first, FORGOTTEN, "", "", 0);
  }

  /** Whether the page was there then: a status from 200 to 299. */
  public boolean isThere() {
    return PageFetch.isThere(status);
  }

  /** Whether newer versions have taken the place of this one. */
  public boolean isForgotten() {
    return status == FORGOTTEN;
  }
}
