package io.rowandb.testkit.crash;

/** A row that is put or deleted; as text {@code +row} and {@code -row}. */
record RowChange(String row, boolean isPut) {
  static RowChange parse(String text) {
    return new RowChange(text.substring(1), text.charAt(0) == '+');
  }

  @Override
  public String toString() {
    return (isPut ? '+' : '-') + row;
  }
}
