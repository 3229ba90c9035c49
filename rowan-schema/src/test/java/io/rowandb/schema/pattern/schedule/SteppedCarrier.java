package io.rowandb.schema.pattern.schedule;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.TableCalls;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Carries the calls of a client into a network, where they wait until somebody executes them.
 *
 * @param client its number
 * @param calls executes them
 */
public record SteppedCarrier(int client, Carrier calls, Network network) implements Carrier {
  @Override
  public Object connection() {
    return this;
  }

  @Override
  public Configuration configuration() {
    return calls.configuration();
  }

  @Override
  public TableCalls table(TableName name) throws IOException {
    return new Calls(client, calls.table(name), network);
  }

  @Override
  public CompletableFuture<Void> pause(long nanos) {
    return network.send(
        client,
        "pause",
        /* changes= */ false,
        () -> {
          network.pass(nanos);
          return CompletableFuture.completedFuture(null);
        });
  }

  @Override
  public long nanoTime() {
    return network.nanoTime();
  }

  @Override
  public CompletableFuture<Boolean> exists(TableName table) {
    return atOnce(calls.exists(table));
  }

  @Override
  public CompletableFuture<Optional<TableDescriptor>> descriptor(TableName table) {
    return CompletableFuture.completedFuture(
        Optional.empty()); // clients have designs that go together
  }

  @Override
  public CompletableFuture<Boolean> isDisabled(TableName table) {
    return atOnce(calls.isDisabled(table));
  }

  /** What does not wait in the network is answered at once: no other thread lets a client go on. */
  private static <T> CompletableFuture<T> atOnce(CompletableFuture<T> answer) {
    try {
      answer.join();
    } catch (CompletionException e) {
      return CompletableFuture.failedFuture(e.getCause());
    }
    return answer;
  }

  private record Calls(int client, TableCalls table, Network network) implements TableCalls {
    @Override
    public CompletableFuture<Result> get(Get get) {
      return network.send(client, "get", false, () -> table.get(get));
    }

    @Override
    public CompletableFuture<List<Result>> getAll(List<Get> gets) {
      return network.send(client, "getAll", false, () -> table.getAll(gets));
    }

    @Override
    public CompletableFuture<Void> put(Put put) {
      return network.send(client, "put", true, () -> table.put(put));
    }

    @Override
    public CompletableFuture<Void> delete(Delete delete) {
      return network.send(client, "delete", true, () -> table.delete(new Delete(delete)));
    }

    @Override
    public CompletableFuture<Void> mutateRow(RowMutations changes) {
      return network.send(client, "mutateRow", true, () -> table.mutateRow(changes));
    }

    @Override
    public CompletableFuture<Void> mutateRows(List<Mutation> changes) {
      return network.send(client, "mutateRows", true, () -> table.mutateRows(changes));
    }

    @Override
    public CompletableFuture<Void> batch(List<? extends Row> changes) {
      List<? extends Row> all = List.copyOf(changes);
      return all.isEmpty()
          ? table.batch(all)
          : network.send(
              client, "batch", all.size(), true, rows -> table.batch(all.subList(0, rows)));
    }

    @Override
    public CompletableFuture<Boolean> checkAndMutate(CheckAndMutate change) {
      return network.send(client, "checkAndMutate", true, () -> table.checkAndMutate(change));
    }

    @Override
    public CompletableFuture<List<Boolean>> checkAndMutate(List<CheckAndMutate> changes) {
      List<CheckAndMutate> all = List.copyOf(changes);
      return all.isEmpty()
          ? table.checkAndMutate(all)
          : network.send(
              client,
              "checkAndMutate",
              all.size(),
              true,
              rows -> table.checkAndMutate(all.subList(0, rows)));
    }

    @Override
    public CompletableFuture<Optional<Result>> checkAndAdd(CheckAndMutate change) {
      return network.send(client, "checkAndAdd", true, () -> table.checkAndAdd(change));
    }

    @Override
    public CompletableFuture<List<Result>> scanAll(Scan scan) {
      return network.send(client, "scan", false, () -> table.scanAll(scan));
    }

    @Override
    public CompletableFuture<Void> scan(Scan scan, Predicate<Result> taker) {
      return network.send(client, "scan", false, () -> table.scan(scan, taker));
    }
  }
}
