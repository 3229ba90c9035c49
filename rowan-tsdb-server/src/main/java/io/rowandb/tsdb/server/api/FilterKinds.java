package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.query.TagFilterText;
import java.util.LinkedHashMap;
import java.util.Map;

/** The kinds of filters, for people who choose one. */
final class FilterKinds {
  private FilterKinds() {}

  /** By name, with a description and examples. */
  static Map<String, Map<String, String>> members() {
    Map<String, Map<String, String>> members = new LinkedHashMap<>();
    for (String each : TagFilterText.TYPES) {
      Map<String, String> kind = new LinkedHashMap<>();
      kind.put("examples", "host=" + each + "(" + example(each) + ")");
      kind.put("description", description(each));
      members.put(each, kind);
    }
    return members;
  }

  private static String example(String type) {
    return switch (type) {
      case "wildcard", "iwildcard" -> "web*";
      case "regexp" -> "web[0-9]+";
      case "not_key" -> "";
      default -> "web01|web02";
    };
  }

  private static String description(String type) {
    return switch (type) {
      case "literal_or" -> "One of these values, with | between them.";
      case "iliteral_or" -> "One of these values, whatever the case of their letters.";
      case "not_literal_or" -> "Any value of the tag but these, with | between them.";
      case "not_iliteral_or" -> "Any value of the tag but these, whatever the case of letters.";
      case "wildcard" -> "Values with these letters, where * stands for any letters or none.";
      case "iwildcard" -> "As wildcard, whatever the case of letters.";
      case "regexp" -> "Values in which a regular expression of Java is found.";
      case "not_key" -> "Series without the tag.";
      default -> "A filter of the values of a tag.";
    };
  }
}
