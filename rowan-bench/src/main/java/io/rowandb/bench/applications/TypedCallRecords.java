package io.rowandb.bench.applications;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;

/** Calls of phones, the newest first, spread by a hash. */
final class TypedCallRecords implements Application {
  record Call(String phone, long start, String other, int seconds) {}

  private final RecordTable<Call> calls;

  TypedCallRecords(Connection connection) throws IOException {
    calls =
        RecordTable.create(
            connection,
            TableDesign.of("calls", Call.class)
                .key(
                    key ->
                        key.hash(Digest.md5(4), Call::phone)
                            .part(Call::phone)
                            .part(Call::start, Parts.descending(Parts.int64())))
                .family("c")
                .column(Call::other, "c:o")
                .column(Call::seconds, "c:s")
                .build());
  }

  @Override
  public void write(int from, int to) throws IOException {
    calls.putAll(IntStream.range(from, to).mapToObj(TypedCallRecords::call).toList());
  }

  private static Call call(int i) {
    return new Call(Input.person(i), Input.START + i * 1_000L, Input.person(i / 3), i % 600);
  }

  @Override
  public String ask(int number) throws IOException {
    long from = Input.START + number * 1_000L;
    List<Call> found =
        calls
            .where(Call::phone)
            .is(Input.person(number))
            .between(Call::start, from, from + 5_000_000)
            .list();
    return found.stream().map(Call::other).toList()
        + " "
        + found.stream().mapToInt(Call::seconds).sum();
  }

  @Override
  public void close() throws IOException {
    calls.close();
  }
}
