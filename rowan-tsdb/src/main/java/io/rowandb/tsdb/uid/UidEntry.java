package io.rowandb.tsdb.uid;

import java.util.HexFormat;

/**
 * A name and its UID.
 *
 * @param uid in upper-case hexadecimal
 */
public record UidEntry(UidKind kind, String name, String uid) {
  UidEntry(UidKind kind, String name, byte[] uid) {
    this(kind, name, HexFormat.of().withUpperCase().formatHex(uid));
  }
}
