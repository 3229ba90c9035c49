package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of one of the fields that an index is for any of, where a record has several entries. */
@OnBackEnd
class AnyOfIndexTest {
  record Call(String site, long id, String caller, String callee) {}

  private RecordTable<Call> table;
  private List<Call> calls;

  @BeforeEach
  void create(Connection connection) throws IOException {
    TableDesign<Call> design =
        TableDesign.of(BackEnd.newTableName("calls"), Call.class)
            .key(key -> key.hash(Digest.md5(2), Call::id).part(Call::id).part(Call::site))
            .family("f")
            .column(Call::caller, "f:a")
            .column(Call::callee, "f:b")
            .index(
                "byNumber",
                index ->
                    index
                        .on(key -> key.part(Call::site).part(Call::caller))
                        .anyOf(Call::caller, Call::callee))
            .build();
    table = RecordTable.create(connection, design);
    calls =
        IntStream.range(0, 40)
            .mapToObj(id -> new Call("s", id, "n" + id % 7, id % 6 == 0 ? null : "n" + id % 5))
            .toList();
    table.putAll(calls);
  }

  @AfterEach
  void close() throws IOException {
    table.close();
  }

  private RecordQuery<Call> ofSite() {
    return table.where(Call::site).is("s");
  }

  private static List<Call> pages(RecordQuery<Call> query, int size) throws IOException {
    List<Call> read = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Page<Call> page = next.isEmpty() ? query.page(size) : query.page(size, next.get());
      read.addAll(page.records());
      next = page.next();
    } while (next.isPresent());
    return read;
  }

  @Test
  void noRecordIsOnTwoPages() throws IOException {
    List<RecordQuery<Call>> queries =
        List.of(
            ofSite().between(Call::caller, "n0", "n9"),
            ofSite().where(Call::caller).in(List.of("n0", "n1", "n2", "n3", "n4", "n5", "n6")),
            ofSite().through("byNumber"));
    for (RecordQuery<Call> query : queries) {
      assertThat(query.list()).containsExactlyInAnyOrderElementsOf(calls);
      for (int size : List.of(1, 3, 16, 39, 40, 41)) {
        assertThat(pages(query, size)).isEqualTo(query.list());
      }
    }
  }

  @Test
  void itsEntriesAreNotInTheOrderOfOneField() {
    assertThatThrownBy(() -> ofSite().from(Call::caller, "n1").leastFirst().list())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not sorted by a field");
  }
}
