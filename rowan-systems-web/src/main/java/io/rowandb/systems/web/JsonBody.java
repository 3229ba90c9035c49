package io.rowandb.systems.web;

import io.rowandb.cli.source.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An object of JSON in the body of a request, some of whose members are lists. Immutable. */
public final class JsonBody {
  private final Values values;
  private final Map<String, List<?>> lists;

  private JsonBody(Values values, Map<String, List<?>> lists) {
    this.values = values;
    this.lists = Map.copyOf(lists);
  }

  /**
   * The body of a request, whose type must be {@code application/json}.
   *
   * @param lists names of members that are lists
   * @param plain names of those that are texts, numbers, true or false
   * @throws WebException when it is no such object, or has other members
   */
  public static JsonBody of(WebRequest request, Set<String> lists, String... plain)
      throws IOException {
    request.requireType("application/json");
    String text = request.text();
    return of("", WebException.checked(() -> JsonReader.parse(text)), lists, plain);
  }

  /**
   * A text that is one object of JSON without lists, such as a line of many.
   *
   * @throws WebException when it is no such object, or has other members
   */
  public static Values plain(String text, String... known) {
    return of("", WebException.checked(() -> JsonReader.parse(text)), Set.of(), known).values;
  }

  private static JsonBody of(String where, Map<?, ?> members, Set<String> lists, String... plain) {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, List<?>> found = new HashMap<>();
    members.forEach(
        (key, value) -> {
          String name = key.toString();
          if (lists.contains(name)) {
            if (!(value instanceof List<?> list)) {
              throw WebException.wrong(where + name + " is no list");
            }
            found.put(name, list);
          } else if (value instanceof String text) {
            values.put(name, text);
          } else {
            throw WebException.wrong(where + Values.shown(name) + " is a list or an object");
          }
        });
    return new JsonBody(Values.of(values, plain), found);
  }

  /** The members that are no lists. */
  public Values values() {
    return values;
  }

  /**
   * A list of texts; an empty one when it is missing.
   *
   * @throws WebException when there are more than {@code most}, or other things in it
   */
  public List<String> texts(String name, int most) {
    List<String> texts = new ArrayList<>();
    for (Object each : list(name, most)) {
      if (!(each instanceof String text)) {
        throw WebException.wrong(name + "[" + texts.size() + "] is no text");
      }
      texts.add(text);
    }
    return texts;
  }

  /**
   * A list of objects; an empty one when it is missing.
   *
   * @param known names of their members
   * @throws WebException when there are more than {@code most}, or other things in it
   */
  public List<Values> objects(String name, int most, String... known) {
    List<Values> objects = new ArrayList<>();
    for (Object each : list(name, most)) {
      String where = name + "[" + objects.size() + "]";
      if (!(each instanceof Map<?, ?> members)) {
        throw WebException.wrong(where + " is no object");
      }
      objects.add(of(where + ": ", members, Set.of(), known).values());
    }
    return objects;
  }

  private List<?> list(String name, int most) {
    List<?> list = lists.getOrDefault(name, List.of());
    if (list.size() > most) {
      throw WebException.wrong(name + " has " + list.size() + " members, and at most " + most);
    }
    return list;
  }
}
