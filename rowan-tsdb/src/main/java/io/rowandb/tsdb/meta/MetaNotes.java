package io.rowandb.tsdb.meta;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.json.FlatObject;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What people say of a name or of a series, and when it was first seen. As a change, what is empty
 * or 0 says nothing.
 *
 * @param displayName shown in place of the name
 * @param description short
 * @param notes longer
 * @param createdSeconds since 1970; 0 when it is not known
 * @param custom values under names of the user's choice; a value may be null
 */
public record MetaNotes(
    String displayName,
    String description,
    String notes,
    long createdSeconds,
    Optional<Map<String, String>> custom) {
  /** The member with the user's values. */
  static final String CUSTOM = "custom";

  /** Nothing is said. */
  public static final MetaNotes NONE = new MetaNotes("", "", "", 0, Optional.empty());

  /** Copies it. */
  public MetaNotes {
    Objects.requireNonNull(displayName, "displayName");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(notes, "notes");
    custom = custom.map(each -> Collections.unmodifiableMap(new LinkedHashMap<>(each)));
  }

  /**
   * Nothing but the time.
   *
   * @param seconds since 1970
   */
  public static MetaNotes created(long seconds) {
    return new MetaNotes("", "", "", seconds, Optional.empty());
  }

  /** Of the object that was stored. */
  static MetaNotes of(FlatObject stored) throws DamagedDataException {
    return new MetaNotes(
        stored.text("displayName"),
        stored.text("description"),
        stored.text("notes"),
        stored.number("created", 0L, Long::parseLong),
        stored.values());
  }

  /** Writes the members that OpenTSDB stores. */
  void write(JsonGenerator json) throws IOException {
    json.writeStringField("displayName", displayName);
    json.writeStringField("description", description);
    json.writeStringField("notes", notes);
    json.writeNumberField("created", createdSeconds);
    if (custom.isEmpty()) {
      json.writeNullField(CUSTOM);
      return;
    }
    json.writeObjectFieldStart(CUSTOM);
    for (Map.Entry<String, String> each : custom.get().entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
  }

  /** The same, seen at another time. */
  MetaNotes withCreated(long seconds) {
    return new MetaNotes(displayName, description, notes, seconds, custom);
  }

  /** The same with the user's values in another order. */
  MetaNotes ordered(UnaryOperator<Map<String, String>> order) {
    return new MetaNotes(displayName, description, notes, createdSeconds, custom.map(order));
  }

  /** Whether a change says something. */
  public boolean saysSomething() {
    return !equals(NONE);
  }

  /**
   * This change of what is stored. The earlier of two times counts.
   *
   * @param replaces whether what it does not say is forgotten
   */
  MetaNotes over(MetaNotes stored, boolean replaces) {
    long seconds = stored.createdSeconds;
    boolean isStoredEarlier = seconds > 0 && (seconds < createdSeconds || createdSeconds == 0);
    return new MetaNotes(
        over(displayName, stored.displayName, replaces),
        over(description, stored.description, replaces),
        over(notes, stored.notes, replaces),
        isStoredEarlier ? seconds : createdSeconds,
        replaces || custom.isPresent() ? custom : stored.custom);
  }

  static String over(String said, String stored, boolean replaces) {
    return replaces || !said.isEmpty() ? said : stored;
  }
}
