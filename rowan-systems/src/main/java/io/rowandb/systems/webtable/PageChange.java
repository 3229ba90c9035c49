package io.rowandb.systems.webtable;

/**
 * How a page differs between two times.
 *
 * @param url of the page
 * @param kind of the difference
 */
public record PageChange(PageUrl url, Kind kind) {
  /** What can become of a page. */
  public enum Kind {
    /** It was not there, and is. */
    NEW,
    /** Its content has another hash. */
    CHANGED,
    /** It was there, and is not. */
    GONE,
    /** The version of the first time, or of both, is not kept any more. */
    FORGOTTEN
  }
}
