package io.rowandb.design.check;

import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.CodedOrder;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How a row key answers a pattern: which of its fields are in the prefix that is read.
 *
 * @param kind get, scan of a prefix or range, or of the whole table
 * @param fanOut how many gets or scans, one a bucket of a salt that the reader does not know
 * @param used the fields in the prefix
 * @param isRanged whether the range is one of rows
 * @param order how the answer is sorted
 * @param stop the part at which the prefix ends; null when it is the whole key
 * @param open where the prefix ends in the middle, so that longer values begin so too; null for not
 */
public record PatternPath(
    Kind kind,
    long fanOut,
    Set<String> used,
    boolean isRanged,
    Order order,
    PlannedPart stop,
    Value open) {
  /** More are counted as so many; several salts are a number without a meaning. */
  private static final long MOST_SCANS = 1L << 40;

  /** Which rows are read. */
  public enum Kind {
    /** One. */
    GET,
    /** Those of a prefix or range. */
    SCAN,
    /** All. */
    FULL
  }

  /** How the rows that are read are sorted. */
  public enum Order {
    /** As the pattern wants, or it wants no order. */
    WANTED,
    /** The other way round. */
    REVERSED,
    /** By something else. */
    OTHER
  }

  /** Of a plan and one of its patterns. */
  public static PatternPath of(TablePlan plan, PlannedPattern pattern) {
    Set<String> used = new LinkedHashSet<>();
    long fanOut = 1;
    boolean named = false;
    List<PlannedPart> key = plan.key();
    int at = 0;
    for (; at < key.size(); at++) {
      PlannedPart part = key.get(at);
      boolean known = pattern.equal().containsAll(part.fields());
      if (part instanceof Salt salt && isUnknownBucket(salt, pattern)) {
        fanOut = Math.min(MOST_SCANS, fanOut * salt.buckets());
      } else if (!known) {
        break;
      } else if (!(part instanceof Literal)) {
        used.addAll(part.fields());
        named |= !(part instanceof Salt);
      }
    }
    PlannedPart stop = at == key.size() ? null : key.get(at);
    boolean ranged = isNext(stop, pattern.range());
    boolean first = isNext(stop, pattern.order());
    Kind kind =
        stop == null
            ? Kind.GET
            : named || ranged || (first && asksForFirst(pattern)) ? Kind.SCAN : Kind.FULL;
    return new PatternPath(
        kind, fanOut, Set.copyOf(used), ranged, order(pattern, stop, first), stop, open(key, at));
  }

  private static boolean asksForFirst(PlannedPattern pattern) {
    return pattern.equal().isEmpty() && pattern.range().isEmpty();
  }

  private static boolean isNext(PlannedPart stop, String field) {
    if (stop instanceof Coded coded) {
      return coded.field().equals(field) && coded.order() != CodedOrder.OTHER;
    }
    return stop instanceof Value value && value.field().equals(field) && !value.isReversed();
  }

  private static Order order(PlannedPattern pattern, PlannedPart stop, boolean first) {
    if (pattern.order().isEmpty() || pattern.equal().contains(pattern.order()) || stop == null) {
      return Order.WANTED;
    }
    if (!first) {
      return Order.OTHER;
    }
    return isDescending(stop) == pattern.isDescending() ? Order.WANTED : Order.REVERSED;
  }

  private static boolean isDescending(PlannedPart stop) {
    return stop instanceof Coded coded
        ? coded.order() == CodedOrder.DESCENDING
        : ((Value) stop).isDescending();
  }

  /** The last part of the prefix, if nothing shows where its value ends. */
  private static Value open(List<PlannedPart> key, int end) {
    boolean isOpen =
        end > 0
            && end < key.size()
            && key.get(end - 1) instanceof Value
            && key.get(end - 1).width() == 0;
    return isOpen ? (Value) key.get(end - 1) : null;
  }

  /**
   * Whether the first rows that are read are the answer, so that a scan ends at the pattern's
   * limit: all fields that are given are in the prefix, and rows come in the order that is wanted.
   */
  public boolean endsAtLimit(PlannedPattern pattern) {
    return pattern.limit() > 0
        && kind == Kind.SCAN
        && used.containsAll(pattern.equal())
        && order == Order.WANTED
        && (pattern.range().isEmpty() || isRanged);
  }

  /** How many parts of the key are in the prefix that is read. */
  public int parts(TablePlan plan) {
    return stop == null ? plan.key().size() : plan.key().indexOf(stop);
  }

  /**
   * Whether a part of the prefix is a bucket that the reader does not know, so that all are read.
   */
  public static boolean isUnknownBucket(PlannedPart part, PlannedPattern pattern) {
    return part instanceof Salt salt
        && (salt.fields().isEmpty() || !pattern.equal().containsAll(salt.fields()));
  }

  /** In a few words: {@code a get}, {@code 16 scans by phone}. */
  public String describe() {
    String by = used.isEmpty() ? "" : " by " + String.join(", ", used.stream().sorted().toList());
    String what =
        switch (kind) {
          case GET -> fanOut == 1 ? "a get" : fanOut + " gets";
          case SCAN -> (fanOut == 1 ? "a scan" : fanOut + " scans") + by;
          case FULL -> "the whole table";
        };
    return what + (isRanged ? " with a range" : "");
  }
}
