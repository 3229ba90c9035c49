package io.rowandb.schema.design.log;

import io.rowandb.schema.design.log.LogDesign.Event;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * What the questions of the log store are answered with, found by looking at every event. In the
 * order of time, those of one millisecond in that of the file.
 *
 * @param events all of them
 */
record EventAnswers(List<Event> events) {
  /** Those of a host, from one time and before another. */
  List<Event> ofHost(String host, Instant from, Instant to) {
    return matching(host, from, to, event -> true);
  }

  /** Those of them with a GUID in the one field or the other, each once. */
  List<Event> ofGuid(String host, UUID guid, Instant from, Instant to) {
    return matching(
        host, from, to, event -> guid.equals(event.guid1()) || guid.equals(event.guid2()));
  }

  /** Those of them with a code. */
  List<Event> ofCode(String host, int code, Instant from, Instant to) {
    return matching(host, from, to, event -> event.code() == code);
  }

  private List<Event> matching(String host, Instant from, Instant to, Predicate<Event> condition) {
    return events.stream()
        .filter(event -> event.host().equals(host))
        .filter(event -> !event.time().isBefore(from) && event.time().isBefore(to))
        .filter(condition)
        .sorted(Comparator.comparing(Event::time).thenComparing(Event::line))
        .toList();
  }
}
