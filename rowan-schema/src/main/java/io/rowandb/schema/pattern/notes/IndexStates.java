package io.rowandb.schema.pattern.notes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;

/**
 * Which indexes of an open table are incomplete, so that no read may use them. An index that is
 * built stays built while the table is open. Used by any number of threads.
 */
public final class IndexStates {
  /** Asks the servers, or gives what is known. */
  @FunctionalInterface
  public interface Source {
    Set<String> unbuilt(Set<String> known) throws IOException;
  }

  // Fixed at construction.
  private final Source source;

  private volatile Set<String> unbuilt;

  /** The states when the table was opened, and the source of later ones. */
  public IndexStates(Set<String> unbuilt, Source source) {
    this.unbuilt = Set.copyOf(unbuilt);
    this.source = source;
  }

  /** Without a source: the owner queries the states and passes them to {@link #set}. */
  public static IndexStates told() {
    return new IndexStates(Set.of(), known -> known);
  }

  /** Sets the states that the owner got. */
  public void set(Set<String> newUnbuilt) {
    unbuilt = Set.copyOf(newUnbuilt);
  }

  /** As far as it is known. */
  public Set<String> unbuilt() {
    return unbuilt;
  }

  /** Asks whether an index was built meanwhile; when all were before, none was. */
  public Set<String> unbuiltNow() {
    if (!unbuilt.isEmpty()) {
      try {
        set(source.unbuilt(unbuilt));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return unbuilt;
  }
}
