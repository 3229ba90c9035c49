package io.rowandb.schema.key;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Times as numbers of a unit: {@link Parts#millis}, {@link Parts#seconds}, {@link Parts#hours} and
 * {@link Parts#calendar}. By default such a part refuses times between two units, since they could
 * not be read back. {@link #truncated} and {@link #truncatedTo} derive a part that accepts them,
 * for keys that have the rest of the time elsewhere or not at all. Immutable.
 */
public final class InstantPart extends RequiredPart<Instant> {
  /** How times are numbers: from the first to the last one, which are the ends of the range. */
  private record Form(
      String name,
      KeyPart<Long> number,
      Function<Instant, Long> toNumber,
      Function<Long, Instant> toInstant,
      Instant first,
      Instant last,
      ChronoUnit unit) {}

  private static final int LAST_NANO = 999_999_999;
  private static final long SECONDS_PER_HOUR = 3600;
  private static final long MAX_UNSIGNED_INT = 0xFFFF_FFFFL;

  // Fixed at construction.
  private final Form form;

  /** What times are truncated to; the form's own unit when they are not. */
  private final ChronoUnit granularity;

  private final boolean exact;

  private InstantPart(Form form, ChronoUnit granularity, boolean exact) {
    super(form.name() + (exact ? "" : ", truncated to " + granularity));
    this.form = form;
    this.granularity = granularity;
    this.exact = exact;
  }

  private static InstantPart exact(Form form) {
    return new InstantPart(form, form.unit(), true);
  }

  static InstantPart millis() {
    Instant last = Instant.ofEpochMilli(Long.MAX_VALUE).plusNanos(999_999);
    return exact(
        new Form(
            "milliseconds since 1970, signed, 8 bytes",
            IntegerPart.of(IntegerPart.Kind.SIGNED, Long.BYTES),
            Instant::toEpochMilli,
            Instant::ofEpochMilli,
            Instant.ofEpochMilli(Long.MIN_VALUE),
            last,
            ChronoUnit.MILLIS));
  }

  static InstantPart seconds() {
    return exact(
        new Form(
            "seconds since 1970, unsigned, 4 bytes",
            IntegerPart.of(IntegerPart.Kind.UNSIGNED, Integer.BYTES),
            Instant::getEpochSecond,
            Instant::ofEpochSecond,
            Instant.EPOCH,
            Instant.ofEpochSecond(MAX_UNSIGNED_INT, LAST_NANO),
            ChronoUnit.SECONDS));
  }

  static InstantPart hours() {
    long lastSecond = (MAX_UNSIGNED_INT + 1) * SECONDS_PER_HOUR - 1;
    return exact(
        new Form(
            "hours since 1970, unsigned, 4 bytes",
            IntegerPart.of(IntegerPart.Kind.UNSIGNED, Integer.BYTES),
            instant -> instant.getEpochSecond() / SECONDS_PER_HOUR,
            hours -> Instant.ofEpochSecond(hours * SECONDS_PER_HOUR),
            Instant.EPOCH,
            Instant.ofEpochSecond(lastSecond, LAST_NANO),
            ChronoUnit.HOURS));
  }

  static InstantPart calendar(String pattern) {
    CalendarDigits digits = CalendarDigits.of(pattern);
    return exact(
        new Form(
            pattern + " in UTC",
            new DigitsPart(digits.digitCount()),
            digits::number,
            digits::instant,
            CalendarDigits.FIRST,
            CalendarDigits.LAST,
            digits.unit()));
  }

  /** This form for all times: each as the last whole unit at or before it. Not lossless. */
  public InstantPart truncated() {
    return truncatedTo(form.unit());
  }

  /**
   * This form for all times: each as the last whole one of a coarser unit at or before it, in UTC.
   * {@code seconds().truncatedTo(HOURS)} is the second that an hour begins with. Not lossless.
   *
   * @param coarser the form's own unit or a coarser one up to days, or months, or years
   */
  public InstantPart truncatedTo(ChronoUnit coarser) {
    boolean known =
        coarser.compareTo(ChronoUnit.DAYS) <= 0
            || coarser == ChronoUnit.MONTHS
            || coarser == ChronoUnit.YEARS;
    if (!known || coarser.compareTo(form.unit()) < 0) {
      throw new IllegalArgumentException(
          form.name() + " are truncated to their unit or a coarser one, not to " + coarser);
    }
    return new InstantPart(form, coarser, false);
  }

  @Override
  void writePresent(Instant value, KeyWriter out) {
    if (value.isBefore(form.first()) || value.isAfter(form.last())) {
      throw refused(value, "it is from " + form.first() + " to " + form.last());
    }
    Instant whole = floor(value);
    if (exact && !whole.equals(value)) {
      throw refused(value, "it is no whole one; the truncated form takes it");
    }
    if (whole.isBefore(form.first())) {
      throw refused(value, whole + ", which it is truncated to, is before " + form.first());
    }
    form.number().write(form.toNumber().apply(whole), out);
  }

  @Override
  public Optional<Instant> ceiling(Instant end) {
    if (end.isAfter(form.last())) {
      return Optional.empty();
    }
    Instant least = end.isBefore(form.first()) ? form.first() : end;
    Instant whole = floor(least);
    if (whole.equals(least) || (!exact && !whole.isBefore(form.first()))) {
      return Optional.of(least);
    }
    Instant next = next(whole);
    return next.isAfter(form.last()) ? Optional.empty() : Optional.of(next);
  }

  @Override
  public Optional<List<Instant>> forms(Instant from, Instant to, int most) {
    if (exact) {
      return Optional.empty();
    }
    List<Instant> forms = new ArrayList<>();
    Instant each = floor(from.isBefore(form.first()) ? form.first() : from);
    while (each.isBefore(to) && !each.isAfter(form.last())) {
      if (forms.size() == most) {
        return Optional.empty();
      }
      if (!each.isBefore(form.first())) {
        forms.add(each);
      }
      each = next(each);
    }
    return Optional.of(forms);
  }

  private Instant next(Instant whole) {
    return LocalDateTime.ofInstant(whole, ZoneOffset.UTC)
        .plus(1, granularity)
        .toInstant(ZoneOffset.UTC);
  }

  private Instant floor(Instant instant) {
    if (granularity.compareTo(ChronoUnit.DAYS) <= 0) {
      return instant.truncatedTo(granularity);
    }
    LocalDate day = LocalDate.ofInstant(instant, ZoneOffset.UTC);
    LocalDate first =
        granularity == ChronoUnit.MONTHS ? day.withDayOfMonth(1) : day.withDayOfYear(1);
    return first.atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  @Override
  public Instant read(KeyReader in) {
    long number = form.number().read(in);
    Instant instant;
    try {
      instant = form.toInstant().apply(number);
    } catch (DateTimeException e) {
      throw malformed(in, number + " is no time: " + e.getMessage(), e);
    }
    if (!floor(instant).equals(instant)) {
      throw in.malformed(instant + " is no whole one of " + granularity);
    }
    return instant;
  }

  @Override
  public Direction direction() {
    return Direction.ASCENDING;
  }

  @Override
  public Comparator<? super Instant> order() {
    return exact ? Comparator.<Instant>naturalOrder() : Comparator.comparing(this::floor);
  }

  @Override
  public int width() {
    return form.number().width();
  }

  @Override
  public boolean isLossless() {
    return exact;
  }

  @Override
  public boolean isFirstOfItsForm(Instant value) {
    return exact || floor(value).equals(value);
  }
}
