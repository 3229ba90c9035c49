package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.tree.RuleType;
import io.rowandb.tsdb.tree.TreeChange;
import io.rowandb.tsdb.tree.TreeRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What requests say of trees: in the members of a body, or in parameters, which have underscores in
 * their names.
 *
 * @param members by their names in small letters without underscores
 * @param isBody whether they are of a body
 */
record TreeMembers(Map<String, Object> members, boolean isBody) {
  private static final List<String> OF_A_RULE = List.of("treeid", "level", "order");

  /** Of a request. */
  static TreeMembers of(ApiRequest request) {
    if (request.body().length > 0) {
      return ofObject(JsonTree.read(request.body()));
    }
    Map<String, Object> members = new LinkedHashMap<>();
    for (String each : request.parameters().keySet()) {
      members.put(plain(each.replace("_", "")), request.value(each).orElse(""));
    }
    return new TreeMembers(members, false);
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static TreeMembers ofObject(Object json) {
    Map<String, Object> members = new LinkedHashMap<>();
    JsonTree.object(json).forEach((name, value) -> members.put(plain(name), value));
    return new TreeMembers(members, true);
  }

  /** Several, of a body that is a list. */
  static List<TreeMembers> listOf(ApiRequest request) {
    if (!(JsonTree.read(request.body()) instanceof List<?> list)) {
      throw QueryReader.wrong("of rules", "a list");
    }
    List<TreeMembers> all = new ArrayList<>();
    list.forEach(each -> all.add(ofObject(each)));
    return all;
  }

  /** A single value; empty if there is none. */
  String text(String name) {
    String text = QueryReader.text(members, name);
    return text == null ? "" : text;
  }

  /** 0 if there is none. */
  int treeId() {
    return number("treeid", "tree");
  }

  private int number(String name, String shown) {
    String text = text(name);
    try {
      return text.isEmpty() ? 0 : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      ApiException refused = ApiException.badRequest("Unable to parse '" + shown + "' value");
      refused.initCause(e);
      throw refused;
    }
  }

  private Optional<Boolean> truth(String name) {
    return members.get(name) == null
        ? Optional.empty()
        : Optional.of(text(name).equalsIgnoreCase("true"));
  }

  TreeChange tree() {
    return new TreeChange(
        text("name"),
        text("description"),
        text("notes"),
        truth("strictmatch"),
        truth("enabled"),
        truth("storefailures"));
  }

  /** A rule, or where it is; parameters must say that, as a body need not. */
  TreeRule rule() {
    for (String each : OF_A_RULE) {
      if (!isBody && text(each).isEmpty()) {
        throw ApiException.missingParameter(each);
      }
    }
    return new TreeRule(
        treeId(),
        number("level", "level"),
        number("order", "order"),
        text("type").isEmpty() ? Optional.empty() : Optional.of(RuleType.parse(text("type"))),
        text("field"),
        text("customfield"),
        text("regex"),
        number("regexgroupidx", "regex_group_idx"),
        text("separator"),
        text("displayformat"),
        text("description"),
        text("notes"));
  }

  /** TSUIDs: a list in a body, or a text with commas. */
  List<String> tsuids() {
    Object value = members.get("tsuids");
    if (value == null) {
      return List.of();
    }
    if (!isBody) {
      return List.of(text("tsuids").split(","));
    }
    if (!(value instanceof List<?> list)) {
      throw ApiException.badRequest("Unable to convert the given data to a list");
    }
    List<String> tsuids = new ArrayList<>();
    for (Object each : list) {
      if (!(each instanceof String text)) {
        throw QueryReader.wrong("tsuids", "a list of texts");
      }
      tsuids.add(text);
    }
    return tsuids;
  }
}
