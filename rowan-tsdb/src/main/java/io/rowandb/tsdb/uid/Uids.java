package io.rowandb.tsdb.uid;

import io.rowandb.tsdb.codec.DamagedDataException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Names and their UIDs. Used by any number of threads; what it holds is in memory alone, so it need
 * not be closed, and it does not close the connection.
 */
public final class Uids {
  /** As many as OpenTSDB gives when it is not told. */
  public static final int DEFAULT_SUGGESTIONS = 25;

  /** The most that one call of {@link #suggest} gives. */
  public static final int MAX_SUGGESTIONS = 10_000;

  /** How many names of all kinds a call of {@link #suggest} looks at: some seconds. */
  private static final int MAX_LOOKED_AT = 1_000_000;

  /** How many numbers in a row may have a name already, as after a restored counter. */
  private static final int MAX_ATTEMPTS = 10;

  /** New names that are waited for at once, without one that waits for another's. */
  private static final int STRIPES = 64;

  // Fixed at construction.
  private final UidOptions options;
  private final UidNames names;
  private final UidRows rows;
  private final UidCache cache;
  private final Consumer<UidRoom> nearlyFull;
  private final UidListener listener;
  private final Object[] stripes = new Object[STRIPES];

  /**
   * On a table that is there.
   *
   * @param nearlyFull told once for each percent from 90 on, by the thread that assigns
   */
  public Uids(Connection connection, UidOptions options, Consumer<UidRoom> nearlyFull) {
    this(connection, options, nearlyFull, (kind, uid) -> {});
  }

  /**
   * As {@link #Uids(Connection, UidOptions, Consumer)}.
   *
   * @param listener told of each name to which this object gives a UID
   */
  public Uids(
      Connection connection,
      UidOptions options,
      Consumer<UidRoom> nearlyFull,
      UidListener listener) {
    this.options = options;
    this.nearlyFull = nearlyFull;
    this.listener = listener;
    names = new UidNames(options.moreCharacters());
    rows = new UidRows(connection, options.table());
    cache = new UidCache(options.cachedNames());
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Object();
    }
  }

  /**
   * The UID of a name.
   *
   * @return nothing when none was assigned
   * @throws IllegalArgumentException when it can be no name
   */
  public Optional<byte[]> find(UidKind kind, String name) throws IOException {
    byte[] bytes = names.toBytes(kind, name);
    Long known = cache.uid(kind, name);
    if (known != null) {
      return Optional.of(toBytes(kind, known));
    }
    long changes = cache.changes();
    Optional<byte[]> uid = rows.uid(kind, bytes);
    if (uid.isPresent()) {
      checkWidth(kind, name, uid.get());
      cache.keep(kind, name, toLong(uid.get()), changes);
    }
    return uid;
  }

  /** Whether it can be a name, without a look at the table. */
  public void check(UidKind kind, String name) {
    names.toBytes(kind, name);
  }

  /** As {@link #find}, or {@link NoSuchNameException}. */
  public byte[] uid(UidKind kind, String name) throws IOException {
    return find(kind, name).orElseThrow(() -> noSuchName(kind, name));
  }

  private static NoSuchNameException noSuchName(UidKind kind, String name) {
    return new NoSuchNameException(kind, name);
  }

  /**
   * The name of a UID.
   *
   * @throws NoSuchNameException when it has none
   */
  public String name(UidKind kind, byte[] uid) throws IOException {
    if (uid.length != width(kind)) {
      throw new IllegalArgumentException(
          "the UID of a " + kind + " has " + width(kind) + " bytes: " + Bytes.toStringBinary(uid));
    }
    String known = cache.name(kind, toLong(uid));
    if (known != null) {
      return known;
    }
    long changes = cache.changes();
    byte[] bytes = rows.name(kind, uid).orElseThrow(() -> new NoSuchNameException(kind, uid));
    String name = UidNames.fromBytes(bytes);
    cache.keepName(kind, toLong(uid), name, changes);
    return name;
  }

  /**
   * The UID of a name, which is assigned if none was. Whoever asks, in whichever process, gets the
   * same.
   *
   * @throws UidsFullException when there is none left
   */
  public byte[] getOrCreate(UidKind kind, String name) throws IOException {
    Optional<byte[]> found = find(kind, name);
    if (found.isPresent()) {
      return found.get();
    }
    // One of a process assigns a name, so that only other processes make it lose numbers.
    synchronized (stripes[Math.floorMod(31 * kind.hashCode() + name.hashCode(), STRIPES)]) {
      for (int i = 0; i < MAX_ATTEMPTS; i++) {
        found = find(kind, name);
        if (found.isEmpty()) {
          found = create(kind, name);
        }
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
    throw new IOException(
        "the " + kind + " \"" + name + "\" was created and deleted by others again and again");
  }

  /** Nothing when somebody else was faster, or this call was made twice. */
  private Optional<byte[]> create(UidKind kind, String name) throws IOException {
    byte[] bytes = names.toBytes(kind, name);
    long changes = cache.changes();
    byte[] uid = reserve(kind, name, bytes);
    if (!rows.putUidIfAbsent(kind, bytes, uid)) {
      return Optional.empty();
    }
    cache.keep(kind, name, toLong(uid), changes);
    listener.assigned(kind, uid);
    return Optional.of(uid);
  }

  /** A number that is nobody else's, in whose row the name is. */
  private byte[] reserve(UidKind kind, String name, byte[] bytes) throws IOException {
    long max = max(kind);
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      long number = rows.increment(kind);
      if (number < 1 || number > max) {
        throw new UidsFullException(
            "all " + max + " UIDs of a " + kind + " are assigned; \"" + name + "\" has none");
      }
      UidRoom room = new UidRoom(kind, number, max);
      if (room.beginsWarning()) {
        nearlyFull.accept(room);
      }
      byte[] uid = toBytes(kind, number);
      if (rows.putNameIfAbsent(kind, uid, bytes)) {
        return uid;
      }
    }
    throw new IOException(
        "the counter of a "
            + kind
            + " in "
            + options.table()
            + " stands at UIDs that have names ("
            + MAX_ATTEMPTS
            + " in a row), so \""
            + name
            + "\" has none; is it an old copy?");
  }

  /** How many there are, and are used. */
  public UidRoom room(UidKind kind) throws IOException {
    return new UidRoom(kind, rows.count(kind), max(kind));
  }

  /**
   * Names by their first letters, sorted by their bytes.
   *
   * @param prefix empty for all
   * @param limit 1 to {@link #MAX_SUGGESTIONS}
   * @throws IOException also when names of other kinds are in the way, more than a million
   */
  public List<String> suggest(UidKind kind, String prefix, int limit) throws IOException {
    return suggest(kind, prefix, limit, MAX_LOOKED_AT);
  }

  List<String> suggest(UidKind kind, String prefix, int limit, int maxNames) throws IOException {
    if (limit < 1 || limit > MAX_SUGGESTIONS) {
      throw new IllegalArgumentException(
          "suggestions must be 1 to " + MAX_SUGGESTIONS + ": " + limit);
    }
    byte[] bytes = prefix.isEmpty() ? new byte[0] : names.toBytes(kind, prefix);
    return rows.scan(kind, bytes, limit, maxNames).stream().map(UidNames::fromBytes).toList();
  }

  /** Gives each name and its UID to somebody, in the order of names, as they are read. */
  public void forEach(Consumer<UidEntry> each) throws IOException {
    rows.forEach(
        (kind, name, uid) -> each.accept(new UidEntry(kind, UidNames.fromBytes(name), uid)));
  }

  /**
   * Gives a UID another name; the points stay. After a death within, do it again: until then the
   * old name may lead to the UID, which has the new name. Other processes may write by the old name
   * as long as they know it.
   *
   * @throws NoSuchNameException when the old name has no UID
   * @throws IllegalArgumentException when the new one has one
   */
  public void rename(UidKind kind, String oldName, String newName) throws IOException {
    byte[] oldBytes = names.toBytes(kind, oldName);
    byte[] newBytes = names.toBytes(kind, newName);
    if (oldName.equals(newName)) {
      throw new IllegalArgumentException("the names are the same: \"" + oldName + '"');
    }
    byte[] uid = rows.uid(kind, oldBytes).orElseThrow(() -> noSuchName(kind, oldName));
    checkWidth(kind, oldName, uid);
    if (rows.uid(kind, newBytes).filter(other -> !Bytes.equals(uid, other)).isPresent()) {
      throw taken(kind, newName);
    }
    cache.drop(kind, oldName, toLong(uid));
    try {
      // What the UID is called decides, as one row can: of two that rename it, one goes on.
      if (!rows.replaceName(kind, uid, oldBytes, newBytes)) {
        checkIsNamed(kind, uid, newName);
      }
      if (!rows.putUidIfAbsent(kind, newBytes, uid)
          && rows.uid(kind, newBytes).filter(other -> Bytes.equals(uid, other)).isEmpty()) {
        rows.replaceName(kind, uid, newBytes, oldBytes);
        throw taken(kind, newName);
      }
      rows.deleteUid(kind, oldBytes, uid);
    } finally {
      cache.drop(kind, oldName, toLong(uid));
    }
  }

  private static IllegalArgumentException taken(UidKind kind, String name) {
    return new IllegalArgumentException("there is a " + kind + " \"" + name + "\" already");
  }

  /** A death left it so, or somebody else renames it to something else now. */
  private void checkIsNamed(UidKind kind, byte[] uid, String newName) throws IOException {
    String name = rows.name(kind, uid).map(UidNames::fromBytes).orElse("none");
    if (!name.equals(newName)) {
      throw new IOException(
          "the "
              + kind
              + " with the UID "
              + Bytes.toStringBinary(uid)
              + " has the name \""
              + name
              + "\" and not the old or the new one, \""
              + newName
              + '"');
    }
  }

  /**
   * Takes a name from its UID, which is not assigned again. For names that no point has. What the
   * UID is called stays known for good, so that points which have it can be read, as from a writer
   * that knows the name yet; but they are not found by the name.
   *
   * @throws NoSuchNameException when it has no UID
   */
  public void delete(UidKind kind, String name) throws IOException {
    byte[] bytes = names.toBytes(kind, name);
    byte[] uid = rows.uid(kind, bytes).orElseThrow(() -> noSuchName(kind, name));
    checkWidth(kind, name, uid);
    cache.drop(kind, name, toLong(uid));
    try {
      rows.deleteUid(kind, bytes, uid);
    } finally {
      cache.drop(kind, name, toLong(uid));
    }
  }

  /**
   * As {@link #delete}, of the name that a UID has.
   *
   * @return whether the name led to it
   */
  public boolean deleteUid(UidKind kind, byte[] uid) throws IOException {
    Optional<byte[]> name = rows.name(kind, uid);
    if (name.isEmpty()) {
      return false;
    }
    String text = UidNames.fromBytes(name.get());
    cache.drop(kind, text, toLong(uid));
    try {
      return rows.deleteUid(kind, name.get(), uid);
    } finally {
      cache.drop(kind, text, toLong(uid));
    }
  }

  /**
   * Undoes {@link #deleteUid}.
   *
   * @return whether the name leads to the UID now; not, if it has another one, or the UID no name
   */
  public boolean restoreUid(UidKind kind, byte[] uid) throws IOException {
    Optional<byte[]> name = rows.name(kind, uid);
    return name.isPresent()
        && (rows.putUidIfAbsent(kind, name.get(), uid)
            || rows.uid(kind, name.get()).filter(each -> Bytes.equals(each, uid)).isPresent());
  }

  private void checkWidth(UidKind kind, String name, byte[] uid) throws DamagedDataException {
    if (uid.length != width(kind)) {
      throw new DamagedDataException(
          "UIDs of a "
              + kind
              + " are set to "
              + width(kind)
              + " bytes, but \""
              + name
              + "\" in "
              + options.table()
              + " has "
              + Bytes.toStringBinary(uid));
    }
  }

  private int width(UidKind kind) {
    return kind.width(options.layout());
  }

  private long max(UidKind kind) {
    return (1L << (8 * width(kind))) - 1;
  }

  private byte[] toBytes(UidKind kind, long uid) {
    byte[] eight = Bytes.toBytes(uid);
    return Bytes.copy(eight, eight.length - width(kind), width(kind));
  }

  private static long toLong(byte[] uid) {
    long number = 0;
    for (byte each : uid) {
      number = number << 8 | (each & 0xFF);
    }
    return number;
  }

  /** How many names are in memory, both ways. */
  int cached() {
    return cache.size();
  }
}
