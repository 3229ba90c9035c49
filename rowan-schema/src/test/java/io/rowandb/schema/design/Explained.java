package io.rowandb.schema.design;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.RecordQuery;
import java.io.IOException;

/** What reads of a design say of themselves. */
public final class Explained {
  private Explained() {}

  /** That a question is one range of rows in one region, without a row that it does not ask for. */
  public static void assertOneRange(String question, RecordQuery<?> query) throws IOException {
    Explanation explanation = one(question, query);
    assertThat(explanation.ranges()).noneMatch(KeyRange::isPoint);
  }

  /** That a question is one row. */
  public static void assertOneRow(String question, RecordQuery<?> query) throws IOException {
    Explanation explanation = one(question, query);
    assertThat(explanation.ranges()).allMatch(KeyRange::isPoint);
  }

  private static Explanation one(String question, RecordQuery<?> query) throws IOException {
    Explanation explanation = report(question, query);
    assertThat(explanation.refusal()).isEmpty();
    assertThat(explanation.servedBy()).isEqualTo("the row key");
    assertThat(explanation.ranges()).hasSize(1);
    assertThat(explanation.regionsTouched()).isEqualTo(1);
    assertThat(explanation.checks()).isEmpty();
    return explanation;
  }

  /** Prints what a read reaches. */
  public static Explanation report(String question, RecordQuery<?> query) throws IOException {
    Explanation explanation = query.explain();
    Loaded.report(
        "%s: ranges %d, regions %d of %d, rows %s",
        question,
        explanation.ranges().size(),
        explanation.regionsTouched(),
        explanation.regions(),
        explanation.rows());
    return explanation;
  }
}
