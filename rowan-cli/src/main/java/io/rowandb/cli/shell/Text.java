package io.rowandb.cli.shell;

import java.nio.charset.StandardCharsets;

/**
 * What stands in quotes: bytes, mostly of UTF-8. Not changed by anybody, though it has an array.
 *
 * @param bytes any
 */
record Text(byte[] bytes) {
  /** As UTF-8. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
