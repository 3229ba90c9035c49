package io.rowandb.schema.pattern;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads from tables up to the end or the first failure of any class. A failure may lose what was
 * read before it, so a read that continued could leave something out. Therefore a failure closes
 * everything that is open, and each later call fails. Used by one thread.
 */
public final class EndsByFailure<T> implements Iterator<T> {
  // Fixed at construction.
  private final Iterator<T> source;
  private final Predicate<? super T> wanted;
  private final Runnable closing;

  private T next;
  private Throwable failure;

  private EndsByFailure(Iterator<T> source, Predicate<? super T> wanted, Runnable closing) {
    this.source = source;
    this.wanted = wanted;
    this.closing = closing;
  }

  /**
   * Reads of a source as the stream is read.
   *
   * @param wanted what of it is shown; it has none that is null
   * @param closing closes what the source has open, when it fails and when the stream is closed; it
   *     may be run again
   */
  public static <T> Stream<T> stream(
      Iterator<T> source, Predicate<? super T> wanted, Runnable closing) {
    Iterator<T> all = new EndsByFailure<>(source, wanted, closing);
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(all, Spliterator.ORDERED | Spliterator.NONNULL),
            /* parallel= */ false)
        .onClose(closing);
  }

  /** All of a source. See the other. */
  public static <T> Stream<T> stream(Iterator<T> source, Runnable closing) {
    return stream(source, each -> true, closing);
  }

  @Override
  public boolean hasNext() {
    if (failure != null) {
      throw new IllegalStateException(
          "the read is closed, since an earlier call failed: " + failure, failure);
    }
    try {
      while (next == null && source.hasNext()) {
        T each = source.next();
        next = wanted.test(each) ? each : null;
      }
      return next != null;
    } catch (RuntimeException | Error e) {
      end(e);
      throw e;
    }
  }

  private void end(Throwable cause) {
    failure = cause; // first: closing may fail too
    try {
      closing.run();
    } catch (RuntimeException | Error e) {
      if (e != cause) {
        cause.addSuppressed(e);
      }
    }
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more");
    }
    T taken = next;
    next = null;
    return taken;
  }
}
