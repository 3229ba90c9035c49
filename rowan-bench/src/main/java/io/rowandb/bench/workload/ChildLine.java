package io.rowandb.bench.workload;

import java.util.Locale;

/**
 * One line that a child JVM writes for its parent. Other lines on its output are the peers' own
 * chatter.
 *
 * <pre>
 *  &#64;value METRIC NUMBER     a result
 *  &#64;reached METRIC          the parent takes the time since it started the JVM
 *  &#64;failed MESSAGE          the phase ends here; the message has no line break
 *  &#64;done                    the phase ended well
 * </pre>
 */
public sealed interface ChildLine {
  /** A result. */
  record Value(Metric metric, double number) implements ChildLine {}

  /** A moment whose time the parent takes. */
  record Reached(Metric metric) implements ChildLine {}

  /** The phase failed. */
  record Failed(String message) implements ChildLine {}

  /** The phase ended well. */
  record Done() implements ChildLine {}

  /** Not for the parent. */
  record Chatter(String text) implements ChildLine {}

  /** The line's text, without a line break. */
  default String format() {
    if (this instanceof Value v) {
      return String.format(Locale.ROOT, "@value %s %s", v.metric.id(), v.number);
    } else if (this instanceof Reached r) {
      return "@reached " + r.metric.id();
    } else if (this instanceof Failed f) {
      return "@failed " + f.message.replaceAll("\\R", " | ");
    } else if (this instanceof Chatter c) {
      return c.text;
    }
    return "@done";
  }

  /**
   * Reads what {@link #format} wrote.
   *
   * @throws IllegalArgumentException when the line begins as one for the parent and is none
   */
  static ChildLine parse(String line) {
    if (line.equals("@done")) {
      return new Done();
    }
    if (line.startsWith("@failed ")) {
      return new Failed(line.substring("@failed ".length()));
    }
    String[] words = line.split(" ", -1);
    if (words.length == 2 && words[0].equals("@reached")) {
      return new Reached(metric(words[1], line));
    }
    if (words.length == 3 && words[0].equals("@value")) {
      return new Value(metric(words[1], line), Double.parseDouble(words[2]));
    }
    if (line.startsWith("@value") || line.startsWith("@reached")) {
      throw new IllegalArgumentException("a child's line is malformed: " + line);
    }
    return new Chatter(line);
  }

  private static Metric metric(String id, String line) {
    Metric metric = Metric.of(id);
    if (metric == null) {
      throw new IllegalArgumentException("a child's line has no known metric: " + line);
    }
    return metric;
  }
}
