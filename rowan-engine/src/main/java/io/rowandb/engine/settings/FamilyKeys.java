package io.rowandb.engine.settings;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.region.RefusedException;
import java.util.Locale;
import java.util.function.Function;

/**
 * HBase's keys as they are set for a family: its own value overrides the table's, and the table's
 * overrides the database's. A value that breaks a rule is refused as BAD_REQUEST, with a message
 * that names the value and the rule. Immutable.
 */
public final class FamilyKeys {
  private final DatabaseOptions options;
  private final TableDescriptor table;
  private final FamilyDescriptor family;

  /** The keys of a family of a table. */
  public FamilyKeys(DatabaseOptions options, TableDescriptor table, FamilyDescriptor family) {
    this.options = options;
    this.table = table;
    this.family = family;
  }

  /** The text of a key, or null. */
  String value(String key) {
    String own = family.configured(key);
    if (own == null) {
      own = table.attributes().get(key);
    }
    String value = own == null ? options.familyDefaults().get(key) : own;
    return value == null ? null : value.trim();
  }

  /** The size at which regions of the table are flushed. */
  long flushBytes() throws RefusedException {
    return TableAttributes.flushRule(table, options).regionBytes();
  }

  /** A number that is an int, at least so large. */
  int count(int least, String key, int absent) throws RefusedException {
    long number = atLeast(least, key, absent);
    if (number > Integer.MAX_VALUE) {
      throw bad(key, Long.toString(number), "at most " + Integer.MAX_VALUE);
    }
    return (int) number;
  }

  /** A number from 0 to {@code most}. */
  double share(String key, double most, double absent) throws RefusedException {
    double share = parsed(key, absent, Double::valueOf, "a number");
    if (!(share >= 0 && share <= most)) {
      throw bad(key, Double.toString(share), "between 0 and " + most);
    }
    return share;
  }

  /** True or false. */
  boolean flag(String key, boolean absent) throws RefusedException {
    String text = value(key);
    if (text == null) {
      return absent;
    }
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw bad(key, text, "true or false");
    };
  }

  /** A number, at least so large. */
  long atLeast(long least, String key, long absent) throws RefusedException {
    long number = parsed(key, absent, Long::valueOf, "a whole number");
    if (number < least) {
      throw bad(key, Long.toString(number), "at least " + least);
    }
    return number;
  }

  private <T> T parsed(String key, T absent, Function<String, T> parser, String rule)
      throws RefusedException {
    String text = value(key);
    try {
      return text == null ? absent : parser.apply(text);
    } catch (NumberFormatException e) {
      throw bad(key, text, rule);
    }
  }

  /** What tells that the value of a key breaks a rule. */
  RefusedException bad(String key, String value, String rule) {
    return new RefusedException(
        RefusedException.Reason.BAD_REQUEST,
        key + " of column family " + family.name() + " is \"" + value + "\", must be " + rule);
  }

  /** What tells that values of keys break a rule. */
  RefusedException bad(String rule) {
    return new RefusedException(
        RefusedException.Reason.BAD_REQUEST, "Column family " + family.name() + ": " + rule);
  }
}
