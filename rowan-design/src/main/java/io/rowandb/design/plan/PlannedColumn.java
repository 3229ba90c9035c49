package io.rowandb.design.plan;

/**
 * A column.
 *
 * @param field whose value it has; empty for a column without a value
 * @param qualifier the same name in all rows; empty when {@code namedBy} has it
 * @param namedBy the field whose value is the name, so that a row has many of them; empty for none
 * @param form how the value is written
 * @param count how its number grows
 */
public record PlannedColumn(
    String family, String field, String qualifier, String namedBy, Form form, Count count) {
  /** How a value is written. */
  public enum Form {
    /** As it is, UTF-8. */
    TEXT(0),
    /** 4 bytes. */
    INT(4),
    /** 8 bytes. */
    LONG(8),
    /** 8 bytes. */
    DOUBLE(8);

    private final int bytes;

    Form(int bytes) {
      this.bytes = bytes;
    }

    /** Bytes of each value; 0 when they differ. */
    public int bytes() {
      return bytes;
    }
  }

  /** How a number in a column grows. */
  public enum Count {
    /** It does not. */
    NONE,
    /** The program reads it, adds, and writes it. */
    GET_AND_PUT,
    /** {@code Increment}. */
    INCREMENT
  }

  /** Whether its name is the value of a field. */
  public boolean isNamedByField() {
    return !namedBy.isEmpty();
  }

  /** Its name, for people: {@code c:seconds}, {@code c:<author>}. */
  public String describe() {
    return family + ":" + (isNamedByField() ? "<" + namedBy + ">" : qualifier);
  }
}
