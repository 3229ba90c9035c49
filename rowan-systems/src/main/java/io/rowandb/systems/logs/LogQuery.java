package io.rowandb.systems.logs;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A question to a log store: the lines of a group, in a range of days, which have a guid in either
 * place, or any of several guids, or a code, or a source. Exactly one of these three is asked for.
 * Immutable.
 *
 * @param group the group
 * @param guids the guids, of which a line has any in either place, in their order and each once;
 *     none when something else is asked for
 * @param code the code; null when something else is asked for
 * @param source the source; null when something else is asked for
 * @param from the first day, in UTC
 * @param to the last day
 */
public record LogQuery(
    String group, List<UUID> guids, String code, String source, LocalDate from, LocalDate to) {
  /** Guids of one question: each is a range of its own. */
  public static final int MOST_GUIDS = 20;

  private static final LocalDate EARLIEST = LocalDate.of(1970, 1, 1);
  private static final LocalDate LATEST = LocalDate.of(9999, 12, 31);

  /**
   * Checks that it can be answered.
   *
   * @throws IllegalArgumentException when something is missing or asked for beside another
   */
  public LogQuery {
    require(group != null, "a group is missing, which each question has");
    LogRecord.checkName("group", group);
    LogRecord.checkName("code", code);
    LogRecord.checkName("source", source);
    guids = guids.stream().distinct().sorted().toList();
    require(guids.size() <= MOST_GUIDS, guids.size() + " guids are more than " + MOST_GUIDS);
    long asked =
        Stream.of(guids.isEmpty() ? null : guids, code, source).filter(Objects::nonNull).count();
    require(asked > 0, "a guid, a code or a source is missing");
    require(asked < 2, "a guid, a code and a source exclude each other: ask for one of them");
    require(from != null && to != null, "a range of days is missing, which each question has");
    require(!from.isAfter(to), "the first day, " + from + ", is after the last, " + to);
    require(
        !from.isBefore(EARLIEST) && !to.isAfter(LATEST),
        "the days " + from + " to " + to + " are not in the years from 1970 to 9999");
  }

  private static void require(boolean right, String message) {
    if (!right) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Begins a question; {@link Builder#build} checks it. */
  public static Builder ofGroup(String group) {
    return new Builder(group);
  }

  /** The only guid; null when none is asked for. */
  UUID guid() {
    require(guids.size() < 2, "there are several guids");
    return guids.isEmpty() ? null : guids.get(0);
  }

  /** The same question about each guid alone. */
  List<LogQuery> alternatives() {
    return guids.stream()
        .map(each -> new LogQuery(group, List.of(each), code, source, from, to))
        .toList();
  }

  /** The first moment. */
  Instant begin() {
    return from.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /** The first moment behind it. */
  Instant end() {
    return to.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /** Whether a line answers it. */
  public boolean matches(LogRecord line) {
    return line.group().equals(group)
        && !line.time().isBefore(begin())
        && line.time().isBefore(end())
        && (guids.isEmpty() || guids.stream().anyMatch(line::hasGuid))
        && (code == null || code.equals(line.code()))
        && (source == null || source.equals(line.source()));
  }

  /** A question under construction. Used by one thread. */
  public static final class Builder {
    // Fixed at construction.
    private final String group;
    private final List<UUID> guids = new ArrayList<>();
    private String code;
    private String source;
    private LocalDate from;
    private LocalDate to;

    private Builder(String group) {
      this.group = group;
    }

    /**
     * Lines that have this guid as their first or second one; called again, those that have any of
     * the guids. Null changes nothing.
     */
    public Builder guid(UUID newGuid) {
      if (newGuid != null) {
        guids.add(newGuid);
      }
      return this;
    }

    /** Lines of this code. */
    public Builder code(String newCode) {
      code = newCode;
      return this;
    }

    /** Lines of this source, which an index answers since it was added. */
    public Builder source(String newSource) {
      source = newSource;
      return this;
    }

    /** Of one day, in UTC. */
    public Builder day(LocalDate day) {
      return days(day, day);
    }

    /** Of these days and those between them, in UTC. */
    public Builder days(LocalDate first, LocalDate last) {
      from = first;
      to = last;
      return this;
    }

    /**
     * The question.
     *
     * @throws IllegalArgumentException when something is missing or asked for beside another
     */
    public LogQuery build() {
      return new LogQuery(group, guids, code, source, from, to);
    }
  }
}
