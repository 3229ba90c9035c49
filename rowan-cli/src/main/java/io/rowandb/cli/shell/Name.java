package io.rowandb.cli.shell;

/**
 * A word without quotes, such as {@code SNAPPY}: a constant of HBase's shell.
 *
 * @param text the word
 */
record Name(String text) {
  @Override
  public String toString() {
    return text;
  }
}
