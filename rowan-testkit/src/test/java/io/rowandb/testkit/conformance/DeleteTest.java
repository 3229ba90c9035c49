package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RowMutations;
import org.junit.jupiter.api.Test;

/** Deletes: what each kind hides, for how long, and what hides more than it should. */
class DeleteTest extends ConformanceTest {
  @Test
  void f42_deletingOneVersionShowsTheOlderOne() throws IOException {
    create(family("f", 3));
    write("f:q@1=a", "f:q@2=b");
    table.delete(delete().addColumn(F, Q, 2));
    assertThat(read(allVersions())).isEqualTo("f:q@1=a");
  }

  @Test
  void f43_deletingAColumnHidesAllItsVersions() throws IOException {
    create(family("f", 3));
    write("f:q@1=a", "f:q@2=b", "f:other@1=c");
    table.delete(delete().addColumns(F, Q));
    assertThat(read(allVersions())).isEqualTo("f:other@1=c");
  }

  @Test
  void f44_deletingAFamilyLeavesTheOthers() throws IOException {
    create("f", "g");
    write("f:q@1=a", "f:p@1=b", "g:q@1=c");
    table.delete(delete().addFamily(F));
    assertThat(read(allVersions())).isEqualTo("g:q@1=c");
  }

  @Test
  void f45_deletingARowWritesOneMarkerAFamily() throws IOException {
    create("f", "g");
    write("f:a@1=1", "f:b@1=2", "f:c@1=3", "g:a@1=4");
    table.delete(new Delete(ROW, 7));
    assertThat(read()).isEmpty();
    assertThat(readRaw())
        .isEqualTo("r f:@7 DeleteFamily f:a@1=1 f:b@1=2 f:c@1=3 g:@7 DeleteFamily g:a@1=4");
  }

  @Test
  void f46_aMarkerHidesWhatIsAtOrBeforeItsTime() throws IOException {
    create(family("f", 5));
    write("f:q@1=a", "f:q@5=b", "f:q@6=c");
    table.delete(delete().addColumns(F, Q, 5));
    assertThat(read(allVersions())).isEqualTo("f:q@6=c");
  }

  @Test
  void f47_majorCompactionRemovesMarkersAndWhatTheyHide() throws IOException {
    create(family("f", 5));
    write("f:q@1=a", "f:q@9=b");
    table.delete(delete().addColumns(F, Q, 5));
    assertThat(readRaw()).isEqualTo("r f:q@9=b f:q@5 DeleteColumn f:q@1=a");
    majorCompact();
    assertThat(readRaw()).isEqualTo("r f:q@9=b");
  }

  @Test
  void f48_putBehindADeleteMarkerStaysHiddenUntilMajorCompaction() throws IOException {
    create("f");
    table.delete(delete().addColumns(F, Q, 10));
    write("f:q@5=a", "f:q@10=b");
    assertThat(read()).isEmpty();
    majorCompact();
    write("f:q@5=a");
    assertThat(read()).isEqualTo("f:q@5=a");
  }

  @Test
  void f48_newVersionBehaviorShowsThePut() throws IOException {
    create(family("f", 5).setNewVersionBehavior(true));
    table.delete(delete().addColumns(F, Q, 10));
    write("f:q@5=a", "f:q@10=b");
    assertThat(read(allVersions())).isEqualTo("f:q@10=b f:q@5=a");
  }

  @Test
  void f49_deleteThenPutInOneMillisecondReadsEmpty() throws IOException {
    create("f");
    backend
        .clock()
        .stopFor(
            () -> {
              table.delete(delete().addColumns(F, Q));
              write("f:q=a");
            });
    assertThat(read()).isEmpty();
    backend.tick();
    write("f:q=b");
    assertThat(value(table.get(get()))).isEqualTo("b");
  }

  @Test
  void f50_deletedVersionsAreCountedOrNotByWhenTheCompactionRan() throws IOException {
    create(family("f", 2));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c");
    table.delete(delete().addColumn(F, Q, 3).addColumn(F, Q, 2));
    assertThat(read(allVersions())).as("nothing ran before the delete").isEqualTo("f:q@1=a");

    table.put(put("s", "f:q@1=a", "f:q@2=b", "f:q@3=c"));
    majorCompact();
    table.delete(new Delete(bytes("s")).addColumn(F, Q, 3).addColumn(F, Q, 2));
    assertThat(read(new Get(bytes("s")).readAllVersions()))
        .as("a compaction had dropped the third version")
        .isEmpty();
  }

  @Test
  void trap3_aFlushBeforeTheDeleteDropsTheVersionThatWouldComeBack() throws IOException {
    create(family("f", 2));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c");
    flush();
    table.delete(delete().addColumn(F, Q, 3));
    assertThat(read(allVersions())).isEqualTo("f:q@2=b");
  }

  @Test
  void trap3_allInMemoryTheOlderVersionComesBack() throws IOException {
    create(family("f", 2));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c");
    table.delete(delete().addColumn(F, Q, 3));
    assertThat(read(allVersions())).isEqualTo("f:q@2=b f:q@1=a");
  }

  @Test
  void trap9_deleteWithoutATimeReadsTheNewestVersionFirst() throws IOException {
    create(family("f", 3));
    write("f:q@1=a", "f:q@2=b");
    table.delete(delete().addColumn(F, Q));
    assertThat(read(allVersions())).isEqualTo("f:q@1=a");
    assertThat(readRaw()).isEqualTo("r f:q@2 Delete f:q@2=b f:q@1=a");
  }

  @Test
  void trap11_deleteAndPutOfOneBatchShareTheirTimeAndTheDeleteWins() throws IOException {
    create("f");
    table.mutateRow(RowMutations.of(List.of(delete().addColumns(F, Q), put("r", "f:q=a"))));
    assertThat(read()).isEmpty();
  }
}
