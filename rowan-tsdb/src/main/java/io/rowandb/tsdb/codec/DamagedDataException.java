package io.rowandb.tsdb.codec;

import java.io.IOException;

/** A cell or row key of the table is none that OpenTSDB writes. Names the bytes and the rule. */
public final class DamagedDataException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Of what was found. */
  public DamagedDataException(String message) {
    super(message);
  }

  /** Of what was found, and where. */
  public DamagedDataException(String message, DamagedDataException cause) {
    super(message, cause);
  }
}
