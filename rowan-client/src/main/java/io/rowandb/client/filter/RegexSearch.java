package io.rowandb.client.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Searches a text for a regular expression with Java's engine, within the time of a filter.
 *
 * <p>The time is checked when the engine reads a character. An expression that may work long
 * without reading one is not given to {@link Matcher#find}, which advances from start to start by
 * itself. Instead it is tried at each start in turn, and the time is checked in between. The answer
 * is the same, except for a back reference to a group that an attempt at an earlier start has
 * captured.
 *
 * <p>For one filter, which is used by one thread.
 */
final class RegexSearch {
  /** Parts that the engine goes over in some tenths of a second. */
  private static final long QUICK_PARTS = 100_000_000;

  /** What {@link RegexCounts} may take for a step, since that is seldom all there is to do. */
  private static final int PARTS_PER_STEP = 1024;

  private final Pattern pattern;
  private final int flags;
  private final FilterTime time;

  /** At one start, before a character is read. */
  private final long parts;

  /**
   * A search for a pattern.
   *
   * @param flags that it was compiled with: it tells others when it sets some itself
   */
  RegexSearch(Pattern pattern, int flags, FilterTime time) {
    this.pattern = pattern;
    this.flags = flags;
    this.time = time;
    this.parts = RegexCounts.workWithoutReading(pattern);
  }

  /**
   * Whether it is there.
   *
   * @throws FilterStoppedException when the time is over, or the stack too small
   */
  boolean finds(String text) {
    try {
      long starts = text.length() + 1L;
      if (parts <= QUICK_PARTS / starts) {
        time.steps(steps(parts * starts));
        return pattern.matcher(new TimedText(text, time, 1)).find();
      }
      return findsFromStartToStart(text);
    } catch (StackOverflowError e) {
      // Java's engine goes into itself with each repetition of a group.
      throw new FilterStoppedException(
          "The regular expression "
              + Bytes.toStringBinary(Bytes.toBytes(pattern.pattern()))
              + " needs a larger stack than its thread has to match "
              + text.length()
              + " characters");
    }
  }

  /** The same, though the engine read no character. */
  boolean findsFromStartToStart(String text) {
    int steps = Math.max(1, steps(parts));
    Matcher matcher =
        fromTheBeginning()
            .matcher(new TimedText(text, time, steps))
            .useTransparentBounds(true)
            .useAnchoringBounds(false);
    for (int start = 0; start <= text.length(); start++) {
      time.steps(steps);
      if (matcher.region(start, text.length()).lookingAt()) {
        // Whether find() begins between the halves of a character, it knows itself; if not, it
        // reads a character at each start.
        return !isWithinCharacter(text, start) || matcher.region(start - 1, text.length()).find();
      }
    }
    return false;
  }

  private static int steps(long parts) {
    return (int) Math.min(parts / PARTS_PER_STEP, FilterTime.STEPS_PER_LOOK);
  }

  private static boolean isWithinCharacter(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
  }

  /** With a beginning of the text for the end of the last match: there was none, wherever a try. */
  private Pattern fromTheBeginning() {
    String text = pattern.pattern();
    StringBuilder changed = new StringBuilder(text);
    for (int at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
      if (text.startsWith("Q", at + 1)) {
        int end = text.indexOf("\\E", at);
        at = end < 0 ? text.length() : end + 2;
      } else {
        if (text.startsWith("G", at + 1)) {
          changed.setCharAt(at + 1, 'A');
        }
        // What follows the c is the character that it controls.
        boolean control = text.startsWith("c", at + 1) && !text.startsWith("\\Q", at + 2);
        at += control ? 3 : 2;
      }
    }
    boolean literal = (flags & Pattern.LITERAL) != 0;
    return literal || changed.toString().equals(text)
        ? pattern
        : Pattern.compile(changed.toString(), flags);
  }
}
