package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Reads of parcels beside what a look at every one gives. */
record ParcelCheck(RecordTable<Parcel> table, AsyncRecordTable<Parcel> async, List<Parcel> stored) {
  record Part(OptionalInt grams, Optional<String> receiver, int id) {}

  private static Part part(Parcel parcel) {
    return new Part(parcel.grams(), parcel.receiver(), parcel.id());
  }

  /** By permission of a full scan, and without, if the read is not refused then. */
  void check(ParcelReads.Read read) throws IOException {
    List<Parcel> expected = stored.stream().filter(read::holds).toList();
    check(read, read.of(table.all().allowFullScan()), expected);
    RecordQuery<Parcel> served = read.of(table.all());
    Optional<String> refusal = served.explain().refusal();
    if (refusal.isEmpty()) {
      check(read, served, expected);
    } else {
      assertThat(refusal.get()).contains("all rows of");
      assertThatThrownBy(served::list).isInstanceOf(UnservedReadException.class);
      assertThatThrownBy(served::count).hasMessage(refusal.get());
    }
  }

  private void check(ParcelReads.Read read, RecordQuery<Parcel> query, List<Parcel> expected)
      throws IOException {
    List<Parcel> all = query.list();
    assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(async.list(query).join()).isEqualTo(all);
    checkTotals(query, all);
    RecordQuery<Parcel> some = query.limit(read.limit());
    checkTotals(some, all.subList(0, Math.min(read.limit(), all.size())));
    if (query.explain().union().isEmpty()) {
      checkPages(query, read.pageSize(), all);
    } else {
      assertThatThrownBy(() -> query.page(read.pageSize())).hasMessageContaining("one order");
    }
  }

  private void checkTotals(RecordQuery<Parcel> query, List<Parcel> records) throws IOException {
    int count = records.size();
    assertThat(query.list()).isEqualTo(records);
    assertThat(async.list(query).join()).isEqualTo(records);
    assertThat(query.count()).isEqualTo(count);
    assertThat(async.count(query).join()).isEqualTo(count);
    assertThat(query.exists()).isEqualTo(count > 0);
    List<Part> parts = records.stream().map(ParcelCheck::part).toList();
    assertThat(query.select(Part.class).list()).isEqualTo(parts);
    assertThat(async.select(query, Part.class).list().join()).isEqualTo(parts);
    OptionalLong sum =
        count == 0
            ? OptionalLong.empty()
            : OptionalLong.of(records.stream().mapToLong(Parcel::id).sum());
    assertThat(query.sum(Parcel::id)).isEqualTo(sum);
    assertThat(async.sum(query, Parcel::id).join()).isEqualTo(sum);
    Optional<String> most = records.stream().map(Parcel::city).max(Comparator.naturalOrder());
    assertThat(query.max(Parcel::city)).isEqualTo(most);
    assertThat(async.max(query, Parcel::city).join()).isEqualTo(most);
    assertThat(query.groupBy(Parcel::city).count())
        .isEqualTo(
            records.stream().collect(Collectors.groupingBy(Parcel::city, Collectors.counting())))
        .isEqualTo(async.groupBy(query, Parcel::city).count().join());
  }

  private void checkPages(RecordQuery<Parcel> query, int size, List<Parcel> all)
      throws IOException {
    List<Part> read = new ArrayList<>();
    Optional<String> next = Optional.empty();
    Selection<Parcel, Part> parts = query.select(Part.class);
    do {
      Page<Part> page = next.isEmpty() ? parts.page(size) : parts.page(size, next.get());
      AsyncSelection<Parcel, Part> same = async.select(query, Part.class);
      assertThat((next.isEmpty() ? same.page(size) : same.page(size, next.get())).join())
          .isEqualTo(page);
      Page<Parcel> whole = next.isEmpty() ? query.page(size) : query.page(size, next.get());
      assertThat(whole.next()).isEqualTo(page.next());
      assertThat(whole.records().stream().map(ParcelCheck::part).toList())
          .isEqualTo(page.records());
      read.addAll(page.records());
      next = page.next();
    } while (next.isPresent());
    assertThat(read).isEqualTo(all.stream().map(ParcelCheck::part).toList());
  }
}
