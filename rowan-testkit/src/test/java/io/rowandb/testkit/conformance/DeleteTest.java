package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
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

  @Test
  void trap1_theMarkerGoesWithAMajorCompactionAndAWriteBehindItShowsAgain() throws IOException {
    create("f");
    table.delete(delete().addColumns(F, Q, 10));
    write("f:q@5=a", "f:q@10=b");
    flush();
    assertThat(read()).isEmpty();
    majorCompact();
    assertThat(readRaw()).isEmpty();
    write("f:q@5=a");
    assertThat(read()).isEqualTo("f:q@5=a");
  }

  @Test
  void trap2_newVersionBehaviorGoesByTheOrderOfWritesAlsoFromFiles() throws IOException {
    create(family("f", 5).setNewVersionBehavior(true));
    write("f:q@1=old");
    table.delete(delete().addColumns(F, Q, 10));
    write("f:q@5=a", "f:q@10=b");
    flush();
    assertThat(read(allVersions())).isEqualTo("f:q@10=b f:q@5=a");
    majorCompact();
    assertThat(read(allVersions())).isEqualTo("f:q@10=b f:q@5=a");
  }

  @Test
  void trap3_newVersionBehaviorCountsWhatIsDeleted() throws IOException {
    create(family("f", 2).setNewVersionBehavior(true));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c");
    table.delete(delete().addColumn(F, Q, 3));
    assertThat(read(allVersions())).isEqualTo("f:q@2=b");
  }

  @Test
  void trap3_oneVersionFlushedComesBackWhenTheNextIsDeleted() throws IOException {
    create(family("f", 1));
    write("f:q@5=a");
    flush();
    write("f:q@6=b");
    table.delete(delete().addColumn(F, Q, 6));
    assertThat(read()).isEqualTo("f:q@5=a");
  }

  @Test
  void trap3_oneVersionCompactedDoesNotComeBack() throws IOException {
    create(family("f", 1));
    write("f:q@5=a");
    flush();
    write("f:q@6=b");
    majorCompact();
    table.delete(delete().addColumn(F, Q, 6));
    assertThat(read()).isEmpty();
  }

  @Test
  void trap6_keepDeletedCellsShowsThePastAlsoAfterMajorCompaction() throws IOException {
    create(family("f", 5).setKeepDeletedCells(KeepDeletedCells.TRUE));
    write("f:q@1=a", "f:q@2=b");
    table.delete(delete().addColumns(F, Q, 3));
    write("f:q@4=c");
    assertThat(read(allVersions())).isEqualTo("f:q@4=c");
    assertThat(read(allVersions().setTimeRange(0, 3))).isEqualTo("f:q@2=b f:q@1=a");
    majorCompact();
    assertThat(read(allVersions())).isEqualTo("f:q@4=c");
    assertThat(read(allVersions().setTimeRange(0, 3))).isEqualTo("f:q@2=b f:q@1=a");
    assertThat(readRaw()).isEqualTo("r f:q@4=c f:q@3 DeleteColumn f:q@2=b f:q@1=a");
  }

  @Test
  void trap6_withoutKeepingThePastIsNotSeen() throws IOException {
    create(family("f", 5));
    write("f:q@1=a", "f:q@2=b");
    table.delete(delete().addColumns(F, Q, 3));
    assertThat(read(allVersions().setTimeRange(0, 3))).isEmpty();
    assertThat(readRaw()).isEqualTo("r f:q@3 DeleteColumn f:q@2=b f:q@1=a");
  }

  /** So that what is written late, with a time of before, stays hidden. */
  @Test
  void markersStayUntilTheyAreOldEnoughToBePurged() throws IOException {
    create(family("f", 5).setConfiguration("hbase.hstore.time.to.purge.deletes", "3600000"));
    long now = backend.clock().millis();
    write("f:q@" + (now - 3_000) + "=a");
    table.delete(delete().addColumns(F, Q, now - 2_000));
    table.delete(delete().addFamily(F, now - 2_500));
    majorCompact();
    assertThat(readRaw())
        .isEqualTo(
            "r f:@" + (now - 2_500) + " DeleteFamily f:q@" + (now - 2_000) + " DeleteColumn");
    write("f:q@" + (now - 3_000) + "=late", "f:p@" + (now - 3_000) + "=late");
    assertThat(read(allVersions())).isEmpty();
    majorCompact();
    assertThat(read(allVersions())).isEmpty();
    backend.clock().advance(Duration.ofHours(2));
    majorCompact();
    assertThat(readRaw()).isEmpty();
    write("f:q@" + (now - 3_000) + "=late");
    assertThat(read(allVersions())).isEqualTo("f:q@" + (now - 3_000) + "=late");
  }

  @Test
  void trap6_keepDeletedCellsForTheTimeToLive() throws IOException {
    create(
        family("f", 5)
            .setKeepDeletedCells(KeepDeletedCells.TTL)
            .setTimeToLive(3_600)
            .setMinVersions(1));
    long now = backend.clock().millis();
    write("f:q@" + (now - 3_000) + "=a");
    table.delete(delete().addColumns(F, Q, now - 2_000));
    majorCompact();
    assertThat(values(table.get(allVersions().setTimeRange(0, now - 2_500)))).isEqualTo("f:q=a");
    backend.clock().advance(Duration.ofHours(2));
    majorCompact();
    assertThat(read(allVersions().setTimeRange(0, now - 2_500))).isEmpty();
    assertThat(readRaw()).isEmpty();
  }

  @Test
  void trap7_aRawScanWithAColumnIsRefused() throws IOException {
    create("f");
    write("f:q@1=a");
    assertThatThrownBy(() -> scan(new Scan().setRaw(true).addColumn(F, Q)))
        .isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void trap7_minorCompactionKeepsTheMarkerAndDropsWhatItHides() throws IOException {
    create(family("f", 5));
    write("f:q@1=a");
    flush();
    table.delete(delete().addColumns(F, Q, 3));
    flush();
    write("f:q@4=b");
    flush();
    assertThat(readRaw()).isEqualTo("r f:q@4=b f:q@3 DeleteColumn f:q@1=a");
    backend.compact(name);
    assertThat(read(allVersions())).isEqualTo("f:q@4=b");
    majorCompact();
    assertThat(readRaw()).isEqualTo("r f:q@4=b");
  }

  @Test
  void trap9_deleteFamilyVersionHidesExactlyItsTimeInAllColumns() throws IOException {
    create(family("f", 5));
    write("f:a@1=1", "f:a@2=2", "f:b@2=3", "f:b@3=4");
    table.delete(delete().addFamilyVersion(F, 2));
    assertThat(read(allVersions())).isEqualTo("f:a@1=1 f:b@3=4");
    assertThat(readRaw()).isEqualTo("r f:@2 DeleteFamilyVersion f:a@2=2 f:a@1=1 f:b@3=4 f:b@2=3");
  }

  @Test
  void trap9_deletingTheNewestOfAnAbsentColumnWritesAMarkerOfNow() throws IOException {
    create("f");
    long before = backend.clock().millis();
    table.delete(delete().addColumn(F, Q));
    try (ResultScanner rows = table.getScanner(new Scan().setRaw(true))) {
      Cell marker = rows.next().rawCells()[0];
      assertThat(marker.getType()).isEqualTo(Cell.Type.Delete);
      assertThat(marker.getTimestamp()).isBetween(before, backend.clock().millis());
    }
  }

  @Test
  void trap9_aFamilyMarkerHidesLaterColumnsToo() throws IOException {
    create(family("f", 5));
    table.delete(delete().addFamily(F, 5));
    write("f:new@5=a", "f:new@6=b");
    assertThat(read(allVersions())).isEqualTo("f:new@6=b");
  }

  @Test
  void trap11_theOrderInsideTheBatchMakesNoDifference() throws IOException {
    create("f");
    table.mutateRow(RowMutations.of(List.of(put("r", "f:q=a"), delete().addColumns(F, Q))));
    assertThat(read()).isEmpty();
  }

  @Test
  void trap11_deleteAndPutOfOneListOnOneColumn() throws Exception {
    create("f");
    Object[] results = new Object[2];
    backend
        .clock()
        .stopFor(
            () -> {
              try {
                table.batch(List.of(delete().addColumns(F, Q), put("r", "f:q=a")), results);
              } catch (InterruptedException e) {
                throw new InterruptedIOException(e.getMessage());
              }
            });
    assertThat(results).doesNotContainNull();
    assertThat(read()).isEmpty();
  }

  @Test
  void aDeleteWithoutColumnsIsOfTheWholeRow() throws IOException {
    create("f", "g");
    write("f:q@1=a", "g:q@1=b");
    table.delete(delete());
    assertThat(read()).isEmpty();
    assertThat(table.exists(get())).isFalse();
  }

  @Test
  void aDeleteOfTheRowWithATimeLeavesWhatIsNewer() throws IOException {
    create(family("f", 3), family("g", 3));
    write("f:q@1=a", "f:q@9=b", "g:q@5=c");
    table.delete(new Delete(ROW, 5));
    assertThat(read(allVersions())).isEqualTo("f:q@9=b");
  }

  @Test
  void severalDeletesInOneMutation() throws IOException {
    create(family("f", 3), family("g", 3));
    write("f:a@1=1", "f:b@1=2", "f:b@2=3", "f:c@1=4", "g:a@1=5");
    table.delete(delete().addColumns(F, bytes("a"), 9).addColumn(F, bytes("b"), 2).addFamily(G, 9));
    assertThat(read(allVersions())).isEqualTo("f:b@1=2 f:c@1=4");
  }

  @Test
  void aListOfDeletesIsEmptiedAsItSucceeds() throws IOException {
    createSplit(List.of("m"), family("f"));
    table.put(List.of(put("a", "f:q@1=1"), put("z", "f:q@1=2"), put("zz", "f:q@1=3")));
    List<Delete> deletes = new ArrayList<>();
    deletes.add(new Delete(bytes("a")));
    deletes.add(new Delete(bytes("z")));
    table.delete(deletes);
    assertThat(deletes).isEmpty();
    assertThat(keys(new Scan())).isEqualTo("zz");
  }

  @Test
  void deletingWhatIsNotThereIsNoError() throws IOException {
    create("f");
    table.delete(delete());
    table.delete(delete().addColumns(F, Q));
    assertThat(read()).isEmpty();
    assertThat(keys(new Scan())).isEmpty();
  }

  @Test
  void aRawScanWithATimeRangeShowsMarkersInside() throws IOException {
    create(family("f", 5));
    write("f:q@1=a", "f:q@5=b");
    table.delete(delete().addColumns(F, Q, 3));
    Scan raw = new Scan().setRaw(true).readAllVersions().setTimeRange(2, 6);
    assertThat(scan(raw)).containsExactly("r f:q@5=b f:q@3 DeleteColumn");
  }

  @Test
  void aRawScanOfOneFamily() throws IOException {
    create(family("f", 5), family("g", 5));
    write("f:q@1=a", "g:q@1=b");
    table.delete(delete().addFamily(F, 2).addFamily(G, 2));
    assertThat(scan(new Scan().setRaw(true).readAllVersions().addFamily(G)))
        .containsExactly("r g:@2 DeleteFamily g:q@1=b");
  }
}
