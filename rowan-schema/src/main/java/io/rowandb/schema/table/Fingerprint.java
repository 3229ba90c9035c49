package io.rowandb.schema.table;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A short name of a design: two programs, or a program and a table, that have the same have the
 * same key, columns, details and indexes. The first eight bytes of SHA-256 over what the tables of
 * the design keep of it, so that equal ones of different designs do not occur by chance.
 */
final class Fingerprint {
  private static final int BYTES = 8;

  private Fingerprint() {}

  /**
   * Of a table and its indexes; 16 hexadecimal digits. Views, which others declare, have no part.
   */
  static String of(TableForm<?> form, List<? extends IndexDesign<?>> indexes) {
    Map<String, String> notes = new TreeMap<>();
    notes.put(NewNotes.DESIGN, new NotedDesign(form.lines()).toText());
    notes.put(NewNotes.MARKED, String.valueOf(form.isMarked()));
    notes.putAll(NotedIndexes.of(indexes));
    indexes.forEach(index -> notes.putAll(NewNotes.ofIndex(form, index)));
    MessageDigest digest = sha256();
    notes.forEach(
        (attribute, value) -> {
          digest.update(attribute.getBytes(StandardCharsets.UTF_8));
          digest.update((byte) 0);
          digest.update(value.getBytes(StandardCharsets.UTF_8));
          digest.update((byte) 0);
        });
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
