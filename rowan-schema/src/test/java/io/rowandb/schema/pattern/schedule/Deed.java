package io.rowandb.schema.pattern.schedule;

import java.util.List;
import java.util.Locale;

/**
 * What a client does.
 *
 * @param thing of a put
 * @param color that a read asks for
 */
public record Deed(Kind kind, int id, Thing thing, String color) {
  /** What is done. */
  public enum Kind {
    /** A record is put. */
    PUT,
    /** A record is put if there is none. */
    ADD,
    /** A record is put over another of the same name. */
    REPLACE,
    /** Two records are put, each if there is none, in one call. */
    ADD_BOTH,
    /** A number is added to the text of a record. */
    APPEND,
    /** A number is added to the texts of two records, in one call; what is not there is put. */
    MERGE_BOTH,
    /** A record of a name is deleted. */
    DROP,
    /** A record is deleted. */
    DELETE,
    /** Records are asked for by an index. */
    READ,
    /** All records get the entries that they lack. */
    REPAIR
  }

  /** Stands before what was appended to a text. */
  static final char APPENDED = '+';

  /** What a record's text becomes by it. */
  public String appended(String text) {
    return text + APPENDED + thing.text();
  }

  /** What a record's text was before it; null if it was not appended. */
  public String before(String text) {
    String end = APPENDED + thing.text();
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : null;
  }

  /** Whether it was appended to a text. */
  public boolean isIn(String text) {
    return List.of(text.split("[" + APPENDED + "]", -1)).contains(thing.text());
  }

  /** A put. */
  public static Deed put(Thing thing) {
    return new Deed(Kind.PUT, thing.id(), thing, null);
  }

  /** A put if there is none. */
  public static Deed add(Thing thing) {
    return new Deed(Kind.ADD, thing.id(), thing, null);
  }

  /** Of a thing and of its {@link #other}. */
  public static Deed both(Kind kind, Thing thing) {
    return new Deed(kind, thing.id(), thing, null);
  }

  /** That of the other of two records, with another text: each text is of one record. */
  public Deed other(String name) {
    Thing other = new Thing(thing.run(), 1 - id, name, thing.color(), "o" + thing.text());
    return new Deed(kind, other.id(), other, color);
  }

  /** A put over another of the same name. */
  public static Deed replace(Thing thing) {
    return new Deed(Kind.REPLACE, thing.id(), thing, null);
  }

  /**
   * The change of a record's text.
   *
   * @param thing which has the number as its text
   */
  public static Deed append(Thing thing) {
    return new Deed(Kind.APPEND, thing.id(), thing, null);
  }

  /** The deletion of a record if it has the same name. */
  public static Deed drop(Thing thing) {
    return new Deed(Kind.DROP, thing.id(), thing, null);
  }

  /** A deletion. */
  public static Deed delete(int id) {
    return new Deed(Kind.DELETE, id, null, null);
  }

  /** A read. */
  public static Deed read(String color) {
    return new Deed(Kind.READ, 0, null, color);
  }

  /** A repair. */
  public static Deed repair() {
    return new Deed(Kind.REPAIR, 0, null, null);
  }

  /** The same in another schedule. */
  public Deed ofRun(long run) {
    return thing == null ? this : new Deed(kind, id, thing.ofRun(run), color);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case PUT, ADD, ADD_BOTH, REPLACE, APPEND, MERGE_BOTH, DROP ->
          kind.name().toLowerCase(Locale.ROOT)
              + " "
              + thing.id()
              + thing.name()
              + thing.color()
              + thing.text();
      case DELETE -> "delete " + id;
      case READ -> "read " + color;
      case REPAIR -> "repair";
    };
  }
}
