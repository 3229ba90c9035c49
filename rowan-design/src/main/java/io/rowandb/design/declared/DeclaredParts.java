package io.rowandb.design.declared;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.CodedOrder;
import io.rowandb.design.plan.PlannedPart.Form;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.Direction;
import io.rowandb.schema.key.KeyForm;
import io.rowandb.schema.key.NotedKey;
import io.rowandb.schema.key.RowKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The parts of a declared row key as a plan has them. Texts become texts, so that the checks of
 * texts see them. Salts and hashes are as in a plan: other bytes, spread alike. All else is written
 * by the declared parts themselves.
 */
final class DeclaredParts {
  private static final Pattern HASH =
      Pattern.compile(
          "(MD5|SHA-256|Murmur3 x64 128), first (\\d+) bytes?(, in hex)? of .*", Pattern.DOTALL);
  private static final Pattern SALT = Pattern.compile("1 of (\\d+) buckets by .*", Pattern.DOTALL);
  private static final Pattern WIDTH = Pattern.compile("^bytes? \\d+(?: to \\d+)?: ");
  private static final String ENDED_TEXT = "text with 0x00 as 0x00 0xFF, ended by 0x00 0x00";
  private static final String LAST_TEXT = "text to the end";

  // Fixed at construction.
  private final RowKey<?> key;
  private final Map<String, FieldType> types;

  private int sources;

  private DeclaredParts(RowKey<?> key, Map<String, FieldType> types) {
    this.key = key;
    this.types = types;
  }

  /**
   * The parts of a key.
   *
   * @param types how times are read
   * @throws IllegalArgumentException naming a part that only its program can write
   */
  static List<PlannedPart> of(RowKey<?> key, Map<String, FieldType> types) {
    DeclaredParts made = new DeclaredParts(key, types);
    List<KeyForm> forms = key.forms();
    List<PlannedPart> parts = new ArrayList<>();
    for (int i = 0; i < forms.size(); i++) {
      parts.addAll(made.parts(forms.get(i), forms.subList(i + 1, forms.size())));
      made.sources += forms.get(i).fields().size();
    }
    return parts;
  }

  private List<PlannedPart> parts(KeyForm form, List<KeyForm> behind) {
    Matcher hash = HASH.matcher(form.form());
    Matcher salt = SALT.matcher(form.form());
    if (form.form().startsWith("\"")) {
      return List.of(literal(form.form()));
    } else if (hash.matches()) {
      return hash(Integer.parseInt(hash.group(2)), hash.group(3) != null, form.fields());
    } else if (salt.matches()) {
      Set<String> fields = new LinkedHashSet<>(form.fields());
      if (fields.isEmpty()) {
        behind.forEach(each -> fields.addAll(each.fields()));
      }
      return List.of(new Salt(Integer.parseInt(salt.group(1)), List.copyOf(fields)));
    }
    String field = form.fields().get(0);
    if (form.form().equals(ENDED_TEXT)) {
      return List.of(text(field), new Literal("\0\0"));
    }
    return form.form().equals(LAST_TEXT) ? List.of(text(field)) : List.of(coded(form, field));
  }

  private static Literal literal(String form) {
    byte[] bytes = Bytes.toBytesBinary(form.substring(1, form.length() - 1));
    return new Literal(new String(bytes, StandardCharsets.UTF_8));
  }

  /** A plan has no hash of more than 16 bytes: two stand for one. */
  private static List<PlannedPart> hash(int bytes, boolean isHex, List<String> fields) {
    int most = PlannedPart.Function.MD5.bytes();
    List<PlannedPart> parts = new ArrayList<>();
    for (int left = bytes; left > 0; left -= most) {
      parts.add(new Hash(PlannedPart.Function.MD5, Math.min(most, left), isHex, fields));
    }
    return parts;
  }

  private static Value text(String field) {
    return new Value(field, Form.TEXT, 0, false, false, "", null);
  }

  private Coded coded(KeyForm form, String field) {
    List<String> constants = key.constants().getOrDefault(sources + 1, List.of());
    NotedKey noted = NotedKey.of(form.fields(), form.form(), Map.of(1, constants));
    Class<?> type = type(field, noted.types().get(field));
    Component component = new Component(0, field, type, type, false, false);
    RecordShape<NamedValues> shape = RecordShape.ofNames("a part", List.of(component));
    RowKey<NamedValues> part = noted.prefix(shape);
    FieldType text = types.getOrDefault(field, FieldType.TEXT);
    Map<Component, Object> value = new HashMap<>();
    return new Coded(
        field,
        form.form(),
        width(part),
        order(part),
        part.held().contains(component),
        given -> {
          value.put(component, TypedText.parse(type, text, given));
          return part.encode((Function<Component, Object>) value::get);
        });
  }

  /** The field's own type, or what its values are written as. */
  private Class<?> type(String field, Set<Class<?>> possible) {
    Class<?> declared = key.shape().component(field).type();
    return possible.contains(declared) ? declared : possible.iterator().next();
  }

  private static CodedOrder order(RowKey<?> part) {
    Direction direction = part.prefix(Set.of()).direction();
    return direction == Direction.ASCENDING
        ? CodedOrder.ASCENDING
        : direction == Direction.DESCENDING ? CodedOrder.DESCENDING : CodedOrder.OTHER;
  }

  /** By the words of the layout: {@code 4 bytes}, or {@code 0 bytes and more}. */
  private static int width(RowKey<?> part) {
    List<String> layout = part.layout();
    String all = layout.get(0);
    return WIDTH.matcher(layout.get(1)).find()
        ? Integer.parseInt(all.substring(0, all.indexOf(' ')))
        : 0;
  }
}
