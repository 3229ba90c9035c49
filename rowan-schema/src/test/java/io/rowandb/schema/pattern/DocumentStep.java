package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.Documents.Document;
import io.rowandb.schema.pattern.Documents.Line;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Something that a client does.
 *
 * @param documents what it is done with; at least one
 * @param value that reads look for
 * @param count of records that reads look for, and of pages
 * @param later whether the client takes all that was written before for old
 */
record DocumentStep(Deed deed, List<Document> documents, String value, int count, boolean later) {
  /** What is done. */
  enum Deed {
    PUT,
    PUT_ALL,
    DELETE,
    PUT_LINES,
    REMOVE_LINE,
    READ
  }

  private static final Arbitrary<Deed> DEEDS =
      Arbitraries.frequency(
          Tuple.of(2, Deed.PUT),
          Tuple.of(3, Deed.PUT_ALL),
          Tuple.of(1, Deed.DELETE),
          Tuple.of(1, Deed.PUT_LINES),
          Tuple.of(1, Deed.REMOVE_LINE),
          Tuple.of(3, Deed.READ));

  private static final Arbitrary<String> VALUES = Arbitraries.of("x", "y", "z");

  /** Many, since a name that another has stops a write. */
  private static final Arbitrary<String> NAMES =
      Arbitraries.of("x", "y", "z", "n1", "n2", "n3", "n4", "n5", "n6");

  static Arbitrary<List<DocumentStep>> steps(int most) {
    return Combinators.combine(
            DEEDS,
            someDocuments().list().ofMinSize(1).ofMaxSize(5),
            VALUES,
            Arbitraries.integers().between(1, 4),
            Arbitraries.of(true, false))
        .as(DocumentStep::new)
        .list()
        .ofMinSize(most / 2)
        .ofMaxSize(most);
  }

  private static Arbitrary<Document> someDocuments() {
    return Combinators.combine(
            Arbitraries.of("a", "b"),
            Arbitraries.integers().between(0, 3),
            NAMES.injectNull(0.3),
            VALUES.injectNull(0.2),
            VALUES.injectNull(0.2),
            lines(),
            lines())
        .as(Document::new);
  }

  private static Arbitrary<List<Line>> lines() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 4).list().uniqueElements().ofMaxSize(3),
            VALUES.injectNull(0.3).list().ofSize(3))
        .as(
            (numbers, texts) ->
                IntStream.range(0, numbers.size())
                    .mapToObj(i -> new Line(numbers.get(i), texts.get(i)))
                    .toList());
  }

  Document first() {
    return documents.get(0);
  }

  /** What a record cannot have: two lines with one number. */
  Document refused() {
    Document first = first();
    List<Line> twice = List.of(new Line(1, "once"), new Line(1, "twice"));
    return value.equals("x")
        ? new Document("a", 0, "v", null, "v", twice, first.far())
        : new Document("b", 0, "v", null, "v", first.near(), twice);
  }
}
