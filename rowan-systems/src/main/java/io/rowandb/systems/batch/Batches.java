package io.rowandb.systems.batch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Batches of what a stream has: of so many at most, and of so much text together, except that each
 * has at least one.
 *
 * @param most how many
 * @param mostCharacters how much text
 * @param characters how much text one has
 */
public record Batches<T>(int most, int mostCharacters, ToIntFunction<T> characters) {
  /** What is done with a batch. */
  public interface Step<T> {
    /** Called with one batch after the other. */
    void with(List<T> batch) throws IOException;
  }

  /**
   * Takes a step with each batch. When the stream fails, such as at a line that is wrong, what came
   * before is given to a step first.
   *
   * @param all are closed
   * @return how many there were
   */
  public long each(Stream<T> all, Step<T> step) throws IOException {
    long count = 0;
    try (all) {
      Iterator<T> rest = all.iterator();
      RuntimeException failure = null;
      for (boolean hasMore = true; hasMore; ) {
        List<T> batch = new ArrayList<>();
        try {
          fill(batch, rest);
        } catch (RuntimeException e) {
          failure = e;
        }
        if (!batch.isEmpty()) {
          step.with(List.copyOf(batch));
        }
        if (failure != null) {
          throw failure;
        }
        count += batch.size();
        hasMore = !batch.isEmpty();
      }
    }
    return count;
  }

  private void fill(List<T> batch, Iterator<T> rest) {
    for (int text = 0; batch.size() < most && text < mostCharacters && rest.hasNext(); ) {
      T next = rest.next();
      batch.add(next);
      text += characters.applyAsInt(next);
    }
  }
}
