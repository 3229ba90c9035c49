package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.codec.PointTime;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An annotation as requests and answers have it.
 *
 * @param tsuid of its series; empty for none, which is called global
 * @param start its time; whole seconds are seconds, however they were sent
 * @param members as they were sent, or are stored
 */
record Note(String tsuid, PointTime start, Map<String, Object> members) {
  private static final List<String> OPTIONAL = List.of("endTime", "description", "notes", "custom");

  /**
   * Of a request.
   *
   * @throws IllegalArgumentException when there is no time, or it is none
   */
  static Note of(Map<String, Object> members) {
    String time = QueryReader.text(members, "startTime");
    long start = time == null ? 0 : WholeNumber.parse(time);
    if (start < 1) {
      throw new IllegalArgumentException("The start timestamp has not been set");
    }
    for (String each : OPTIONAL) {
      if (members.get(each) != null) {
        checked(each, members.get(each));
      }
    }
    String tsuid = QueryReader.text(members, "tsuid");
    return new Note(tsuid == null ? "" : tsuid, time(start), members);
  }

  private static PointTime time(long start) {
    PointTime sent = PointTime.of(start);
    return sent.millis() % 1000 == 0 ? PointTime.ofSeconds(sent.millis() / 1000) : sent;
  }

  /** Of the store; empty when the JSON is no annotation. */
  static Optional<Note> stored(String json) {
    try {
      return Optional.of(of(JsonTree.readObject(json.getBytes(StandardCharsets.UTF_8))));
    } catch (IllegalArgumentException | ApiException e) {
      return Optional.empty(); // others may write there; no question is to fail for it
    }
  }

  /** Whether something is said of it, and not its time alone. */
  boolean saysSomething() {
    return endTime() != 0
        || !textOf("description").isEmpty()
        || !textOf("notes").isEmpty()
        || members.get("custom") != null;
  }

  private String textOf(String name) {
    return members.get(name) == null ? "" : String.valueOf(members.get(name));
  }

  /** As it was sent; 0 for none. */
  long endTime() {
    return members.get("endTime") == null
        ? 0
        : WholeNumber.parse(members.get("endTime").toString());
  }

  /** In milliseconds; 0 for none. */
  long endMillis() {
    long end = endTime();
    return end <= 0 || end > PointTime.MAX_SECONDS ? end : end * 1000;
  }

  /** The same with what another says, if this says nothing of it. */
  Note or(Note before) {
    Map<String, Object> merged = new LinkedHashMap<>(members);
    for (String each : OPTIONAL) {
      if (merged.get(each) == null && before.members.get(each) != null) {
        merged.put(each, before.members.get(each));
      }
    }
    return new Note(tsuid, start, merged);
  }

  /** For an answer. */
  Map<String, Object> shown() {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("tsuid", tsuid);
    addAll(shown);
    if (shown.get("custom") == null) {
      shown.remove("custom");
    }
    return shown;
  }

  /** For the store, as OpenTSDB writes it. */
  Map<String, Object> kept() {
    Map<String, Object> kept = new LinkedHashMap<>();
    if (!tsuid.isEmpty()) {
      kept.put("tsuid", tsuid);
    }
    addAll(kept);
    return kept;
  }

  private void addAll(Map<String, Object> to) {
    to.put("startTime", start.inMillis() ? start.millis() : start.millis() / 1000);
    to.put("endTime", endTime());
    to.put("description", textOf("description"));
    to.put("notes", textOf("notes"));
    to.put(
        "custom", members.get("custom") == null ? null : checked("custom", members.get("custom")));
  }

  private static Object checked(String name, Object member) {
    return switch (name) {
      case "endTime" -> WholeNumber.parse(member.toString());
      case "custom" -> {
        Map<String, Object> values = JsonTree.object(member);
        Map<String, String> sorted = new TreeMap<>();
        values.keySet().forEach(key -> sorted.put(key, QueryReader.text(values, key)));
        yield sorted;
      }
      default -> QueryReader.text(Map.of(name, member), name);
    };
  }
}
