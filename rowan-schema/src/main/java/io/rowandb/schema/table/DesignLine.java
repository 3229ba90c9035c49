package io.rowandb.schema.table;

import io.rowandb.schema.key.KeyForm;
import io.rowandb.schema.key.RowKey;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a design says about the bytes in one place.
 *
 * @param place a key, a column, a field's number in a message
 * @param fields the fields whose values are there
 * @param form how values are encoded there, without the fields' names
 */
record DesignLine(String place, List<String> fields, String form) {
  private static final String KEY = "key";
  private static final String CONSTANTS = "constants of ";

  static DesignLine of(String place, String field, String form) {
    return new DesignLine(place, List.of(field), form);
  }

  /**
   * Of a key.
   *
   * @param owner stands before the names of its fields
   */
  static DesignLine of(String place, String owner, RowKey<?> key) {
    List<KeyForm> forms = key.forms();
    return new DesignLine(
        place,
        forms.stream().flatMap(each -> each.fields().stream()).map(owner::concat).toList(),
        forms.stream().map(KeyForm::form).collect(Collectors.joining(" + ")));
  }

  /** Of the parts of a key whose values are written as their numbers in an order. */
  static List<DesignLine> ofConstants(String place, RowKey<?> key) {
    return key.constants().entrySet().stream()
        .map(each -> new DesignLine(placeOfConstants(place) + each.getKey(), each.getValue(), ""))
        .toList();
  }

  /** Of what numbers in a place stand for. */
  static DesignLine ofConstants(String place, List<String> constants) {
    return new DesignLine(CONSTANTS + place, constants, "");
  }

  /** The place of a part's constants, without its number. */
  static String placeOfConstants(String ofKey) {
    return CONSTANTS + ofKey + ", part ";
  }

  /** Whether this version knows what it is of; else a newer one wrote it. */
  boolean isKnown() {
    return !isOfBytes() || isOfKey() || isOfColumn() || isOfIndex() || isOfDetails();
  }

  private boolean isOfDetails() {
    return place.startsWith("details in ");
  }

  /**
   * Whether its fields have bytes in the place; else it says something of them. A line that is not
   * known counts as one of bytes: so whoever has the field elsewhere alone reads nothing wrong.
   */
  boolean isOfBytes() {
    return !place.equals(NotedDesign.NEVER_NULL)
        && !place.equals(NotedDesign.VERSION_FIELD)
        && !place.equals(NotedDesign.EXPIRY_FIELD)
        && !isOfConstants();
  }

  /** Whether it is of the key of records or details. */
  boolean isOfKey() {
    return place.equals(KEY) || place.endsWith(", " + KEY);
  }

  /** Whether it is of the entries of an index. */
  boolean isOfIndex() {
    return place.startsWith("index ");
  }

  /** Whether it is of a column. */
  boolean isOfColumn() {
    return place.startsWith("column ");
  }

  /** Whether it names, in their order, values whose bytes are their numbers in it. */
  boolean isOfConstants() {
    return place.startsWith(CONSTANTS);
  }

  /** As {@code column i:p is power: signed, 4 bytes}. */
  @Override
  public String toString() {
    return place + " is " + String.join(", ", fields) + ": " + form;
  }
}
