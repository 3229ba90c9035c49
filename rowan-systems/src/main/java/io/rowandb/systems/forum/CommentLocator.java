package io.rowandb.systems.forum;

import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.key.KeyWriter;
import java.util.Arrays;
import java.util.List;

/**
 * What is found by a comment's id: where it stands, and what tells it from another one. It stays
 * when the comment is removed, so that a late or repeated call does not bring it back. Immutable.
 */
final class CommentLocator {
  private static final int DIGEST_BYTES = 16;

  private final boolean removed;
  private final byte[] digest;
  private final byte[] path;

  private CommentLocator(boolean removed, byte[] digest, byte[] path) {
    this.removed = removed;
    this.digest = digest;
    this.path = path;
  }

  static CommentLocator of(Comment comment, byte[] parentPath) {
    return new CommentLocator(
        false, ForumCells.digest(comment), ForumCells.path(parentPath, comment));
  }

  static CommentLocator decode(byte[] value) {
    KeyReader in = new KeyReader(value);
    boolean removed = in.readByte() != 0;
    byte[] digest = in.read(DIGEST_BYTES);
    return new CommentLocator(removed, digest, in.read(in.remaining()));
  }

  byte[] encode() {
    return new KeyWriter().writeByte(removed ? 1 : 0).write(digest).write(path).toByteArray();
  }

  CommentLocator asRemoved() {
    return new CommentLocator(true, digest, path);
  }

  boolean isRemoved() {
    return removed;
  }

  boolean isOf(Comment comment) {
    return Arrays.equals(digest, ForumCells.digest(comment));
  }

  byte[] path() {
    return path;
  }

  /** 0 for a comment of the post. */
  int depth() {
    return ForumCells.steps(path, 0).size() - 1;
  }

  byte[] byTime() {
    List<byte[]> steps = ForumCells.steps(path, 0);
    return steps.get(steps.size() - 1);
  }
}
