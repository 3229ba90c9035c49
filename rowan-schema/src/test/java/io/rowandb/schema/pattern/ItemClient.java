package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.Items.Item;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a client does with {@link Items}, by calls that wait or by those that do not. */
interface ItemClient extends AutoCloseable {
  void put(Item item) throws IOException;

  void putAll(List<Item> all) throws IOException;

  void putAllIfAbsent(List<Item> all) throws IOException;

  /** Puts them, each over what is there. */
  void mergeAll(List<Item> all) throws IOException;

  void load(Stream<Item> all) throws IOException;

  void delete(Item item) throws IOException;

  /** The items of a run. */
  List<Item> through(String index, long run) throws IOException;

  void repairIndex(String name) throws IOException;

  @Override
  void close() throws IOException;

  /** By calls that wait. */
  record Waiting(RecordTable<Item> table) implements ItemClient {
    @Override
    public void put(Item item) throws IOException {
      table.put(item);
    }

    @Override
    public void putAll(List<Item> all) throws IOException {
      table.putAll(all);
    }

    @Override
    public void putAllIfAbsent(List<Item> all) throws IOException {
      table.putAllIfAbsent(all);
    }

    @Override
    public void mergeAll(List<Item> all) throws IOException {
      table.mergeAll(all, (there, one) -> one);
    }

    @Override
    public void load(Stream<Item> all) throws IOException {
      table.load(all);
    }

    @Override
    public void delete(Item item) throws IOException {
      table.delete(item);
    }

    @Override
    public List<Item> through(String index, long run) throws IOException {
      return table.where(Item::run).is(run).through(index).list();
    }

    @Override
    public void repairIndex(String name) throws IOException {
      table.repairIndex(name);
    }

    @Override
    public void close() throws IOException {
      table.close();
    }
  }

  /**
   * By calls that do not.
   *
   * @param waiting of the same client, for what there is in this way alone
   */
  record Async(AsyncRecordTable<Item> table, RecordTable<Item> waiting) implements ItemClient {
    private static final int SECONDS = 60;

    @Override
    public void put(Item item) throws IOException {
      await(table.put(item));
    }

    @Override
    public void putAll(List<Item> all) throws IOException {
      await(table.putAll(all));
    }

    @Override
    public void putAllIfAbsent(List<Item> all) throws IOException {
      await(table.putAllIfAbsent(all));
    }

    @Override
    public void mergeAll(List<Item> all) throws IOException {
      await(table.mergeAll(all, (there, one) -> one));
    }

    @Override
    public void load(Stream<Item> all) throws IOException {
      await(table.putAll(all.toList()));
    }

    @Override
    public void delete(Item item) throws IOException {
      await(table.delete(item));
    }

    @Override
    public List<Item> through(String index, long run) throws IOException {
      return await(table.list(table.where(Item::run).is(run).through(index)));
    }

    @Override
    public void repairIndex(String name) throws IOException {
      waiting.repairIndex(name);
    }

    @Override
    public void close() throws IOException {
      waiting.close();
    }

    /** What a future gives, or throws. */
    static <T> T await(CompletableFuture<T> future) throws IOException {
      try {
        return future.orTimeout(SECONDS, TimeUnit.SECONDS).join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof IOException cause) {
          throw cause;
        }
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        if (e.getCause() instanceof Error cause) {
          throw cause;
        }
        throw e;
      }
    }
  }
}
