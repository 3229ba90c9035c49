package io.rowandb.bench.bulk;

import io.rowandb.client.Rowan;
import io.rowandb.load.RecordBulkLoad;
import io.rowandb.load.RecordSource;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The main class of a child that loads the lines as records of a design with two indexes: by puts
 * or by sorted files, into a table with marks or without.
 */
public final class RecordLoadMain {
  /** A call: what a line of {@link CallLines} has. */
  record Call(String key, String caller, String callee, String station, int seconds) {
    static Call of(String line) {
      String[] fields = line.split("\t", -1);
      return new Call(fields[0], fields[1], fields[2], fields[3], Integer.parseInt(fields[4]));
    }
  }

  private RecordLoadMain() {}

  /**
   * Loads.
   *
   * @param arguments the name of a {@link LoadWay}; the store, the working directory, the lines
   */
  public static void main(String[] arguments) throws IOException {
    Runtime.getRuntime().addShutdownHook(new Thread(BulkLoadMain::tell, "bench-tell"));
    LoadWay way = LoadWay.valueOf(arguments[0]);
    Path lines = Path.of(arguments[3]);
    try (Connection connection =
        ConnectionFactory.createConnection(Rowan.configuration(arguments[1]))) {
      TableDesign<Call> design = design(way.isMarked());
      if (way.isByFiles()) {
        RecordBulkLoad.into(connection, design, Path.of(arguments[2]))
            .load(RecordSource.lines(lines, Call::of));
      } else {
        try (RecordTable<Call> table = RecordTable.openOrCreate(connection, design);
            Stream<String> all = Files.lines(lines)) {
          table.load(all.map(Call::of));
        }
      }
    }
  }

  private static TableDesign<Call> design(boolean marked) {
    TableDesignBuilder<Call> builder =
        TableDesign.of("calls", Call.class)
            .key(key -> key.part(Call::key, Parts.textToEnd()))
            .family("f")
            .column(Call::caller, "f:caller")
            .column(Call::callee, "f:callee")
            .column(Call::station, "f:station")
            .column(Call::seconds, "f:seconds")
            .index("to", index -> index.on(key -> key.part(Call::callee)))
            .index("at", index -> index.on(key -> key.part(Call::station)))
            .splits(Splits.at("1382", "1384", "1386"));
    return marked ? builder.marked().build() : builder.build();
  }
}
