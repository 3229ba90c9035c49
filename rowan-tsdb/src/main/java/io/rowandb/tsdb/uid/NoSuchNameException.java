package io.rowandb.tsdb.uid;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/** No UID was assigned to a name, or no name has a UID. */
public final class NoSuchNameException extends IOException {
  private static final long serialVersionUID = 1L;

  private final UidKind kind;
  private final String name; // null: it is a UID that has none

  NoSuchNameException(UidKind kind, String name) {
    super("no such " + kind + ": \"" + name + '"');
    this.kind = kind;
    this.name = name;
  }

  NoSuchNameException(UidKind kind, byte[] uid) {
    super("no " + kind + " has the UID " + Bytes.toStringBinary(uid));
    this.kind = kind;
    name = null;
  }

  /** What was asked for. */
  public UidKind kind() {
    return kind;
  }

  /** The name without a UID; nothing when it is a UID without a name. */
  public Optional<String> name() {
    return Optional.ofNullable(name);
  }
}
