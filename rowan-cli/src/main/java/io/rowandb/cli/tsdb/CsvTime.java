package io.rowandb.cli.tsdb;

import io.rowandb.tsdb.codec.PointTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads times of CSV files. Of an hour that a zone's clocks show twice, it is the first. */
final class CsvTime {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,13}");
  private static final int MILLI_NANOS = 1_000_000;

  /** Such as 2014-02-14 14:30:00.250+01:00, with T or a blank, slashes or hyphens. */
  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd")
          .optionalStart()
          .appendPattern(" HH:mm")
          .optionalStart()
          .appendPattern(":ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true) // of seconds that are there
          .optionalEnd()
          .optionalEnd()
          .appendPattern("[XXX]")
          .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
          .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
          .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private final ZoneId zone;

  /** For times that say no zone. */
  CsvTime(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * A time.
   *
   * @param texts one, or a year, a month, a day and maybe an hour, a minute and a second
   * @throws IllegalArgumentException when it is none, or finer than a millisecond
   */
  PointTime parse(List<String> texts) {
    try {
      return texts.size() > 1 ? local(ofParts(texts)) : parse(texts.get(0));
    } catch (DateTimeException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"" + String.join(" ", texts) + "\" is no time: " + e.getMessage(), e);
    }
  }

  private PointTime parse(String text) {
    if (NUMBER.matcher(text).matches()) {
      return PointTime.of(Long.parseLong(text));
    }
    TemporalAccessor date = DATE.parse(text.replace('T', ' ').replace('/', '-'));
    LocalDateTime at = LocalDateTime.from(date);
    return date.isSupported(ChronoField.OFFSET_SECONDS)
        ? time(at.toInstant(ZoneOffset.from(date)))
        : local(at);
  }

  private static LocalDateTime ofParts(List<String> texts) {
    int[] parts = {0, 1, 1, 0, 0, 0};
    for (int i = 0; i < texts.size(); i++) {
      parts[i] = Integer.parseInt(texts.get(i));
    }
    return LocalDateTime.of(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]);
  }

  private PointTime local(LocalDateTime at) {
    if (zone.getRules().getValidOffsets(at).isEmpty()) {
      throw new DateTimeException("the clocks of " + zone + " skip it");
    }
    return time(at.atZone(zone).toInstant());
  }

  private static PointTime time(Instant at) {
    if (at.getNano() % MILLI_NANOS != 0) {
      throw new DateTimeException("it is finer than a millisecond");
    }
    return at.getNano() == 0
        ? PointTime.ofSeconds(at.getEpochSecond())
        : PointTime.ofMillis(at.toEpochMilli());
  }
}
