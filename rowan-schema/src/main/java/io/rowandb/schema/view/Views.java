package io.rowandb.schema.view;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.ChainWrite;
import io.rowandb.schema.pattern.chain.Followers;
import io.rowandb.schema.pattern.chain.MarkedRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The views of a table, which follow its rows. Their thread rules are those of their tables' calls.
 */
final class Views<R> implements Followers<R> {
  // Fixed at construction.
  private final List<ViewTable<R, ?>> views;
  private final Set<String> names;
  private final Predicate<Throwable> tolerated;

  /**
   * Of opened tables.
   *
   * @param tolerated which failures of theirs leave a write undone, and do not fail it
   */
  Views(List<ViewTable<R, ?>> views, Predicate<Throwable> tolerated) {
    this.views = views;
    this.tolerated = tolerated;
    names = views.stream().map(each -> each.view().name()).collect(Collectors.toSet());
  }

  @Override
  public Set<String> names() {
    return names;
  }

  @Override
  public boolean seesDetails() {
    return views.stream().anyMatch(each -> each.view().seesDetails());
  }

  @Override
  public Map<String, List<byte[]>> doomed(MarkedRow<R> former, R record) {
    Map<String, List<byte[]>> doomed = new HashMap<>();
    for (ViewTable<R, ?> view : views) {
      doomed.put(view.view().name(), doomed(view, former, record));
    }
    return doomed;
  }

  private List<byte[]> doomed(ViewTable<R, ?> view, MarkedRow<R> former, R record) {
    TreeSet<byte[]> doomed = new TreeSet<>(Arrays::compareUnsigned);
    doomed.addAll(view.rows(former.record().orElse(null)).keySet());
    former
        .mark()
        .map(mark -> mark.doomed().getOrDefault(view.view().name(), List.of()))
        .ifPresent(doomed::addAll);
    doomed.removeAll(view.rows(record).keySet());
    return new ArrayList<>(doomed);
  }

  @Override
  public CompletableFuture<Void> mayWrite() {
    return Steps.each(views, ViewTable::mayWrite);
  }

  @Override
  public CompletableFuture<Void> follow(List<ChainWrite<R>> writes) {
    return Steps.each(views, view -> view.apply(writes));
  }

  @Override
  public boolean tolerates(Throwable failure) {
    return tolerated.test(failure);
  }
}
