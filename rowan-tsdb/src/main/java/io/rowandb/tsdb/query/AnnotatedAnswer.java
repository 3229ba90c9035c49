package io.rowandb.tsdb.query;

import io.rowandb.tsdb.store.StoredObject;
import java.util.List;

/**
 * What a group of series came to, with what is noted of them.
 *
 * @param answer without numbers, if the series have annotations alone
 * @param annotations that are wanted, by the time of their columns
 */
public record AnnotatedAnswer(GroupAnswer answer, List<StoredObject> annotations) {
  /** Copies them. */
  public AnnotatedAnswer {
    annotations = List.copyOf(annotations);
  }
}
