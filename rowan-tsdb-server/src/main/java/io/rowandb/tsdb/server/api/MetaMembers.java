package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.meta.MetaNotes;
import io.rowandb.tsdb.meta.SeriesMeta;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Changes of meta data, as requests have them: in the members of a body, or in parameters, which
 * have fewer of them and other names.
 *
 * @param members of the body's names
 */
record MetaMembers(Map<String, Object> members) {
  private static final Map<String, String> PARAMETERS =
      Map.of(
          "uid", "uid",
          "type", "type",
          "tsuid", "tsuid",
          "display_name", "displayName",
          "description", "description",
          "notes", "notes",
          "units", "units",
          "data_type", "dataType");

  /** Of a request. */
  static MetaMembers of(ApiRequest request) {
    if (request.body().length > 0) {
      return new MetaMembers(JsonTree.readObject(request.body()));
    }
    Map<String, Object> members = new LinkedHashMap<>();
    PARAMETERS.forEach(
        (parameter, member) ->
            request.value(parameter).ifPresent(value -> members.put(member, value)));
    request.value("retention").ifPresent(value -> members.put("retention", retention(value)));
    for (String each : new String[] {"max", "min"}) {
      request.value(each).ifPresent(value -> members.put(each, single(each, value)));
    }
    return new MetaMembers(members);
  }

  private static int retention(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw wrongParameter("retention", e);
    }
  }

  /** As OpenTSDB reads it: with the seven digits of a float. */
  private static double single(String name, String text) {
    try {
      return Float.parseFloat(text);
    } catch (NumberFormatException e) {
      throw wrongParameter(name, e);
    }
  }

  private static ApiException wrongParameter(String name, NumberFormatException cause) {
    ApiException refused = ApiException.badRequest("Unable to parse '" + name + "' value");
    refused.initCause(cause);
    return refused;
  }

  /** A single value; empty if there is none. */
  String text(String name) {
    String text = QueryReader.text(members, name);
    return text == null ? "" : text;
  }

  MetaNotes notes() {
    return new MetaNotes(
        text("displayName"),
        text("description"),
        text("notes"),
        number("created", WholeNumber::parse).orElse(0L),
        custom());
  }

  private Optional<Map<String, String>> custom() {
    if (members.get("custom") == null) {
      return Optional.empty();
    }
    Map<String, Object> values = JsonTree.object(members.get("custom"));
    Map<String, String> custom = new LinkedHashMap<>();
    values.keySet().forEach(each -> custom.put(each, QueryReader.text(values, each)));
    return Optional.of(custom);
  }

  SeriesMeta series() {
    return new SeriesMeta(
        text("tsuid"),
        notes(),
        text("units"),
        text("dataType"),
        number("retention", Integer::parseInt).orElse(0),
        decimal("max"),
        decimal("min"));
  }

  private OptionalDouble decimal(String name) {
    return number(name, Double::parseDouble)
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  private interface Parser<N> {
    N parse(String text);
  }

  private <N> Optional<N> number(String name, Parser<N> parser) {
    String text = text(name);
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(parser.parse(text));
    } catch (NumberFormatException e) {
      ApiException refused = QueryReader.wrong(name, "a number: " + text);
      refused.initCause(e);
      throw refused;
    }
  }
}
