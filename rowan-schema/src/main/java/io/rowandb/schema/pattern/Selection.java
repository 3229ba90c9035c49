package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.plan.QuerySpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collector;
import java.util.stream.Stream;

/**
 * Some fields of the records that a read finds: the result of {@link RecordQuery#select}.
 * Immutable; used by the thread of its table.
 *
 * @param <R> the record
 * @param <S> a record of some of its fields
 */
public final class Selection<R, S> {
  // Fixed at construction.
  private final QuerySpec<R> read;
  private final QueryReads<R> reads;
  private final SelectedFields<S> selected;

  Selection(QuerySpec<R> read, QueryReads<R> reads, SelectedFields<S> selected) {
    this.read = read;
    this.reads = reads;
    this.selected = selected;
  }

  /**
   * What was selected, in the order of the read, as it is taken. Close the stream.
   *
   * @throws UnservedReadException as {@link RecordQuery#stream}
   * @throws IllegalArgumentException when the read is of copies of an index, and a field is not
   *     among them; from the stream, when a selected field of a row is malformed, and whatever the
   *     constructor throws
   * @throws java.io.UncheckedIOException from the stream, when HBase fails
   */
  public Stream<S> stream() throws IOException {
    return reads.values(read, selected.distinct()).map(selected::of);
  }

  /** All of it. */
  public List<S> list() throws IOException {
    return Taken.from(this::stream, Stream::toList);
  }

  /** Collects it as it is read. */
  public <A> A collect(Collector<? super S, ?, A> collector) throws IOException {
    Given.notNull(collector, "what collects the selected fields");
    return Taken.from(this::stream, all -> all.collect(collector));
  }

  /** That of the first record. */
  public Optional<S> first() throws IOException {
    QuerySpec<R> one = read.with(read.settings().withLimit(1));
    return Taken.from(new Selection<>(one, reads, selected)::stream, Stream::findFirst);
  }

  /**
   * The first page of it: that of the records' {@link RecordQuery#page(int)}, whose tokens are the
   * same.
   *
   * @param size at least 1
   * @throws IllegalArgumentException as {@link #stream}
   */
  public Page<S> page(int size) throws IOException {
    return page(size, Optional.empty());
  }

  /**
   * The page after an earlier page of the same read.
   *
   * @param token of that page
   * @throws IllegalArgumentException when it is of another read, or none; and as {@link #stream}
   */
  public Page<S> page(int size, String token) throws IOException {
    return page(size, Optional.of(Given.notNull(token, "the token of a page")));
  }

  private Page<S> page(int size, Optional<String> token) throws IOException {
    return reads.page(read, selected.distinct(), size, token).map(selected::of);
  }

  /** How it would be read; {@link Explanation#sent} tells which cells servers send. */
  public Explanation explain() throws IOException {
    return reads.explainValues(read, selected.distinct());
  }
}
