package io.rowandb.systems.forum;

import io.rowandb.schema.value.Utf8;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/** The rules that values of a forum keep. */
final class ForumValues {
  /** A path of a comment has as many ids as it is deep, and has to fit into a row key. */
  static final int MOST_NAME_BYTES = 100;

  private static final Instant END_OF_TIME = Instant.parse("+10000-01-01T00:00:00Z");

  private ForumValues() {}

  /** A name or an id: short, and without control characters, as keys end ids with one. */
  static String name(String what, String name) {
    Objects.requireNonNull(name, what);
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw new IllegalArgumentException(
            what + " " + Utf8.quoted(name) + " has a control character at " + i);
      }
    }
    int bytes = Utf8.requireEncodable(name).getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > MOST_NAME_BYTES) {
      throw new IllegalArgumentException(
          what + " " + Utf8.quoted(name) + " has " + bytes + " bytes, not 1 to " + MOST_NAME_BYTES);
    }
    return name;
  }

  static String text(String what, String text, int mostBytes) {
    Objects.requireNonNull(text, what);
    int bytes = Utf8.requireEncodable(text).getBytes(StandardCharsets.UTF_8).length;
    if (bytes > mostBytes) {
      throw new IllegalArgumentException(what + " has " + bytes + " bytes, not 0 to " + mostBytes);
    }
    return text;
  }

  static Instant time(Instant time) {
    Objects.requireNonNull(time, "time");
    if (time.isBefore(Instant.EPOCH) || !time.isBefore(END_OF_TIME)) {
      throw new IllegalArgumentException("time " + time + " is not in a year from 1970 to 9999");
    }
    if (!time.equals(time.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException("time " + time + " has more than milliseconds");
    }
    return time;
  }

  static void size(String what, int size, int most) {
    if (size < 1 || size > most) {
      throw new IllegalArgumentException(what + " " + size + " is not from 1 to " + most);
    }
  }
}
