package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.pattern.plan.QuerySettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads of a table beside what a look at every record gives. */
final class ReadCheck {
  // Fixed at construction.
  private final ReadDesign kind;
  private final RecordTable<Item> table;
  private final AsyncRecordTable<Item> async;
  private final Collection<Item> stored;

  private ReadCheck(
      ReadDesign kind,
      RecordTable<Item> table,
      AsyncRecordTable<Item> async,
      Collection<Item> stored) {
    this.kind = kind;
    this.table = table;
    this.async = async;
    this.stored = stored;
  }

  /** Writes items, of which the last remains of those that share a key. */
  static ReadCheck of(
      ReadDesign kind, RecordTable<Item> table, AsyncRecordTable<Item> async, List<Item> items)
      throws IOException {
    Map<ByteBuffer, Item> byKey = new HashMap<>();
    for (Item item : items) {
      byKey.put(ByteBuffer.wrap(table.design().key().encode(item)), item);
    }
    table.putAll(byKey.values());
    return new ReadCheck(kind, table, async, byKey.values());
  }

  void check(RandomRead read) throws IOException {
    RecordQuery<Item> query = read.of(table.all().allowFullScan());
    Optional<String> refusal = query.explain().refusal();
    if (refusal.isPresent()) {
      assertThat(refusal.get()).contains("not sorted by a field");
      assertThat(read.order()).isNotEqualTo(QuerySettings.Order.KEY);
      assertThat(kind.isCoarse(read) || kind.sortedBy(read).isEmpty()).isTrue();
      assertThatThrownBy(query::list).hasMessage(refusal.get());
      return;
    }
    List<Item> all = query.list();
    List<Item> expected = stored.stream().filter(read::holds).toList();
    assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
    checkOrder(read, all);
    List<Item> some = all.subList(0, Math.min(read.limit(), all.size()));
    assertThat(query.limit(read.limit()).list()).isEqualTo(some);
    assertThat(query.first()).isEqualTo(all.stream().findFirst());
    assertThat(query.count()).isEqualTo(all.size());
    assertThat(query.limit(read.limit()).count()).isEqualTo(some.size());
    assertThat(query.exists()).isEqualTo(!all.isEmpty());
    assertThat(async.list(query.limit(read.limit())).join()).isEqualTo(some);
    checkTotals(query, all);
    checkTotals(query.limit(read.limit()), some);
    AsyncTotals.check(async, query, all);
    AsyncTotals.check(async, query.limit(read.limit()), some);
    checkPages(query, read.pageSize(), all);
  }

  record Part(Integer kind, Instant time) {}

  private static void checkTotals(RecordQuery<Item> query, List<Item> records) throws IOException {
    assertThat(query.select(Part.class).list())
        .isEqualTo(records.stream().map(each -> new Part(each.kind(), each.time())).toList());
    assertThat(query.min(Item::kind))
        .isEqualTo(records.stream().map(Item::kind).min(Comparator.naturalOrder()));
    assertThat(query.max(Item::owner))
        .isEqualTo(records.stream().map(Item::owner).max(ReadDesign.TEXT_ORDER));
    assertThat(query.max(Item::time))
        .isEqualTo(records.stream().map(Item::time).max(Comparator.naturalOrder()));
    assertThat(query.min(Item::name))
        .isEqualTo(records.stream().map(Item::name).min(ReadDesign.TEXT_ORDER));
    assertThat(query.sum(Item::kind).orElse(0))
        .isEqualTo(records.stream().mapToLong(Item::kind).sum());
    assertThat(query.average(Item::kind))
        .isEqualTo(records.stream().mapToLong(Item::kind).average());
    assertThat(query.groupBy(Item::owner).count())
        .isEqualTo(
            records.stream().collect(Collectors.groupingBy(Item::owner, Collectors.counting())));
    assertThat(query.groupBy(Item::time).sum(Item::kind))
        .isEqualTo(
            records.stream()
                .collect(Collectors.groupingBy(Item::time, Collectors.summingLong(Item::kind))));
  }

  private void checkOrder(RandomRead read, List<Item> records) {
    if (read.order() == QuerySettings.Order.KEY) {
      RowKey<Item> key = table.design().key();
      int bucketBytes = kind.isSpread(read) ? 1 : 0;
      Comparator<Item> byRow =
          Comparator.comparing(
              item -> {
                byte[] row = key.encode(item);
                return Arrays.copyOfRange(row, bucketBytes, row.length);
              },
              Arrays::compareUnsigned);
      assertThat(records).isSortedAccordingTo(byRow);
      return;
    }
    for (Comparator<Item> field : kind.sortedBy(read)) {
      assertThat(records)
          .isSortedAccordingTo(
              read.order() == QuerySettings.Order.LEAST_FIRST ? field : field.reversed());
    }
  }

  private void checkParts(
      RecordQuery<Item> query, int size, Optional<String> token, Page<Item> page)
      throws IOException {
    Selection<Item, Part> parts = query.select(Part.class);
    AsyncSelection<Item, Part> same = async.select(query, Part.class);
    Page<Part> expected =
        new Page<>(
            page.records().stream().map(each -> new Part(each.kind(), each.time())).toList(),
            page.next());
    assertThat(token.isEmpty() ? parts.page(size) : parts.page(size, token.get()))
        .isEqualTo(expected);
    assertThat((token.isEmpty() ? same.page(size) : same.page(size, token.get())).join())
        .isEqualTo(expected);
  }

  private void checkPages(RecordQuery<Item> query, int size, List<Item> all) throws IOException {
    List<Item> read = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Page<Item> page = next.isEmpty() ? query.page(size) : query.page(size, next.get());
      Page<Item> same =
          next.isEmpty()
              ? async.page(query, size).join()
              : async.page(query, size, next.get()).join();
      assertThat(same).isEqualTo(page);
      checkParts(query, size, next, page);
      read.addAll(page.records());
      next = page.next();
      assertThat(page.records())
          .hasSize(Math.min(size, all.size() - read.size() + page.records().size()));
    } while (next.isPresent());
    assertThat(read).isEqualTo(all);
  }
}
