package io.rowandb.client.conf;

import java.util.Locale;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.apache.hadoop.conf.Configuration;

/**
 * A configuration that checks values when they are read. A wrong value causes an {@link
 * IllegalArgumentException} that names the key, the value and the rule. {@link Configuration}
 * itself uses the default for a word that it does not know, and does not name the key of a bad
 * number. A key without a value counts as not set; HBase's default file has such keys.
 */
public final class CheckedKeys {
  private static final String HBASE_DEFAULTS = "hbase-default.xml";

  // Fixed at construction.
  private final Configuration conf;

  /** Of a configuration, which may change meanwhile. */
  public CheckedKeys(Configuration conf) {
    this.conf = conf;
  }

  /** Whether it has a value that is not empty. */
  public boolean isSet(String key) {
    return !text(key).isEmpty();
  }

  /**
   * Whether it was set explicitly: HBase's default file has a default for every configuration,
   * which does not count.
   */
  public boolean isChosen(String key) {
    String[] sources = conf.getPropertySources(key);
    return isSet(key) && (sources == null || !sources[sources.length - 1].equals(HBASE_DEFAULTS));
  }

  /** A number of bytes, also as {@code 128m}. */
  public void bytes(String key, long least, LongConsumer setting) {
    if (isSet(key)) {
      setting.accept(bytes(key, least, 0));
    }
  }

  /** The same, or {@code absent}. */
  public long bytes(String key, long least, long absent) {
    if (!isSet(key)) {
      return absent;
    }
    long bytes;
    try {
      bytes = conf.getLongBytes(key, absent);
    } catch (IllegalArgumentException e) {
      throw refused(key, "a number of bytes, at least " + least);
    }
    return inBounds(bytes, least, Long.MAX_VALUE, key);
  }

  /** A whole number, for example of milliseconds: HBase does not accept a unit letter after it. */
  public void number(String key, long least, LongConsumer setting) {
    if (isSet(key)) {
      setting.accept(number(key, least, Long.MAX_VALUE, 0));
    }
  }

  /** The same as an {@code int}. */
  public void count(String key, int least, IntConsumer setting) {
    if (isSet(key)) {
      setting.accept((int) number(key, least, Integer.MAX_VALUE, 0));
    }
  }

  /** A whole number from {@code least} to {@code most}, or {@code absent}. */
  public long number(String key, long least, long most, long absent) {
    if (!isSet(key)) {
      return absent;
    }
    long number;
    try {
      number = conf.getLong(key, absent);
    } catch (NumberFormatException e) {
      throw refused(key, "a whole number, " + bounds(least, most));
    }
    return inBounds(number, least, most, key);
  }

  /** A number that need not be whole. */
  public void share(String key, double least, double most, DoubleConsumer setting) {
    if (isSet(key)) {
      setting.accept(share(key, least, most, 0));
    }
  }

  /** The same, or {@code absent}. */
  public double share(String key, double least, double most, double absent) {
    if (!isSet(key)) {
      return absent;
    }
    String rule =
        "a number, " + (most == Double.MAX_VALUE ? "at least " + least : least + " to " + most);
    double share;
    try {
      share = Double.parseDouble(text(key));
    } catch (NumberFormatException e) {
      throw refused(key, rule);
    }
    if (!(share >= least && share <= most)) {
      throw refused(key, rule);
    }
    return share;
  }

  /** True or false, in any case of letters, or {@code absent}. */
  public boolean flag(String key, boolean absent) {
    return switch (text(key).toLowerCase(Locale.ROOT)) {
      case "" -> absent;
      case "true" -> true;
      case "false" -> false;
      default -> throw refused(key, "true or false");
    };
  }

  /** What to throw when the value breaks a rule. */
  public IllegalArgumentException refused(String key, String rule) {
    return new IllegalArgumentException(key + " is \"" + text(key) + "\", must be " + rule);
  }

  /** Its value without spaces around it, or an empty text. */
  public String text(String key) {
    return conf.getTrimmed(key, "");
  }

  private long inBounds(long number, long least, long most, String key) {
    if (number < least || number > most) {
      throw refused(key, bounds(least, most));
    }
    return number;
  }

  private static String bounds(long least, long most) {
    return most == Long.MAX_VALUE ? "at least " + least : least + " to " + most;
  }
}
