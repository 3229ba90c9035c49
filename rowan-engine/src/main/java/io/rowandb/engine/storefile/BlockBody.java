package io.rowandb.engine.storefile;

/** The body of a block in memory: {@code bytes} from {@code start} to {@code end}. */
record BlockBody(byte[] bytes, int start, int end) {
  int length() {
    return end - start;
  }
}
