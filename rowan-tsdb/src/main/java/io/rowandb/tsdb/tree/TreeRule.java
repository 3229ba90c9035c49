package io.rowandb.tsdb.tree;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.json.FlatObject;
import io.rowandb.tsdb.store.LinearRegexp;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/**
 * A rule of a tree. As a change, what is empty or 0 says nothing.
 *
 * @param treeId of its tree
 * @param level from 0; each makes a name of a path
 * @param order from 0, within the level: the first rule that makes a name counts
 * @param type what it reads; a rule that is stored has one
 * @param field the key of the tag, or its value with {@link RuleType#TAGV_CUSTOM}
 * @param customField which custom value is read
 * @param regex of which a group is the name; empty for none
 * @param regexGroup which group, from 0 for the first in parentheses
 * @param separator a regular expression at which the value is split into several names; empty for
 *     none. It is not used with {@code regex}
 * @param displayFormat how the name is shown, with {@code {value}}, {@code {ovalue}}, {@code
 *     {tag_name}} and {@code {tsuid}}; empty for the value alone
 * @param description short
 * @param notes longer
 */
public record TreeRule(
    int treeId,
    int level,
    int order,
    Optional<RuleType> type,
    String field,
    String customField,
    String regex,
    int regexGroup,
    String separator,
    String displayFormat,
    String description,
    String notes) {
  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when level or order are negative, or an expression is none
   */
  public TreeRule {
    if (level < 0) {
      throw new IllegalArgumentException("Negative levels are not allowed");
    }
    if (order < 0) {
      throw new IllegalArgumentException("Negative orders are not allowed");
    }
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(customField, "customField");
    Objects.requireNonNull(regex, "regex");
    Objects.requireNonNull(separator, "separator");
    Objects.requireNonNull(displayFormat, "displayFormat");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(notes, "notes");
  }

  /** One that says nothing but where it is. */
  public static TreeRule at(int treeId, int level, int order) {
    return new TreeRule(treeId, level, order, Optional.empty(), "", "", "", 0, "", "", "", "");
  }

  /** Whether a change says something; where the rule is counts too, as in OpenTSDB. */
  public boolean saysSomething() {
    return !equals(at(treeId, 0, 0));
  }

  /**
   * This change of what is stored.
   *
   * @param replaces whether what it does not say is forgotten
   */
  TreeRule over(TreeRule stored, boolean replaces) {
    if (replaces) {
      return this;
    }
    return new TreeRule(
        treeId,
        level,
        order,
        type.or(stored::type),
        over(field, stored.field),
        over(customField, stored.customField),
        over(regex, stored.regex),
        regexGroup != 0 ? regexGroup : stored.regexGroup,
        over(separator, stored.separator),
        over(displayFormat, stored.displayFormat),
        over(description, stored.description),
        over(notes, stored.notes));
  }

  private static String over(String said, String stored) {
    return said.isEmpty() ? stored : said;
  }

  /**
   * To be called before it is stored.
   *
   * @throws IllegalArgumentException when something is missing, or an expression is none that can
   *     be searched for
   */
  void check() {
    RuleType checked = type.orElseThrow(() -> new IllegalArgumentException("Missing rule type"));
    if (checked != RuleType.METRIC && field.isEmpty()) {
      throw new IllegalArgumentException("Missing field name required for " + checked + " rule");
    }
    if (checked.isCustom() && customField.isEmpty()) {
      throw new IllegalArgumentException(
          "Missing custom field name required for " + checked + " rule");
    }
    if (regexGroup < 0) {
      throw new IllegalArgumentException("Invalid regex group index. Cannot be less than 0");
    }
    if (!regex.isEmpty()) {
      new LinearRegexp(regex);
    }
    if (!separator.isEmpty()) {
      new LinearRegexp(separator);
    }
  }

  /** As messages name it. */
  @Override
  public String toString() {
    return "["
        + treeId
        + ":"
        + level
        + ":"
        + order
        + ":"
        + type.map(RuleType::name).orElse("null")
        + "]";
  }

  /** Writes the members that OpenTSDB stores and shows, in its order. */
  public void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    writeMembers(json);
    json.writeEndObject();
  }

  private void writeMembers(JsonGenerator json) throws IOException {
    json.writeStringField("type", type.map(RuleType::name).orElse(null));
    json.writeStringField("field", field);
    json.writeStringField("regex", regex);
    json.writeStringField("separator", separator);
    json.writeStringField("description", description);
    json.writeStringField("notes", notes);
    json.writeNumberField("level", level);
    json.writeNumberField("order", order);
    json.writeStringField("customField", customField);
    json.writeNumberField("regexGroupIdx", regexGroup);
    json.writeStringField("displayFormat", displayFormat);
    json.writeNumberField("treeId", treeId);
  }

  /** The bytes that OpenTSDB stores. */
  byte[] toStored() {
    return FlatObject.bytes(this::writeMembers);
  }

  /** Of the bytes that were stored. */
  static TreeRule ofStored(int treeId, byte[] stored) throws DamagedDataException {
    FlatObject json = FlatObject.read(stored, TreeBranch.PATH);
    try {
      String type = json.text("type");
      return new TreeRule(
          treeId,
          json.number("level", 0, Integer::parseInt),
          json.number("order", 0, Integer::parseInt),
          type.isEmpty() ? Optional.empty() : Optional.of(RuleType.parse(type)),
          json.text("field"),
          json.text("customField"),
          json.text("regex"),
          json.number("regexGroupIdx", 0, Integer::parseInt),
          json.text("separator"),
          json.text("displayFormat"),
          json.text("description"),
          json.text("notes"));
    } catch (IllegalArgumentException e) {
      throw FlatObject.damaged(e.getMessage(), e);
    }
  }
}
