package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.inprocess.CompleteDoor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A cell whose time is negative, which HBase's {@code add(Cell)} takes: the call is refused before
 * anything of it is written, since no read would show the cell.
 */
class NegativeTimesTest extends DoorTest {
  private static final String WORDS = "Timestamp cannot be negative. ts=-5";

  /** What is asked with such a cell. */
  private enum What {
    PUT {
      @Override
      Mutation mutation(String row) throws IOException {
        return new Put(bytes(row)).add(cell(row, Cell.Type.Put));
      }
    },
    DELETE {
      @Override
      Mutation mutation(String row) throws IOException {
        return new Delete(bytes(row)).add(cell(row, Cell.Type.DeleteColumn));
      }
    };

    abstract Mutation mutation(String row) throws IOException;

    static Cell cell(String row, Cell.Type type) {
      return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
          .setRow(bytes(row))
          .setFamily(bytes("f"))
          .setQualifier(bytes("q"))
          .setTimestamp(-5)
          .setType(type)
          .setValue(bytes("v"))
          .build();
    }
  }

  /** A call that writes. */
  private interface Call {
    void run(Table table, Mutation mutation) throws IOException, InterruptedException;
  }

  private static final List<Call> CALLS =
      List.of(
          (table, mutation) -> {
            if (mutation instanceof Put put) {
              table.put(put);
            } else {
              table.delete((Delete) mutation);
            }
          },
          (table, mutation) -> {
            if (mutation instanceof Put put) {
              table.put(List.of(put("a", "f:q", "v"), put));
            } else {
              table.delete(new ArrayList<>(List.of(new Delete(bytes("a")), (Delete) mutation)));
            }
          },
          (table, mutation) -> table.batch(List.of(put("a", "f:q", "v"), mutation), new Object[2]),
          (table, mutation) ->
              table.batch(List.of(put("a", "f:q", "v"), several(mutation)), new Object[2]),
          (table, mutation) -> table.mutateRow(several(mutation)),
          (table, mutation) ->
              table.checkAndMutate(
                  CheckAndMutate.newBuilder(mutation.getRow())
                      .ifNotExists(bytes("f"), bytes("x"))
                      .build(several(mutation))),
          (table, mutation) -> {
            CheckAndMutate.Builder check =
                CheckAndMutate.newBuilder(mutation.getRow()).ifNotExists(bytes("f"), bytes("x"));
            table.checkAndMutate(
                mutation instanceof Put put ? check.build(put) : check.build((Delete) mutation));
          });

  private static RowMutations several(Mutation mutation) throws IOException {
    return RowMutations.of(List.of(new Put(mutation.getRow()).addColumn(F, F, F), mutation));
  }

  private static final byte[] F = bytes("f");

  @ParameterizedTest
  @EnumSource
  void theFastDoorWritesNothing(What what) throws IOException {
    for (Call call : CALLS) {
      Mutation mutation = what.mutation("r");
      assertThatThrownBy(() -> call.run(table, mutation))
          .as("call %d", CALLS.indexOf(call))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(WORDS);
    }
    try (BufferedMutator mutator = connection.getBufferedMutator(T)) {
      Mutation mutation = what.mutation("r");
      assertThatThrownBy(() -> mutator.mutate(mutation))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(WORDS);
    }
    assertThat(stored()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theCompleteDoorRefusesTheAction(What what) throws IOException {
    CompleteDoor.configure(conf);
    try (Connection complete = another();
        Table same = complete.getTable(T)) {
      for (Call call : CALLS) {
        Mutation mutation = what.mutation("r");
        assertThatThrownBy(() -> call.run(same, mutation))
            .as("call %d", CALLS.indexOf(call))
            .hasStackTraceContaining(WORDS);
      }
    }
    assertThat(stored()).allMatch(row -> row.equals("a"));
  }

  /** The rows of all cells and delete markers. */
  private List<String> stored() throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan().setRaw(true).readAllVersions())) {
      for (Result result : scanner) {
        rows.add(new String(result.getRow(), java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    return rows;
  }
}
