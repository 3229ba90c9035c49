package io.rowandb.design.plan;

import io.rowandb.design.text.ShortText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The entries of one mapping of a YAML file. Each is taken once; {@link #end} refuses those that
 * nobody took, so that a misspelt name is no silent default. Errors name file, line and entry.
 */
final class YamlMap {
  /** Of a list: far more than a table has, and few enough that each is compared with each. */
  static final int MOST_MEMBERS = 1000;

  private final String file;
  private final int line;
  private final Map<String, Node> entries = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  private YamlMap(String file, int line) {
    this.file = file;
    this.line = line;
  }

  /** Of a node that should be a mapping. */
  static YamlMap of(String file, Node node, String what) throws PlanException {
    YamlMap map = new YamlMap(file, lineOf(node));
    if (!(node instanceof MappingNode mapping)) {
      throw map.refused(node, what + " should be entries of the form \"name: value\"");
    }
    for (NodeTuple each : mapping.getValue()) {
      String name = map.scalar(each.getKeyNode(), "the name of an entry");
      if (map.entries.put(name, each.getValueNode()) != null) {
        throw map.refused(each.getKeyNode(), ShortText.quoted(name) + " is there twice");
      }
    }
    return map;
  }

  private static int lineOf(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  Set<String> names() {
    return entries.keySet();
  }

  boolean has(String name) {
    known.add(name);
    return entries.containsKey(name);
  }

  /** The text of an entry, or what stands for one that is not there. */
  String text(String name, String missing) throws PlanException {
    return value(name, missing, text -> text);
  }

  /** The value of an entry, as a reader has it; its errors get the line and the value. */
  <T> T value(String name, T missing, Function<String, T> reader) throws PlanException {
    Node node = take(name);
    if (node == null) {
      return missing;
    }
    String text = scalar(node, "\"" + name + "\"");
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw refused(
          node, ShortText.cut(name) + ": " + ShortText.quoted(text) + ": " + e.getMessage());
    }
  }

  /** As above; a number from one to another. */
  int number(String name, int missing, int least, int most) throws PlanException {
    return value(
        name,
        missing,
        text -> {
          if (!text.matches("[0-9]{1,9}")
              || Integer.parseInt(text) < least
              || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException("this should be " + least + " to " + most);
          }
          return Integer.parseInt(text);
        });
  }

  boolean truth(String name) throws PlanException {
    return value(
        name,
        false,
        text -> {
          if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("this should be true or false");
          }
          return text.equals("true");
        });
  }

  /** One of the words that an enum's constants are, with spaces or hyphens for underscores. */
  <E extends Enum<E>> E word(String name, E missing, Class<E> type) throws PlanException {
    return value(
        name,
        missing,
        text -> {
          for (E each : type.getEnumConstants()) {
            if (each.name().equalsIgnoreCase(text.replaceAll("[- ]", "_"))) {
              return each;
            }
          }
          throw new IllegalArgumentException(
              "this should be one of "
                  + String.join(
                      ", ",
                      Arrays.stream(type.getEnumConstants())
                          .map(
                              each ->
                                  each.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))
                          .toList()));
        });
  }

  /** A list of texts; one text is a list of one. */
  List<String> texts(String name) throws PlanException {
    Node node = take(name);
    List<String> texts = new ArrayList<>();
    if (node instanceof SequenceNode list) {
      for (Node each : list.getValue()) {
        texts.add(scalar(each, "each of \"" + name + "\""));
      }
    } else if (node != null) {
      texts.add(scalar(node, "\"" + name + "\""));
    }
    return texts;
  }

  /** The members of a list. */
  List<Node> list(String name) throws PlanException {
    Node node = take(name);
    if (node == null) {
      return List.of();
    }
    if (!(node instanceof SequenceNode list)) {
      throw refused(node, "\"" + name + "\" should be a list, each member behind a hyphen");
    }
    if (list.getValue().size() > MOST_MEMBERS) {
      throw refused(
          node,
          "\""
              + name
              + "\" has "
              + list.getValue().size()
              + " members: "
              + MOST_MEMBERS
              + " at most");
    }
    return list.getValue();
  }

  /** The entries of a mapping within this one; empty when it is not there. */
  YamlMap map(String name) throws PlanException {
    Node node = take(name);
    return node == null ? new YamlMap(file, line) : of(file, node, "\"" + name + "\"");
  }

  /** As above; one without a value has no entries. */
  YamlMap mapOrNothing(String name) throws PlanException {
    Node node = entries.get(name);
    boolean isNothing = node instanceof ScalarNode scalar && scalar.getValue().isEmpty();
    known.add(name);
    return isNothing ? new YamlMap(file, lineOf(node)) : map(name);
  }

  private Node take(String name) {
    known.add(name);
    return entries.get(name);
  }

  String scalar(Node node, String what) throws PlanException {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw refused(node, what + " should be one text or number");
  }

  /** Refuses entries that nobody asked for. */
  void end(String what) throws PlanException {
    for (Map.Entry<String, Node> each : entries.entrySet()) {
      if (!known.contains(each.getKey())) {
        throw refused(
            each.getValue(),
            ShortText.quoted(each.getKey())
                + " is no entry of "
                + what
                + "; those are "
                + String.join(", ", known));
      }
    }
  }

  PlanException refused(Node node, String why) {
    return new PlanException(file + ", line " + lineOf(node) + ": " + why);
  }

  /** Names the line of an entry; that of the mapping when it is not there. */
  PlanException refusedAt(String name, String why) {
    return entries.containsKey(name) ? refused(entries.get(name), why) : refused(why);
  }

  PlanException refused(String why) {
    return new PlanException(file + ", line " + line + ": " + why);
  }
}
