package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.Stream;

/**
 * Some fields of the records that a read finds: the result of {@link Query#select}. Immutable; used
 * by the thread of its table.
 *
 * @param <R> the record
 * @param <S> a record of some of its fields
 */
public final class Selection<R, S> {
  // Fixed at construction.
  private final QuerySpec<R> read;
  private final QueryReads<R> reads;
  private final RecordShape<S> shape;

  /** The field of each of its components. */
  private final List<Component> fields;

  private Selection(
      QuerySpec<R> read, QueryReads<R> reads, RecordShape<S> shape, List<Component> fields) {
    this.read = read;
    this.reads = reads;
    this.shape = shape;
    this.fields = List.copyOf(fields);
  }

  /** {@link Query#select}. */
  static <R, S> Selection<R, S> of(QuerySpec<R> read, QueryReads<R> reads, Class<S> type) {
    RecordShape<S> shape = RecordShape.of(type);
    List<Component> fields = new ArrayList<>();
    for (Component component : shape.components()) {
      fields.add(field(read.design(), shape, component));
    }
    if (fields.isEmpty()) {
      throw new IllegalArgumentException(
          type.getName() + " has no components, and selects no fields");
    }
    return new Selection<>(read, reads, shape, fields);
  }

  private static <R> Component field(
      TableDesign<R> design, RecordShape<?> shape, Component component) {
    RecordShape<R> whole = design.shape();
    Component field =
        whole.components().stream()
            .filter(each -> each.name().equals(component.name()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        shape.describe(component)
                            + " is selected, and "
                            + whole.name()
                            + " has no such field but "
                            + whole.components().stream().map(Component::name).toList()));
    if (!isOfSameType(component, field)) {
      throw new IllegalArgumentException(
          shape.describe(component)
              + " is of type "
              + component.genericType().getTypeName()
              + ", and "
              + whole.describe(field)
              + " of type "
              + field.genericType().getTypeName());
    }
    if (component.primitive() && !design.isNeverNull(field)) {
      throw new IllegalArgumentException(
          shape.describe(component)
              + " is of a primitive type, and "
              + whole.describe(field)
              + " may be null");
    }
    return field;
  }

  private static boolean isOfSameType(Component one, Component other) {
    boolean primitive = one.primitive() || other.primitive();
    return primitive ? one.type() == other.type() : one.genericType().equals(other.genericType());
  }

  /**
   * What was selected, in the order of the read, as it is taken. Close the stream.
   *
   * @throws UnservedReadException as {@link Query#stream}
   * @throws IllegalArgumentException when the read is of copies of an index, and a field is not
   *     among them; from the stream, when a selected field of a row is malformed, and whatever the
   *     constructor throws
   * @throws java.io.UncheckedIOException from the stream, when HBase fails
   */
  public Stream<S> stream() throws IOException {
    return reads.values(read, Set.copyOf(fields)).map(this::selected);
  }

  private S selected(Object[] values) {
    return shape.create(fields.stream().map(field -> values[field.index()]).toArray());
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
    return Taken.from(new Selection<>(one, reads, shape, fields)::stream, Stream::findFirst);
  }

  /** How it would be read; {@link Explanation#sent} tells which cells servers send. */
  public Explanation explain() throws IOException {
    return reads.explainValues(read, Set.copyOf(fields));
  }
}
