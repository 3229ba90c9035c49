package io.rowandb.systems.web;

import java.util.Map;

/**
 * What a form or an address is answered with: a page, or the way to another.
 *
 * @param status of HTTP
 * @param title of the page
 * @param body what is in it, below the title
 * @param headers more of the answer
 */
public record WebPage(int status, String title, Html body, Map<String, String> headers) {
  private static final int OKAY = 200;
  private static final int SEE_OTHER = 303;

  /** A page. */
  public static WebPage of(String title, Html body) {
    return new WebPage(OKAY, title, body, Map.of());
  }

  /** Another page, as after a form that was carried out, so that to load again sends no form. */
  public static WebPage elsewhere(String path) {
    return new WebPage(SEE_OTHER, "", Html.NONE, Map.of("Location", path));
  }

  /** The same page, which says what is wrong. */
  public WebPage with(int otherStatus) {
    return new WebPage(otherStatus, title, body, headers);
  }

  /** The same page, which browsers load again in a second. */
  public WebPage again() {
    return new WebPage(status, title, body, Map.of("Refresh", "1"));
  }
}
