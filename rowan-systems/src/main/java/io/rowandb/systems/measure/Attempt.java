package io.rowandb.systems.measure;

import io.rowandb.schema.table.TableDesign;
import java.util.List;
import java.util.function.Function;

/**
 * A design that may be right or wrong, with the questions that it has to answer.
 *
 * @param name short, such as "article"
 * @param idea the design in one line
 * @param design of a table that only this measurement uses
 * @param form what the table holds for a record
 * @param questions in the same order for all designs
 * @param <S> the records that all designs are given
 * @param <R> what the table holds
 */
public record Attempt<S, R>(
    String name,
    String idea,
    TableDesign<R> design,
    Function<S, R> form,
    List<Question<R>> questions) {
  /** Copies the list. */
  public Attempt {
    questions = List.copyOf(questions);
  }
}
