package io.rowandb.schema.pattern;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;

/**
 * Which indexes of an open table lack records, so that no read may use them. One that is built does
 * not become unbuilt again while the table is open. Used by any number of threads.
 */
final class IndexStates {
  /** Asks the servers. */
  @FunctionalInterface
  interface Source {
    Set<String> unbuilt() throws IOException;
  }

  // Fixed at construction.
  private final Source source;

  private volatile Set<String> unbuilt;

  IndexStates(Set<String> unbuilt, Source source) {
    this.unbuilt = Set.copyOf(unbuilt);
    this.source = source;
  }

  /** Without a way to ask: somebody else does, and says it by {@link #set}. */
  static IndexStates told() {
    IndexStates[] self = new IndexStates[1];
    self[0] = new IndexStates(Set.of(), () -> self[0].unbuilt);
    return self[0];
  }

  void set(Set<String> newUnbuilt) {
    unbuilt = Set.copyOf(newUnbuilt);
  }

  /** As far as it is known. */
  Set<String> unbuilt() {
    return unbuilt;
  }

  /** Asks whether an index was built meanwhile; when all were before, none was. */
  Set<String> unbuiltNow() {
    if (!unbuilt.isEmpty()) {
      try {
        set(source.unbuilt());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return unbuilt;
  }
}
