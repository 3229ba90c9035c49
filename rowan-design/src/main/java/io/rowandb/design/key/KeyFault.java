package io.rowandb.design.key;

/** Why a row has no key. */
public enum KeyFault {
  /** The value has more bytes than the part. */
  TOO_LONG("is longer than its part of the key"),
  /** The value is no number. */
  NO_NUMBER("is no whole number"),
  /** The number does not fit the bytes, or is negative where digits are written. */
  OUT_OF_RANGE("does not fit its part of the key"),
  /** The value is no time by its pattern. */
  NO_TIME("is no time by its pattern"),
  /** The part of a design in Java refuses the value. */
  NO_FORM("has no form in its part of the key"),
  /** HBase refuses a row key without a byte. */
  EMPTY_KEY("leaves the row key empty"),
  /** HBase refuses a row key of more than 32,767 bytes. */
  KEY_TOO_LONG("makes the row key longer than 32,767 bytes");

  private final String reason;

  KeyFault(String reason) {
    this.reason = reason;
  }

  /** For people, after the value. */
  public String reason() {
    return reason;
  }
}
