package io.rowandb.schema.table;

import io.rowandb.schema.value.BinaryText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the fields of an index's entries come from, as recorded with the table of the entries. An
 * index of the same format has different entries if it is on another column, or if rows without a
 * cell are read differently. For each field, in the order of {@link IndexDesign#line}:
 *
 * <pre>
 *   1;city|column f:c,key 0|null
 *     |    |                how a row without a cell is read; nothing if it is not compared
 *     |    the places of its bytes; programs of different versions share at least one
 *     name
 * </pre>
 */
final class IndexSources {
  /** Said of a field that is null in rows without a cell. */
  static final String NULL = "null";

  private static final String KEY = "key";

  private IndexSources() {}

  static String text(TableForm<?> form, IndexDesign<?> index) {
    return of(form, index).toText();
  }

  private static NotedDesign of(TableForm<?> form, IndexDesign<?> index) {
    return new NotedDesign(
        index.line().fields().stream()
            .map(field -> new DesignLine(field, places(form, field), form.absent(field)))
            .toList());
  }

  /** Without commas, which stand between places. */
  private static List<String> places(TableForm<?> form, String field) {
    List<String> places = new ArrayList<>();
    for (DesignLine line : form.lines()) {
      boolean isKey = line.place().equals(KEY);
      for (int i = 0; i < line.fields().size(); i++) {
        if (line.isOfBytes() && line.fields().get(i).equals(field)) {
          places.add(isKey ? KEY + " " + i : line.place().replace(',', ' '));
        }
      }
    }
    return places;
  }

  /**
   * What a field of a column is in rows without it, by what {@link SingleColumn#absent} says; empty
   * for null, and when the text does not tell.
   */
  static Optional<Object> missing(String absent, ColumnType<?> type) {
    if (absent.isEmpty() || absent.equals(NULL)) {
      return Optional.empty();
    }
    try {
      byte[] bytes = BinaryText.bytes(absent);
      return Optional.of(type.decode(bytes, 0, bytes.length));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // as of a value without a form
    }
  }

  /** Why an index would have other entries than those that are noted. */
  static Optional<String> difference(String noted, TableForm<?> form, IndexDesign<?> index) {
    List<DesignLine> before = NotedDesign.parse(noted).lines();
    List<DesignLine> now = NotedDesign.parse(text(form, index)).lines();
    for (int i = 0; i < Math.min(before.size(), now.size()); i++) {
      Optional<String> difference = difference(before.get(i), now.get(i));
      if (difference.isPresent()) {
        return difference.map(each -> "index " + index.name() + " " + each);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> difference(DesignLine before, DesignLine now) {
    Set<String> shared = new HashSet<>(before.fields());
    shared.retainAll(now.fields());
    boolean isWrittenElsewhere =
        !now.fields().isEmpty() && !before.fields().contains(now.fields().get(0));
    if (shared.isEmpty() || isWrittenElsewhere) {
      return Optional.of("is on " + place(before) + "; declared: " + place(now));
    }
    boolean compared = !before.form().isEmpty() && !now.form().isEmpty();
    return compared && !before.form().equals(now.form())
        ? Optional.of(
            "has rows without "
                + place(before)
                + " as "
                + before.form()
                + "; declared: "
                + now.form())
        : Optional.empty();
  }

  private static String place(DesignLine source) {
    return source.place() + " (" + String.join(" or ", source.fields()) + ")";
  }
}
