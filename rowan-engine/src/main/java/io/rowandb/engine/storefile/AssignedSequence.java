package io.rowandb.engine.storefile;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sequence id that a file's name assigns to all its cells. A file made without the log does not
 * contain it, and adding it to each cell would mean rewriting the file. The format is HBase's:
 * {@code NAME_SeqId_123_}.
 */
public final class AssignedSequence {
  /** The result of {@link #of} for a file whose cells have their own sequence ids. */
  public static final long NONE = -1;

  /** As many digits as each long has. */
  private static final Pattern SUFFIX = Pattern.compile("_SeqId_([0-9]{1,18})_$");

  private AssignedSequence() {}

  /** A name that gives a sequence id. */
  public static String name(String plain, long sequence) {
    return plain + "_SeqId_" + sequence + "_";
  }

  /** The name of a second link to {@code file}: what it gives, the link gives too. */
  static String sameFor(Path file, String plain) {
    long sequence = of(file);
    return sequence == NONE ? plain : name(plain, sequence);
  }

  /** The sequence id that a file's name gives, or {@link #NONE}. */
  public static long of(Path file) {
    Matcher suffix = SUFFIX.matcher(file.getFileName().toString());
    return suffix.find() ? Long.parseLong(suffix.group(1)) : NONE;
  }

  /** A name without what it gives. */
  public static String plain(String name) {
    return SUFFIX.matcher(name).replaceFirst("");
  }
}
