package io.rowandb.systems.forum;

import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.key.KeyWriter;
import java.util.ArrayList;
import java.util.List;

/** A key of a comment, without its place, and the value. The arrays are not changed. */
final class CommentCell {
  private final byte[] key;
  private final byte[] value;

  CommentCell(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  byte[] key() {
    return key;
  }

  byte[] value() {
    return value;
  }

  /** A note of what is to be written. */
  static byte[] encode(List<CommentCell> cells) {
    KeyWriter out = new KeyWriter();
    for (CommentCell each : cells) {
      out.writeBigEndian(each.key.length, Integer.BYTES).write(each.key);
      out.writeBigEndian(each.value.length, Integer.BYTES).write(each.value);
    }
    return out.toByteArray();
  }

  static List<CommentCell> decode(byte[] note) {
    KeyReader in = new KeyReader(note);
    List<CommentCell> cells = new ArrayList<>();
    while (in.remaining() > 0) {
      byte[] key = in.read((int) in.readBigEndian(Integer.BYTES));
      cells.add(new CommentCell(key, in.read((int) in.readBigEndian(Integer.BYTES))));
    }
    return cells;
  }
}
