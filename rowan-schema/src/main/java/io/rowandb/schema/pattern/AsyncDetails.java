package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.DetailPages;
import io.rowandb.schema.pattern.details.DetailStore;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.table.DetailDesign;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * {@link Details} whose calls do not wait for HBase. They give the same answers; failures are in
 * the returned future. Used by any number of threads.
 *
 * @param <D> the detail
 */
public final class AsyncDetails<D> {
  // Fixed at construction.
  private final AsyncRecordTable<?> table;
  private final DetailStore<D> store;
  private final DetailDesign<D> design;
  private final DetailPages<D> pages;

  AsyncDetails(AsyncRecordTable<?> table, DetailStore<D> store) {
    this.table = table;
    this.store = store;
    design = store.place().design();
    pages = new DetailPages<>(store.place());
  }

  /** Adds a detail, or replaces that with the same key. */
  public CompletableFuture<Void> put(D detail) {
    return table.served(() -> store.put(List.of(store.place().given(detail))));
  }

  /** The same for many, some hundreds in a step; of those with the same key the last counts. */
  public CompletableFuture<Void> putAll(Collection<D> details) {
    return table.served(() -> Steps.each(RowBatch.of(given(details)), this::putSome));
  }

  private List<D> given(Collection<D> details) {
    Given.notNull(details, "what is to be put into " + store.place().name());
    return details.stream().map(store.place()::given).toList();
  }

  private CompletableFuture<Void> putSome(List<D> details) {
    SortedMap<byte[], D> some = new TreeMap<>(Arrays::compareUnsigned);
    details.forEach(each -> some.put(design.key().encode(each), each));
    return store.put(some.values());
  }

  /** Removes the current detail with the key of this one; gives whether there was one. */
  public CompletableFuture<Boolean> remove(D detail) {
    return table.served(() -> store.remove(store.place().given(detail)));
  }

  /** The detail of a key, as {@link Details#get}. */
  public CompletableFuture<Optional<D>> get(Object... key) {
    return table.served(
        () ->
            store
                .read(pages.rangeOf(key), 1)
                .thenApply(found -> found.stream().map(DetailPages.Keyed::detail).findFirst()));
  }

  /** The first page of them: {@link Details#page(int)}. */
  public CompletableFuture<Page<D>> page(int size) {
    return table.served(
        () ->
            store
                .read(design.range(), pages.wanted(size))
                .thenApply(found -> Page.of(pages, size, found)));
  }

  /** The page after an earlier one: {@link Details#page(int, String)}. */
  public CompletableFuture<Page<D>> page(int size, String token) {
    return table.served(
        () ->
            store
                .read(pages.behind(token), pages.wanted(size))
                .thenApply(found -> Page.of(pages, size, found)));
  }
}
