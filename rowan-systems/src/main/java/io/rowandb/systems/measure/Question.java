package io.rowandb.systems.measure;

import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import java.util.List;
import java.util.function.Function;

/**
 * A question, as a design answers it.
 *
 * @param name what is asked, the same for all designs
 * @param asked the question for some examples, the same ones for all designs; each is answered by a
 *     read of the table itself, and not through an index
 * @param <R> what the design's table holds
 */
public record Question<R>(String name, List<Function<RecordTable<R>, RecordQuery<R>>> asked) {
  /** Copies the list. */
  public Question {
    asked = List.copyOf(asked);
  }
}
