package io.rowandb.cli.shell;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.hadoop.hbase.TableName;

/** The arguments of a command, taken from left to right. Used by one thread. */
final class Arguments {
  private final List<Object> values;
  private int next;

  Arguments(List<Object> values) {
    this.values = values;
  }

  /** Whether there is another. */
  boolean hasNext() {
    return next < values.size();
  }

  /** Whether there is another, and it is text. */
  boolean hasText() {
    return hasNext() && values.get(next) instanceof Text;
  }

  /** Whether there is another, and it is {@code NAME => value} or a map. */
  boolean hasOptions() {
    return hasNext() && values.get(next) instanceof Map;
  }

  /** Whether there is another, and it is a number. */
  boolean hasNumber() {
    return hasNext() && values.get(next) instanceof Long;
  }

  /** The next, which must be text. */
  Text text(String what) {
    if (!hasText()) {
      throw refused(what + " in quotes");
    }
    return (Text) values.get(next++);
  }

  /** The next, which must be text, or a number that stands for its digits. */
  Text value(String what) {
    return hasNumber() || (hasNext() && values.get(next) instanceof Decimal)
        ? new Text(values.get(next++).toString().getBytes(StandardCharsets.US_ASCII))
        : text(what);
  }

  /** The next, which must be a number. */
  long number(String what) {
    if (!hasNumber()) {
      throw refused(what + ", a whole number,");
    }
    return (Long) values.get(next++);
  }

  /** Steps over the next if it is nil, for an argument that is not given; whether it was. */
  boolean skipsNil() {
    boolean nil = hasNext() && values.get(next) instanceof Name name && name.text().equals("nil");
    next += nil ? 1 : 0;
    return nil;
  }

  /** The next, which must be the name of a table. */
  TableName table() {
    return TableName.valueOf(text("the name of a table").toString());
  }

  /** The next, which must be a regular expression. */
  Pattern requiredPattern(String what) {
    String text = text(what).toString();
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no regular expression: " + e.getDescription(), e);
    }
  }

  /** The next if it is text, which is a regular expression; else the usual one. */
  Pattern pattern(String usual) {
    return hasText() ? requiredPattern("a pattern") : Pattern.compile(usual);
  }

  /** The next if it is true or false; else the usual. */
  boolean flag(boolean usual) {
    return (hasNext() && values.get(next) instanceof Boolean flag) ? take(flag) : usual;
  }

  /** The next, which must be true or false. */
  boolean requiredFlag() {
    if (hasNext() && values.get(next) instanceof Boolean flag) {
      return take(flag);
    }
    throw refused("true or false");
  }

  private boolean take(boolean flag) {
    next++;
    return flag;
  }

  /** The rest: texts, and lists of them. */
  List<Text> texts(String what) {
    List<Text> texts = new ArrayList<>();
    while (hasText() || (hasNext() && values.get(next) instanceof List)) {
      if (hasText()) {
        texts.add(text(what));
      } else {
        texts.addAll(Options.texts(what, values.get(next++)));
      }
    }
    return texts;
  }

  /** The next if it is {@code NAME => value} or a map; else none. */
  Options options() {
    if (hasNext() && values.get(next) instanceof Map<?, ?> map) {
      next++;
      return Options.of(map);
    }
    return Options.of(Map.of());
  }

  /** The next, which must be {@code NAME => value} or a map. */
  Options requiredOptions(String what) {
    if (!hasNext() || !(values.get(next) instanceof Map)) {
      throw refused(what);
    }
    return options();
  }

  /** Refuses whatever is left. */
  void end() {
    if (hasNext()) {
      throw new IllegalArgumentException(
          "argument " + (next + 1) + " is one too many: " + Options.shown(values.get(next)));
    }
  }

  private IllegalArgumentException refused(String what) {
    return new IllegalArgumentException(
        what
            + " is expected as argument "
            + (next + 1)
            + (hasNext() ? ", and not " + Options.shown(values.get(next)) : ", which is missing"));
  }
}
