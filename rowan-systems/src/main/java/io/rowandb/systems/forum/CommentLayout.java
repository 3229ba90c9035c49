package io.rowandb.systems.forum;

/** How the comments of a post are stored. */
public enum CommentLayout {
  /** As columns of the post's row: a comment is one mutation; for up to some thousand comments. */
  WIDE(0),
  /** As rows of a table of their own, with the post first in their keys: for any number. */
  TALL(1);

  // Stored, so frozen.
  private final int code;

  CommentLayout(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static CommentLayout of(int code) {
    return code == 0 ? WIDE : TALL;
  }

  /** The one that a move goes to from this one. */
  public CommentLayout other() {
    return this == WIDE ? TALL : WIDE;
  }
}
