package io.rowandb.systems.forum;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.key.KeyWriter;
import io.rowandb.schema.value.Utf8;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys and values of the cells of a forum; the package's description draws them. A comment's
 * key begins with its kind; behind the place, which says which life and move it is of, it is a
 * qualifier of the post's row or a part of a row key.
 */
final class ForumCells {
  static final byte[] POST = {'p'};
  static final byte[] COMMENTS = {'c'};
  static final byte[] HEAD = {'h'};
  static final byte[] NOTE = {'n'};
  static final byte[] CURSOR = {'k'};
  static final byte[] DETAILS = {'d'};
  static final byte[] TEXT = {'x'};

  /** The one column of a row of comments. */
  static final byte[] CELL = {'c'};

  static final byte[] NOTHING = {};

  // Kinds of keys, in their order.
  static final int BY_TIME = 'a';
  static final int NEWEST_FIRST = 'd';
  static final int BY_ID = 'i';
  static final int THREAD = 't';
  static final int BEHIND_ALL = 'z';

  static final int PLACE_BYTES = 2 * Integer.BYTES;
  private static final Digest HASH = Digest.md5(2);
  private static final Digest CONTENT = Digest.md5(16);
  private static final int END = 0;
  private static final int BEHIND = 0xFF;
  private static final int REMOVED = 0;
  private static final int THERE = 1;

  private ForumCells() {}

  // Rows.

  static byte[] postRow(String post) {
    byte[] id = Utf8.encode(post);
    return new KeyWriter().write(HASH.of(id)).write(id).toByteArray();
  }

  static String post(byte[] row) {
    return Utf8.decode(row, HASH.width(), row.length - HASH.width());
  }

  /** The beginning of the rows of a post's comments. */
  static byte[] commentRows(String post) {
    return new KeyWriter().write(postRow(post)).writeByte(END).toByteArray();
  }

  /** The post and the place of a row of comments. */
  record RowPlace(String post, int life, int move) {}

  static RowPlace rowPlace(byte[] row) {
    int end = HASH.width();
    while (row[end] != END) {
      end++;
    }
    KeyReader in = new KeyReader(row);
    in.skip(end + 1);
    return new RowPlace(
        Utf8.decode(row, HASH.width(), end - HASH.width()),
        (int) in.readBigEndian(Integer.BYTES),
        (int) in.readBigEndian(Integer.BYTES));
  }

  static byte[] place(int life, int move) {
    return new KeyWriter()
        .writeBigEndian(life, Integer.BYTES)
        .writeBigEndian(move, Integer.BYTES)
        .toByteArray();
  }

  static byte[] joined(byte[]... parts) {
    KeyWriter out = new KeyWriter();
    for (byte[] each : parts) {
      out.write(each);
    }
    return out.toByteArray();
  }

  /** What is behind the place. */
  static byte[] keyOf(byte[] placed, int before) {
    KeyReader in = new KeyReader(placed);
    in.skip(before + PLACE_BYTES);
    return in.read(in.remaining());
  }

  // Keys of comments.

  /** The first key of a kind; also the one behind those of the kind before. */
  static byte[] first(int kind) {
    return new byte[] {(byte) kind};
  }

  /** The key by id of a comment with this key by time; of what is too short to be one, no key. */
  static byte[] byIdOf(byte[] byTime) {
    int begin = Math.min(1 + Long.BYTES, byTime.length);
    return new KeyWriter()
        .writeByte(BY_ID)
        .write(byTime, begin, byTime.length - begin)
        .toByteArray();
  }

  static byte[] byTime(Comment comment) {
    return key(BY_TIME, comment);
  }

  private static byte[] key(int kind, Comment comment) {
    return new KeyWriter()
        .writeByte(kind)
        .writeBigEndian(comment.time().toEpochMilli(), Long.BYTES)
        .write(Utf8.encode(comment.id()))
        .toByteArray();
  }

  static byte[] byId(String id) {
    return new KeyWriter().writeByte(BY_ID).write(Utf8.encode(id)).toByteArray();
  }

  /** The key among the newest first of a comment with this key by time. */
  static byte[] newestFirst(byte[] byTime) {
    return new KeyWriter()
        .writeByte(NEWEST_FIRST)
        .write(inverted(byTime, 1, byTime.length - 1))
        .writeByte(BEHIND)
        .toByteArray();
  }

  /** The other way round. */
  static byte[] byTime(byte[] newestFirst) {
    return new KeyWriter()
        .writeByte(BY_TIME)
        .write(inverted(newestFirst, 1, newestFirst.length - 2))
        .toByteArray();
  }

  private static byte[] inverted(byte[] bytes, int offset, int count) {
    return new KeyWriter().write(bytes, offset, count).invertFrom(0).toByteArray();
  }

  static byte[] thread(byte[] path) {
    return new KeyWriter().writeByte(THREAD).write(path).toByteArray();
  }

  /** The first key behind a comment and all replies to it, whose keys begin with its own. */
  static byte[] behind(byte[] thread) {
    byte[] behind = thread.clone();
    behind[behind.length - 1]++; // the end of an id
    return behind;
  }

  /** The path of a comment: those above it and itself, each with time and id. */
  static byte[] path(byte[] parent, Comment comment) {
    byte[] own = key(BY_TIME, comment);
    return new KeyWriter().write(parent).write(own, 1, own.length - 1).writeByte(END).toByteArray();
  }

  /** The steps of a path, as keys by time. */
  static List<byte[]> steps(byte[] bytes, int offset) {
    List<byte[]> steps = new ArrayList<>();
    for (int at = offset; at < bytes.length; ) {
      int end = at + Long.BYTES;
      while (bytes[end] != END) {
        end++;
      }
      steps.add(new KeyWriter().writeByte(BY_TIME).write(bytes, at, end - at).toByteArray());
      at = end + 1;
    }
    return steps;
  }

  static String idOf(byte[] byTime) {
    int begin = 1 + Long.BYTES;
    return Utf8.decode(byTime, begin, byTime.length - begin);
  }

  private static Instant timeOf(byte[] byTime) {
    KeyReader in = new KeyReader(byTime);
    in.skip(1);
    return Instant.ofEpochMilli(in.readBigEndian(Long.BYTES));
  }

  // Values of comments.

  static byte[] value(Comment comment) {
    KeyWriter out = new KeyWriter().writeByte(THERE);
    write(out, comment.parent().orElse(""));
    write(out, comment.author());
    write(out, comment.text());
    return out.toByteArray();
  }

  static byte[] removedValue() {
    return new byte[] {REMOVED};
  }

  static boolean isRemoved(byte[] value) {
    return value[0] == REMOVED;
  }

  /** Of one that is there. */
  static Comment comment(byte[] byTime, byte[] value) {
    KeyReader in = new KeyReader(value);
    in.skip(1);
    String parent = read(in);
    return new Comment(
        idOf(byTime),
        parent.isEmpty() ? Optional.empty() : Optional.of(parent),
        read(in),
        timeOf(byTime),
        read(in));
  }

  /** Of one that was removed. */
  static Comment removed(byte[] byTime, Optional<String> parent) {
    return new Comment(idOf(byTime), parent, "-", timeOf(byTime), "-");
  }

  static void write(KeyWriter out, String text) {
    byte[] bytes = Utf8.encode(text);
    out.writeBigEndian(bytes.length, Integer.BYTES).write(bytes);
  }

  static String read(KeyReader in) {
    byte[] bytes = in.read((int) in.readBigEndian(Integer.BYTES));
    return Utf8.decode(bytes, 0, bytes.length);
  }

  /** Tells all that a comment says: whether a repeated call is the same one. */
  static byte[] digest(Comment comment) {
    return CONTENT.of(joined(byTime(comment), value(comment)));
  }

  // Values of posts.

  static byte[] details(Post post) {
    KeyWriter out = new KeyWriter();
    write(out, post.author());
    out.writeBigEndian(post.time().toEpochMilli(), Long.BYTES);
    write(out, post.title());
    out.writeByte(post.tags().size());
    post.tags().forEach(tag -> write(out, tag));
    return out.toByteArray();
  }

  static Post post(String id, byte[] details, byte[] text) {
    KeyReader in = new KeyReader(details);
    String author = read(in);
    Instant time = Instant.ofEpochMilli(in.readBigEndian(Long.BYTES));
    String title = read(in);
    List<String> tags = new ArrayList<>();
    for (int left = in.readByte(); left > 0; left--) {
      tags.add(read(in));
    }
    return new Post(id, author, time, title, Utf8.decode(text, 0, text.length), tags);
  }
}
