package io.rowandb.tsdb.meta;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.json.FlatObject;
import io.rowandb.tsdb.uid.UidKind;
import java.util.HashMap;

/**
 * The meta data of a name. Stored without the name and its UID, which are in the same row.
 *
 * @param uid in upper-case hexadecimal
 * @param notes with the user's values in OpenTSDB's order
 */
public record UidMeta(UidKind kind, String uid, String name, MetaNotes notes) {
  /** Puts the user's values into order: OpenTSDB copies the map whole, so its size decides it. */
  public UidMeta {
    notes = notes.ordered(HashMap::new);
  }

  /** The bytes that OpenTSDB stores. */
  static byte[] toStored(UidKind kind, MetaNotes notes) {
    UidMeta ordered = new UidMeta(kind, "", "", notes);
    return FlatObject.bytes(
        json -> {
          json.writeStringField("type", type(kind));
          ordered.notes.write(json);
        });
  }

  /** What OpenTSDB calls a kind. */
  public static String type(UidKind kind) {
    return switch (kind) {
      case METRIC -> "METRIC";
      case TAG_KEY -> "TAGK";
      case TAG_VALUE -> "TAGV";
    };
  }

  /** What is said in the bytes that were stored. */
  static MetaNotes notesOf(byte[] stored) throws DamagedDataException {
    return MetaNotes.of(FlatObject.read(stored, MetaNotes.CUSTOM));
  }
}
