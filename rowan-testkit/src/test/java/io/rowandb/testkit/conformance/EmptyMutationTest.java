package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mutations without columns, in every call that takes one. */
@Needs(value = Capability.FULL_CLIENT, because = "the client refuses them, not the store")
class EmptyMutationTest extends ConformanceTest {
  private static final Put EMPTY = new Put(ROW);

  @BeforeEach
  void fill() throws IOException {
    create("f");
    table.put(put("r", "f:q@5=v"));
  }

  @Test
  void anEmptyPutIsRefusedAloneAndInARow() throws IOException {
    assertRefused("No columns to insert", () -> table.put(EMPTY));
    assertRefused("No columns to insert", () -> table.put(List.of(put("r", "f:q=w"), EMPTY)));
    assertRefused(
        "No columns to insert for #2 item",
        () -> table.batch(List.of(put("r", "f:q=w"), EMPTY), new Object[2]));
    assertRefused("No columns to insert for #1 item", () -> table.mutateRow(row(EMPTY)));
    assertRefused(
        "No columns to insert for #2 item", () -> table.mutateRow(row(put("r", "f:q=w"), EMPTY)));
    assertRefused("No columns to insert", () -> table.checkAndMutate(holds().build(EMPTY)));
    assertRefused(
        "No columns to insert for #3 item",
        () ->
            table.checkAndMutate(
                holds().build(row(put("r", "f:q=w"), new Delete(ROW).addColumns(F, Q), EMPTY))));
    assertRefused(
        "No columns to insert for #1 item",
        () -> table.checkAndMutate(List.of(holdsNot().build(row(EMPTY)))));
    assertRefused("No columns to insert", () -> buffer(EMPTY));
    assertThat(keys(new Scan())).isEqualTo("r");
    assertThat(read()).as("nothing of them was applied").isEqualTo("f:q@5=v");
  }

  /** A batch looks at its puts, and not into the rows and conditions beside them. */
  @Test
  void anEmptyPutInARowOfABatchChangesNothing() throws Exception {
    Object[] results = new Object[1];
    table.batch(List.of(row(put("r", "f:a@5=w"), EMPTY)), results);
    assertThat(read()).isEqualTo("f:a@5=w f:q@5=v");
    List<CheckAndMutate> checks =
        List.of(holds().build(row(put("r", "f:b@5=w"), EMPTY)), holds().build(put("r", "f:c@5=w")));
    assertThat(table.checkAndMutate(checks)).allMatch(result -> result.isSuccess());
    table.batch(List.of(checks.get(0)), results);
    assertThat(read()).isEqualTo("f:a@5=w f:b@5=w f:c@5=w f:q@5=v");
  }

  @Test
  void anEmptyIncrementOrAppendIsRefusedAloneOnly() throws Exception {
    for (Mutation empty : List.of(new Increment(ROW), new Append(ROW))) {
      assertThatThrownBy(
              () -> {
                if (empty instanceof Increment increment) {
                  table.increment(increment);
                } else {
                  table.append((Append) empty);
                }
              })
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("zero columns specified");
      Object[] results = new Object[1];
      table.batch(List.of(empty), results);
      table.mutateRow(row(empty));
      assertThat(table.checkAndMutate(holds().build(row(empty))).isSuccess()).isTrue();
      assertThat(table.checkAndMutate(holdsNot().build(row(empty))).isSuccess()).isFalse();
      buffer(empty);
    }
    assertThat(read()).isEqualTo("f:q@5=v");
  }

  @Test
  void anEmptyDeleteIsTheWholeRow() throws IOException {
    table.mutateRow(row(new Delete(ROW)));
    assertThat(read()).isEmpty();
  }

  private static void assertRefused(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  private void buffer(Mutation mutation) throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
      mutator.mutate(mutation);
    }
  }

  private static RowMutations row(Mutation... mutations) throws IOException {
    return new RowMutations(ROW).add(List.of(mutations));
  }

  private static CheckAndMutate.Builder holds() {
    return CheckAndMutate.newBuilder(ROW).ifNotExists(F, bytes("none"));
  }

  private static CheckAndMutate.Builder holdsNot() {
    return CheckAndMutate.newBuilder(ROW).ifEquals(F, bytes("none"), bytes("v"));
  }
}
