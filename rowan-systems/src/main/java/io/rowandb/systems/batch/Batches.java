package io.rowandb.systems.batch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Batches of what a stream has. A batch ends with the element that brings it to its count or to its
 * text, so its text may be longer by that of one element.
 *
 * @param most elements of a batch, at least 1
 * @param mostCharacters text with which a batch ends, at least 1
 * @param characters how much text one has, not negative
 */
public record Batches<T>(int most, int mostCharacters, ToIntFunction<T> characters) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is below 1, by which nothing would be given
   */
  public Batches {
    check("most", most);
    check("mostCharacters", mostCharacters);
  }

  private static void check(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " " + value + ": at least 1");
    }
  }

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
   * @throws IOException from a step; if the stream had failed too, that is suppressed in it
   */
  public long each(Stream<T> all, Step<T> step) throws IOException {
    long count = 0;
    try (all) {
      Iterator<T> rest = all.iterator();
      for (boolean hasMore = true; hasMore; ) {
        List<T> batch = new ArrayList<>();
        try {
          fill(batch, rest);
        } catch (RuntimeException e) {
          endWith(e, batch, step);
        }
        hasMore = !batch.isEmpty();
        if (hasMore) {
          step.with(List.copyOf(batch));
        }
        count += batch.size();
      }
    }
    return count;
  }

  /** Takes the last step, and throws why it is the last. */
  private void endWith(RuntimeException failure, List<T> batch, Step<T> step) throws IOException {
    try {
      if (!batch.isEmpty()) {
        step.with(List.copyOf(batch));
      }
    } catch (IOException | RuntimeException e) {
      e.addSuppressed(failure);
      throw e;
    }
    throw failure;
  }

  private void fill(List<T> batch, Iterator<T> rest) {
    for (long text = 0; batch.size() < most && text < mostCharacters && rest.hasNext(); ) {
      T next = rest.next();
      batch.add(next);
      text += characters.applyAsInt(next);
    }
  }
}
