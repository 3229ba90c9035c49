package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What an asynchronous table tells of many items, beside what a look at each gives. */
final class AsyncTotals {
  private AsyncTotals() {}

  static void check(AsyncRecordTable<Item> table, RecordQuery<Item> query, List<Item> records) {
    long sum = records.stream().mapToLong(Item::kind).sum();
    assertThat(table.count(query).join()).isEqualTo(records.size());
    assertThat(table.exists(query).join()).isEqualTo(!records.isEmpty());
    assertThat(table.select(query, ReadCheck.Part.class).list().join())
        .isEqualTo(
            records.stream().map(each -> new ReadCheck.Part(each.kind(), each.time())).toList());
    assertThat(table.select(query, ReadCheck.Part.class).first().join())
        .isEqualTo(
            records.stream().map(each -> new ReadCheck.Part(each.kind(), each.time())).findFirst());
    assertThat(table.min(query, Item::time).join())
        .isEqualTo(records.stream().map(Item::time).min(Comparator.naturalOrder()));
    assertThat(table.max(query, Item::owner).join())
        .isEqualTo(records.stream().map(Item::owner).max(ReadDesign.TEXT_ORDER));
    assertThat(table.sum(query, Item::kind).join())
        .isEqualTo(records.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sum));
    assertThat(table.sumDecimal(query, Item::kind).join())
        .isEqualTo(records.isEmpty() ? Optional.empty() : Optional.of(BigDecimal.valueOf(sum)));
    assertThat(table.average(query, Item::kind).join())
        .isEqualTo(records.stream().mapToLong(Item::kind).average());
    assertThat(table.groupBy(query, Item::owner).count().join())
        .isEqualTo(
            records.stream().collect(Collectors.groupingBy(Item::owner, Collectors.counting())));
    assertThat(table.groupBy(query, Item::time).sum(Item::kind).join())
        .isEqualTo(
            records.stream()
                .collect(Collectors.groupingBy(Item::time, Collectors.summingLong(Item::kind))));
    assertThat(table.groupBy(query, Item::kind).max(Item::time).join())
        .isEqualTo(
            records.stream().collect(Collectors.toMap(Item::kind, Item::time, AsyncTotals::later)));
  }

  private static <T extends Comparable<T>> T later(T a, T b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
