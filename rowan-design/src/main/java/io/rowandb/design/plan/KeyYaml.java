package io.rowandb.design.plan;

import io.rowandb.design.plan.PlannedPart.Form;
import io.rowandb.design.plan.PlannedPart.Function;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads the parts of a row key. */
final class KeyYaml {
  /** More than HBase allows bytes in a row key. */
  private static final int LONGEST = Short.MAX_VALUE;

  private final String file;
  private final Map<String, FieldType> fields;

  KeyYaml(String file, Map<String, FieldType> fields) {
    this.file = file;
    this.fields = fields;
  }

  List<PlannedPart> parts(YamlMap plan) throws PlanException {
    List<PlannedPart> parts = new ArrayList<>();
    for (Node each : plan.list("key")) {
      parts.add(part(each));
    }
    if (parts.isEmpty()) {
      throw plan.refused("a design needs \"key\", the list of the row key's parts");
    }
    return parts;
  }

  private PlannedPart part(Node node) throws PlanException {
    if (node instanceof ScalarNode scalar) {
      return literal(node, scalar.getValue());
    }
    YamlMap part = YamlMap.of(file, node, "a part of the key");
    PlannedPart read = read(node, part);
    part.end("this part of the key");
    return read;
  }

  private PlannedPart literal(Node node, String text) throws PlanException {
    if (text.isEmpty()) {
      throw new PlanException(
          file
              + ", line "
              + node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1)
              + ": a text between the parts of the key is empty");
    }
    return new Literal(text);
  }

  private PlannedPart read(Node node, YamlMap part) throws PlanException {
    if (part.has("hash")) {
      return hash(part);
    }
    if (part.has("salt")) {
      return new Salt(part.number("salt", 0, 2, 256), part.texts("by"));
    }
    for (Form form : Form.values()) {
      String name = form.name().toLowerCase(java.util.Locale.ROOT);
      if (part.has(name)) {
        return value(part, form, name);
      }
    }
    throw part.refused(
        node,
        "a part of the key is a text in quotes, or begins with text, number, digits, int, long,"
            + " time, hash or salt");
  }

  private Hash hash(YamlMap part) throws PlanException {
    List<String> of = part.texts("hash");
    Function function = part.word("function", Function.MD5, Function.class);
    int bytes = part.number("bytes", function.bytes(), 1, function.bytes());
    boolean isHex =
        part.value(
            "as",
            false,
            text -> {
              if (!text.equals("hex") && !text.equals("bytes")) {
                throw new IllegalArgumentException("this should be hex or bytes");
              }
              return text.equals("hex");
            });
    if (of.isEmpty()) {
      throw part.refused("a hash needs the fields that it is of");
    }
    return new Hash(function, bytes, isHex, of);
  }

  private Value value(YamlMap part, Form form, String name) throws PlanException {
    String field = part.text(name, "");
    int length = 0;
    boolean reversed = false;
    boolean descending = false;
    String written = "";
    DateTimeFormatter format = null;
    if (form == Form.TEXT || form == Form.DIGITS) {
      length = part.number("length", 0, 1, LONGEST);
    }
    if (form != Form.INT && form != Form.LONG && form != Form.TIME) {
      reversed = part.truth("reversed");
    }
    if (form != Form.TEXT && form != Form.NUMBER) {
      descending = part.truth("descending");
    }
    if (form == Form.DIGITS && length == 0) {
      throw part.refused("digits: \"" + field + "\" needs a length, to which zeros fill it");
    }
    if (form == Form.TIME) {
      written = written(part, field);
      format = isCounted(written) ? null : FieldType.formatter(written);
    }
    if (field.isEmpty()) {
      throw part.refused(name + " needs the name of a field");
    }
    return new Value(field, form, length, reversed, descending, written, format);
  }

  private String written(YamlMap part, String field) throws PlanException {
    FieldType type = fields.getOrDefault(field, FieldType.TEXT);
    if (!type.isTime()) {
      throw part.refused(
          "time: \""
              + field
              + "\" is no time yet: say under \"fields\" how it is read, such as \""
              + field
              + ": time yyyyMMddHHmmss\"");
    }
    return part.value(
        "as",
        type.pattern(),
        text -> {
          if (!isCounted(text)) {
            FieldType.formatter(text);
          }
          return text;
        });
  }

  private static boolean isCounted(String written) {
    return written.equals(FieldType.MILLIS) || written.equals(FieldType.SECONDS);
  }
}
