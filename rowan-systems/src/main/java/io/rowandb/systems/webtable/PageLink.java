package io.rowandb.systems.webtable;

import java.util.Objects;

/**
 * A link of a page.
 *
 * @param target where it leads
 * @param text its words, up to 1,000 characters, which may be none
 */
public record PageLink(PageUrl target, String text) {
  /** Characters that a link's words have at most. */
  public static final int MOST_CHARACTERS = 1_000;

  /**
   * Checks the text.
   *
   * @throws IllegalArgumentException when it is too long, or has half a character
   */
  public PageLink {
    Objects.requireNonNull(target, "target");
    if (text.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "the text of a link has "
              + text.length()
              + " characters, and at most "
              + MOST_CHARACTERS);
    }
    PageFetch.checkText("the text of a link", text);
  }

  /** Bytes of its address and text in UTF-8. */
  long bytes() {
    return PageFetch.bytes(target.toString()) + PageFetch.bytes(text);
  }
}
