package io.rowandb.schema.pattern;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows that reads skipped since no record can be made of them: how many, and the first hundred.
 * One report may be given to several reads. Used by any number of threads.
 */
public final class MalformedRows {
  /** Rows that are kept: enough to see what is wrong, and a few kilobytes each. */
  public static final int MOST_KEPT = 100;

  /**
   * A row that was skipped.
   *
   * @param key the row key, which the caller must not change
   * @param reason what a read without a report would have thrown
   */
  public record Skipped(byte[] key, RuntimeException reason) {
    /** The key in HBase's notation, and the reason. */
    @Override
    public String toString() {
      return Bytes.toStringBinary(key) + ": " + reason.getMessage();
    }
  }

  @GuardedBy("this")
  private final List<Skipped> first = new ArrayList<>();

  @GuardedBy("this")
  private long count;

  synchronized void add(byte[] key, RuntimeException reason) {
    count++;
    if (first.size() < MOST_KEPT) {
      first.add(new Skipped(key, reason));
    }
  }

  /**
   * How often a row was skipped: more than once for a row that several reads met, or several
   * entries of an index.
   */
  public synchronized long count() {
    return count;
  }

  /** The first of them, at most {@link #MOST_KEPT}. */
  public synchronized List<Skipped> first() {
    return List.copyOf(first);
  }

  /** A line for people, and one for each of {@link #first}. */
  @Override
  public synchronized String toString() {
    StringBuilder text = new StringBuilder("malformed rows: " + count);
    first.forEach(each -> text.append("\n  ").append(each));
    return text.toString();
  }
}
