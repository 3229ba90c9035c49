package io.rowandb.tsdb.tree;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.json.FlatObject;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A tree with its rules.
 *
 * @param id from 1 to 65,535
 * @param name of the tree
 * @param description short
 * @param notes longer
 * @param isStrict whether a series must match all levels
 * @param createdSeconds since 1970
 * @param isEnabled whether series are put into it
 * @param storesFailures whether series that collide or do not match are noted
 * @param rules by their levels and orders
 */
public record TreeDefinition(
    int id,
    String name,
    String description,
    String notes,
    boolean isStrict,
    long createdSeconds,
    boolean isEnabled,
    boolean storesFailures,
    NavigableMap<Integer, SortedMap<Integer, TreeRule>> rules) {
  /** The greatest ID: two bytes of a row. */
  public static final int MAX_ID = 65_535;

  /** Copies the rules. */
  public TreeDefinition {
    checkId(id);
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(notes, "notes");
    NavigableMap<Integer, SortedMap<Integer, TreeRule>> copy = new TreeMap<>();
    rules.forEach(
        (level, ofLevel) ->
            copy.put(level, Collections.unmodifiableSortedMap(new TreeMap<>(ofLevel))));
    rules = Collections.unmodifiableNavigableMap(copy);
  }

  /**
   * Checks the ID of a tree.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static void checkId(int id) {
    if (id < 1 || id > MAX_ID) {
      throw new IllegalArgumentException("Invalid Tree ID");
    }
  }

  /** The rule of a place, if there is one. */
  public Optional<TreeRule> rule(int level, int order) {
    SortedMap<Integer, TreeRule> ofLevel = rules.get(level);
    return ofLevel == null ? Optional.empty() : Optional.ofNullable(ofLevel.get(order));
  }

  /** How many rules it has. */
  int ruleCount() {
    return rules.values().stream().mapToInt(Map::size).sum();
  }

  /** The same with these rules; of two at one place, the later counts. */
  TreeDefinition with(Collection<TreeRule> all) {
    NavigableMap<Integer, SortedMap<Integer, TreeRule>> byLevel = new TreeMap<>();
    all.forEach(
        rule ->
            byLevel
                .computeIfAbsent(rule.level(), first -> new TreeMap<>())
                .put(rule.order(), rule));
    return new TreeDefinition(
        id, name, description, notes, isStrict, createdSeconds, isEnabled, storesFailures, byLevel);
  }

  /** The bytes that OpenTSDB stores; the ID is in the row, and the rules have columns. */
  byte[] toStored() {
    return FlatObject.bytes(
        json -> {
          json.writeStringField("name", name);
          json.writeStringField("description", description);
          json.writeStringField("notes", notes);
          json.writeBooleanField("strictMatch", isStrict);
          json.writeNumberField("created", createdSeconds);
          json.writeBooleanField("enabled", isEnabled);
          json.writeBooleanField("storeFailures", storesFailures);
        });
  }

  /** Of the bytes that were stored, without rules. */
  static TreeDefinition ofStored(int id, byte[] stored) throws DamagedDataException {
    FlatObject json = FlatObject.read(stored, TreeBranch.PATH);
    return new TreeDefinition(
        id,
        json.text("name"),
        json.text("description"),
        json.text("notes"),
        json.truth("strictMatch"),
        json.number("created", 0L, Long::parseLong),
        json.truth("enabled"),
        json.truth("storeFailures"),
        new TreeMap<>());
  }

  /** Writes the members that OpenTSDB shows, in its order. */
  public void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("description", description);
    json.writeStringField("notes", notes);
    json.writeBooleanField("enabled", isEnabled);
    writeRules(json);
    json.writeNumberField("created", createdSeconds);
    json.writeNumberField("treeId", id);
    json.writeBooleanField("strictMatch", isStrict);
    json.writeBooleanField("storeFailures", storesFailures);
    json.writeEndObject();
  }

  private void writeRules(JsonGenerator json) throws IOException {
    if (rules.isEmpty()) {
      json.writeNullField("rules");
      return;
    }
    json.writeObjectFieldStart("rules");
    for (var level : rules.entrySet()) {
      json.writeObjectFieldStart(level.getKey().toString());
      for (var order : level.getValue().entrySet()) {
        json.writeFieldName(order.getKey().toString());
        order.getValue().write(json);
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }
}
