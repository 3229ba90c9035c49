package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A key as a table keeps it: the fields and forms of {@link RowKey#forms} as text, of which a key
 * is made again. Immutable.
 */
public final class NotedKey {
  private static final String BETWEEN = " + ";
  private static final String AND = " and ";
  private static final Pattern SALT = Pattern.compile("1 of (\\d{1,3}) buckets by (.*)");
  private static final String REST = "what follows";
  private static final Map<String, Digest> DIGESTS = digests();

  /** A field and what may be its part. */
  private record Source(String field, String form, List<PartForms.Typed> parts) {}

  /** A stretch of a key, made of its sources. */
  private record Piece(
      List<Source> sources, Function<List<Segment.Source>, Segment> made, String form) {}

  // Fixed at construction.
  private final List<Piece> pieces;

  private NotedKey(List<Piece> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  /**
   * Of what a table keeps.
   *
   * @param fields of all stretches, from left to right
   * @param form those of the stretches, with {@code +} between them
   * @param constants of {@link RowKey#constants}
   * @throws IllegalArgumentException naming the form, when no key has it
   */
  public static NotedKey of(
      List<String> fields, String form, Map<Integer, List<String>> constants) {
    try {
      return new Reader(fields, constants).read(form);
    } catch (IndexOutOfBoundsException e) { // bytes that end too early; anybody may have written it
      throw new IllegalArgumentException("no key has the form \"" + form + "\"", e);
    }
  }

  /** Reads the stretches from left to right. */
  private static final class Reader {
    // Fixed at construction.
    private final List<String> fields;
    private final Map<Integer, List<String>> constants;

    private int used;

    Reader(List<String> fields, Map<Integer, List<String>> constants) {
      this.fields = fields;
      this.constants = constants;
    }

    NotedKey read(String form) {
      List<Piece> pieces = new ArrayList<>();
      for (String each : split(form)) {
        pieces.add(piece(each));
      }
      if (used != fields.size()) {
        throw new IllegalArgumentException(
            "a key has the form \"" + form + "\", of " + used + " fields, and these are " + fields);
      }
      return new NotedKey(pieces);
    }

    private Piece piece(String form) {
      if (form.startsWith("\"")) {
        byte[] bytes = Bytes.toBytesBinary(form.substring(1, form.length() - 1));
        return new Piece(List.of(), sources -> new Segment.Literal(bytes), form);
      }
      Matcher salt = SALT.matcher(form);
      if (salt.matches()) {
        int buckets = Integer.parseInt(salt.group(1));
        return new Piece(
            salt.group(2).equals(REST) ? List.of() : sources(salt.group(2)),
            sources -> new Segment.Salt(buckets, sources),
            form);
      }
      for (Map.Entry<String, Digest> each : DIGESTS.entrySet()) {
        if (form.startsWith(each.getKey())) {
          return new Piece(
              sources(form.substring(each.getKey().length())),
              sources -> new Segment.OfHash(each.getValue(), sources),
              form);
        }
      }
      return new Piece(List.of(source(form)), sources -> new Segment.OfField(sources.get(0)), form);
    }

    private List<Source> sources(String forms) {
      return Stream.of(forms.split(AND, -1)).map(this::source).toList();
    }

    private Source source(String form) {
      if (used == fields.size()) {
        throw new IllegalArgumentException(
            "a key has a part \"" + form + "\" of a field that is not among " + fields);
      }
      List<PartForms.Typed> parts = PartForms.of(form, constants.getOrDefault(used + 1, List.of()));
      if (parts.isEmpty()) {
        throw new IllegalArgumentException(
            "part "
                + (used + 1)
                + " of a key, "
                + fields.get(used)
                + ", has a form of its program: "
                + form);
      }
      return new Source(fields.get(used++), form, parts);
    }
  }

  private static List<String> split(String form) {
    List<String> pieces = new ArrayList<>();
    int at = 0;
    while (at <= form.length()) {
      boolean literal = form.startsWith("\"", at);
      int between = literal ? form.indexOf('"' + BETWEEN, at + 1) : form.indexOf(BETWEEN, at);
      int end = between < 0 ? form.length() : between + (literal ? 1 : 0);
      pieces.add(form.substring(at, end));
      at = end == form.length() ? form.length() + 1 : end + BETWEEN.length();
    }
    return pieces;
  }

  /** By what is said of each before its fields. */
  private static Map<String, Digest> digests() {
    Map<String, Digest> digests = new HashMap<>();
    for (int bytes = 1; bytes <= 32; bytes++) {
      add(digests, Digest.sha256(bytes));
      if (bytes <= 16) {
        add(digests, Digest.md5(bytes));
        add(digests, Digest.murmur3(bytes));
      }
    }
    return digests;
  }

  private static void add(Map<String, Digest> digests, Digest digest) {
    digests.put(digest.describe() + " of ", digest);
    digests.put(digest.hex().describe() + " of ", digest.hex());
  }

  /** The types that the values of each field may have, the usual one first. */
  public Map<String, Set<Class<?>>> types() {
    Map<String, Set<Class<?>>> types = new LinkedHashMap<>();
    for (Piece piece : pieces) {
      for (Source source : piece.sources) {
        Set<Class<?>> there = new LinkedHashSet<>();
        source.parts.forEach(part -> there.add(part.type()));
        types.merge(source.field, there, NotedKey::common);
      }
    }
    return Collections.unmodifiableMap(types);
  }

  /**
   * Its parts, from left to right, in the words of a declaration: {@code int (signed, 4 bytes)}.
   */
  public List<String> words() {
    return pieces.stream().map(NotedKey::words).toList();
  }

  private static String words(Piece piece) {
    boolean plain = piece.sources.size() == 1 && piece.sources.get(0).form.equals(piece.form);
    if (!plain) {
      return piece.form;
    }
    Class<?> type = piece.sources.get(0).parts.get(0).type();
    Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
    return primitive.getSimpleName() + " (" + piece.form + ")";
  }

  private static Set<Class<?>> common(Set<Class<?>> some, Set<Class<?>> others) {
    Set<Class<?>> common = new LinkedHashSet<>(some);
    common.retainAll(others);
    return common;
  }

  /** The forms of its stretches, from left to right. */
  public List<KeyForm> forms() {
    return pieces.stream()
        .map(piece -> new KeyForm(piece.sources.stream().map(Source::field).toList(), piece.form))
        .toList();
  }

  /**
   * The key of records.
   *
   * @throws IllegalArgumentException when a field is not one of theirs, or has another type there
   */
  public <R> RowKey<R> key(RecordShape<R> shape) {
    List<Segment> segments = segments(shape);
    Set<Component> lossy = new LinkedHashSet<>();
    segments.forEach(segment -> lossy.addAll(segment.components()));
    lossy.removeAll(RowKey.held(segments));
    return new RowKey<>(shape, segments, lossy, /* followed= */ false);
  }

  /** The same of keys that are followed by more bytes, as those of an index are. */
  public <R> RowKey<R> prefix(RecordShape<R> shape) {
    return new RowKey<>(shape, segments(shape), Set.of(), /* followed= */ true);
  }

  private List<Segment> segments(RecordShape<?> shape) {
    return pieces.stream()
        .map(
            piece ->
                piece.made.apply(
                    piece.sources.stream().map(source -> source(source, shape)).toList()))
        .toList();
  }

  @SuppressWarnings("unchecked") // the part is of the field's type
  private static Segment.Source source(Source source, RecordShape<?> shape) {
    Component component = shape.component(source.field);
    for (PartForms.Typed part : source.parts) {
      if (part.type() == component.type()) {
        return new Segment.Source(component, (KeyPart<Object>) part.part());
      }
    }
    throw new IllegalArgumentException(
        source.field
            + " is a "
            + component.type().getSimpleName()
            + ", and in a key a "
            + source.parts.get(0).type().getSimpleName());
  }
}
