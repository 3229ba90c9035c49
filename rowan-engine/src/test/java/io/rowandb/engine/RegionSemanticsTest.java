package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.append;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.counter;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.increment;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.scan.ScanWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a region answers, trap by trap; numbers are those of the list of HBase's traps. */
class RegionSemanticsTest {
  private static final long NOW = 5_000;
  private static final long LATEST = Cell.LATEST_TIMESTAMP;

  private final ManualClock clock = new ManualClock();
  private Database database;

  @BeforeEach
  void open() throws IOException {
    clock.set(NOW);
    database = Database.open(serial(new MemoryFileSystem(), clock).maxCellBytes(1000).build());
    database.createTable(
        table(TABLE, family("f", "VERSIONS", "3"), family("g")), List.of(bytes("m")));
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  @Test
  void stampsAWriteWithTheRegionsTime() throws IOException {
    write(put("r", "f:a=1", "g:b=2"));
    assertThat(get(database, "r")).containsExactly("f:a@5000=1", "g:b@5000=2");
  }

  /** As HBase's hbase.hstore.compaction.keep.seqId.period has it. */
  @Test
  void aReadGoesOnAtItsReadPointForFiveDaysOfCompactions() throws IOException {
    write(putAt(1, "a", "f:q=1"));
    long first = readPoint();
    write(putAt(1, "b", "f:q=2"));
    compactAll();
    assertThat(rowsAt(first)).containsExactly("a/f:q@1=1");

    clock.advance(TimeUnit.DAYS.toMillis(5) + 1);
    write(putAt(1, "a", "f:q=3"));
    long second = readPoint();
    write(putAt(1, "b", "f:q=4"));
    compactAll();
    assertThat(rowsAt(second)).containsExactly("a/f:q@1=3");
    clock.advance(TimeUnit.DAYS.toMillis(5) + 1);
    write(putAt(1, "c", "f:q=5"));
    compactAll();
    assertThat(rowsAt(second)).containsExactly("a/f:q@1=3", "b/f:q@1=4");
  }

  /** The cells before the one that it failed at are gone. */
  @Test
  void aScanThatFailedInARowReadsNoMore() throws IOException {
    write(putAt(1, "a", "f:1=1", "f:2=2", "f:3=3"));
    write(putAt(1, "b", "f:1=1"));
    ScanSpec spec = ScanSpec.builder().watch(new FailsOnce()).build();
    try (RegionScanner scanner = region(database, "a").scan(spec)) {
      CellBatch cells = new CellBatch();
      assertThatThrownBy(() -> scanner.next(cells, Integer.MAX_VALUE, Long.MAX_VALUE))
          .isInstanceOf(AssertionError.class)
          .hasMessage("once");
      assertThatThrownBy(() -> scanner.next(cells, Integer.MAX_VALUE, Long.MAX_VALUE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("an earlier read of the scanner failed");
    }
    assertThat(database.openScanners()).isZero();
  }

  /** At the second cell that is looked at. */
  private static final class FailsOnce implements ScanWatch {
    private int cells;

    @Override
    public void rowScanned() {}

    @Override
    public void rowFiltered() {}

    @Override
    public void looksAt(Cell cell) {
      if (++cells == 2) {
        throw new AssertionError("once");
      }
    }

    @Override
    public boolean endsBeforeCell() {
      return false;
    }

    @Override
    public boolean isOver() {
      return false;
    }
  }

  private void compactAll() throws IOException {
    database.flush(TABLE);
    database.compact(TABLE, "f", true);
    assertThat(region(database, "a").stats().storeFiles()).isEqualTo(1);
  }

  private long readPoint() throws IOException {
    try (RegionScanner scanner = region(database, "a").scan(ScanSpec.builder().build())) {
      return scanner.readPoint();
    }
  }

  private List<String> rowsAt(long readPoint) throws IOException {
    ScanSpec spec = ScanSpec.builder().readPoint(readPoint).build();
    try (RegionScanner scanner = region(database, "a").scan(spec)) {
      return drain(scanner);
    }
  }

  @Test
  void takesTheTimeOfAWriteThatWaitedForItsRowWhenItHasTheRow() throws Exception {
    Thread waiting =
        new Thread(
            () -> {
              try {
                write(put("r", "f:a=later"));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    RowCondition holdsTheRow =
        new RowCondition() {
          @Override
          public ScanSpec read() {
            return ScanSpec.get(bytes("r")).build();
          }

          @Override
          public boolean test(CellBatch cells) {
            waiting.start();
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
              Thread.onSpinWait();
            }
            clock.set(NOW + 10);
            return true;
          }
        };
    update(List.of(putAt(NOW + 3, "r", "f:a=first")), holdsTheRow, new CellBatch());
    waiting.join();
    assertThat(get(database, "r", 9)).containsExactly("f:a@5010=later", "f:a@5003=first");
  }

  @Test
  void takesRowsAndQualifiersOfEveryLengthAndByte() throws IOException {
    byte[] longRow = new byte[Short.MAX_VALUE];
    Arrays.fill(longRow, (byte) 0x80);
    byte[] everyByte = new byte[256];
    for (int i = 0; i < everyByte.length; i++) {
      everyByte[i] = (byte) i;
    }
    try (Database unlimited =
        Database.open(serial(new MemoryFileSystem(), clock).maxCellBytes(0).build())) {
      unlimited.createTable(table(TABLE, family("f")), List.of());
      for (byte[] row : List.of(new byte[] {0}, everyByte, longRow)) {
        RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, row, Durability.SYNC_WAL);
        for (byte[] qualifier : List.of(new byte[0], new byte[40_000], everyByte)) {
          put.add(bytes("f"), qualifier, 1, CellType.PUT, everyByte, new byte[0]);
        }
        unlimited.table(TABLE).locate(row).write(put);
      }
      for (int round = 0; round < 2; round++) {
        for (byte[] row : List.of(new byte[] {0}, everyByte, longRow)) {
          CellBatch cells = new CellBatch();
          unlimited.table(TABLE).locate(row).get(ScanSpec.get(row).build(), cells);
          assertThat(cells.size()).isEqualTo(3);
          assertThat(cells.get(0, new Cell()).qualifier()).isEmpty();
          assertThat(cells.get(1, new Cell()).qualifier()).isEqualTo(new byte[40_000]);
          assertThat(cells.get(2, new Cell()).qualifier()).isEqualTo(everyByte);
          assertThat(cells.get(2, new Cell()).row()).isEqualTo(row);
          assertThat(cells.get(2, new Cell()).value()).isEqualTo(everyByte);
        }
        unlimited.flush(TABLE);
      }
    }
  }

  @Test
  void refusesAChangeLargerThanALogEntry() throws IOException {
    try (Database unlimited =
        Database.open(serial(new MemoryFileSystem(), clock).maxCellBytes(0).build())) {
      unlimited.createTable(table(TABLE, family("f")), List.of());
      RowMutation large = put("r", "f:a=" + "x".repeat(10 << 20));
      refused(
          Reason.BAD_REQUEST,
          "at most",
          () -> region(unlimited, "r").updateRows(Collections.nCopies(30, large), List.of()));
      region(unlimited, "r").write(put("r", "f:a=small"));
      assertThat(get(unlimited, "r")).containsExactly("f:a@5000=small");
    }
  }

  @Test
  void letsTheLaterWriteOfTheSameVersionWin() throws IOException {
    write(putAt(7, "r", "f:a=1"));
    write(putAt(7, "r", "f:a=2", "f:a=3"));
    assertThat(get(database, "r", 9)).as("trap 10").containsExactly("f:a@7=3");
    database.flush(TABLE);
    write(putAt(7, "r", "f:a=4"));
    assertThat(get(database, "r", 9)).containsExactly("f:a@7=4");
    database.flush(TABLE);
    database.compact(TABLE, null, true);
    assertThat(get(database, "r", 9)).containsExactly("f:a@7=4");
  }

  @Test
  void keepsTheLaterWriteOfAVersionOverAPartialCompaction() throws IOException {
    // The oldest file is too large for the ratio, so the newer ones are merged without it.
    write(putAt(7, "r", "f:a=old"));
    for (int i = 0; i < 2000; i++) {
      write(putAt(1, "fill" + i, "f:x=" + i));
    }
    database.flush(TABLE);
    for (int i = 0; i < 3; i++) {
      write(putAt(7, "r", "f:a=new" + i));
      database.flush(TABLE);
    }
    assertThat(database.stats().compactions()).isPositive();
    assertThat(get(database, "r", 9)).containsExactly("f:a@7=new2");
  }

  @Test
  void deletesTheNewestVersionByARead() throws IOException {
    write(putAt(1, "r", "f:a=1"));
    write(putAt(2, "r", "f:a=2"));
    write(putAt(3, "r", "f:a=3"));
    write(delete(CellType.DELETE, LATEST, "r", "f:a"));
    assertThat(get(database, "r", 9)).as("trap 9").containsExactly("f:a@2=2", "f:a@1=1");
    write(delete(CellType.DELETE, LATEST, "r", "f:a", "f:a"));
    assertThat(get(database, "r", 9)).as("the two newest").isEmpty();
    write(delete(CellType.DELETE, LATEST, "r", "f:none"));
    write(putAt(NOW, "r", "f:none=hidden"));
    assertThat(get(database, "r")).as("a marker at now, on an absent column").isEmpty();
  }

  @Test
  void sortsDeletesBeforePutsOfOneBatch() throws IOException {
    write(putAt(1, "r", "f:a=0"));
    boolean done =
        region(database, "r")
            .update(
                List.of(put("r", "f:a=1"), delete(CellType.DELETE_COLUMN, LATEST, "r", "f:a")),
                null,
                new CellBatch());
    assertThat(done).isTrue();
    assertThat(get(database, "r", 9)).as("trap 11").isEmpty();
  }

  @Test
  void asksForFamiliesOnlyWhenTheConditionHolds() throws IOException {
    List<RowMutation> impossible = List.of(put("r", "none:a=1"));
    assertThat(update(impossible, present("g", "s"), new CellBatch())).isFalse();
    write(put("r", "g:s=1"));
    assertThatThrownBy(() -> update(impossible, present("g", "s"), new CellBatch()))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("none");
  }

  @Test
  void addsToCountersAndToValues() throws IOException {
    CellBatch result = new CellBatch();
    update(List.of(increment("r", "f:n", 5)), null, result);
    update(List.of(increment("r", "f:n", -7)), null, result);
    assertThat(counter(database, "r", "f:n")).isEqualTo(-2);
    assertThat(result.size()).isEqualTo(2);
    assertThat(result.get(1, new Cell()).timestamp()).as("old + 1").isEqualTo(NOW + 1);
    update(List.of(increment("r", "f:zero", 0)), null, result);
    assertThat(counter(database, "r", "f:zero")).as("0 on an absent column is written").isZero();
    update(List.of(append("r", "g:s=ab", "g:t=x")), null, new CellBatch());
    update(List.of(append("r", "g:t=y", "g:s=cd")), null, new CellBatch());
    assertThat(get(database, "r")).contains("g:s@5001=abcd", "g:t@5001=xy");
  }

  @Test
  void winsOverACellFromTheFuture() throws IOException {
    write(putAt(9_000_000, "r", "g:s=future"));
    update(List.of(append("r", "g:s=+")), null, new CellBatch());
    assertThat(get(database, "r")).as("trap 12").containsExactly("g:s@9000001=future+");
    write(put("r", "g:s=now"));
    assertThat(get(database, "r"))
        .as("a plain put does not")
        .containsExactly("g:s@9000001=future+");
    assertThat(update(List.of(put("r", "g:s=checked")), present("g", "s"), new CellBatch()))
        .isTrue();
    assertThat(get(database, "r")).as("trap 13").containsExactly("g:s@9000001=checked");
  }

  @Test
  void refusesToCountWhatIsNoCounter() throws IOException {
    write(put("r", "f:n=12345"));
    refused(
        Reason.BAD_REQUEST,
        "Field is not a long, it's 5 bytes wide",
        () -> update(List.of(increment("r", "f:n", 1)), null, new CellBatch()));
    assertThat(get(database, "r")).containsExactly("f:n@5000=12345");
  }

  @Test
  void changesNothingWhenTheConditionFails() throws IOException {
    assertThat(update(List.of(put("r", "f:a=1")), present("f", "a"), new CellBatch())).isFalse();
    assertThat(get(database, "r")).isEmpty();
    CellBatch result = new CellBatch();
    write(put("r", "f:a=0"));
    boolean done =
        update(
            List.of(put("r", "f:b=1"), increment("r", "f:n", 3), append("r", "g:s=x")),
            present("f", "a"),
            result);
    assertThat(done).isTrue();
    assertThat(result.size()).as("trap 15: results of increment and append").isEqualTo(2);
    assertThat(get(database, "r")).hasSize(4);
  }

  @Test
  void refusesWhatBreaksARuleAndWritesNothing() throws IOException {
    refused(Reason.BAD_REQUEST, "Row length is 0", () -> write(put("", "f:a=1")));
    String longRow = "r".repeat(Short.MAX_VALUE + 1);
    refused(
        Reason.BAD_REQUEST,
        "32768 is > 32767",
        () -> {
          RowMutation put =
              new RowMutation().reset(RowMutation.Kind.PUT, bytes(longRow), Durability.SYNC_WAL);
          region(database, "a").write(put);
        });
    refused(Reason.WRONG_REGION, "row='z'", () -> region(database, "a").write(put("z", "f:a=1")));
    refused(Reason.FAMILY_NOT_FOUND, "nope", () -> write(put("r", "f:ok=1", "nope:a=1")));
    refused(
        Reason.BAD_REQUEST,
        "exceeds limit of 1000 bytes",
        () -> write(put("r", "f:big=" + "v".repeat(1000))));
    refused(
        Reason.FAMILY_NOT_FOUND,
        "nope",
        () ->
            region(database, "r")
                .get(
                    ScanSpec.get(bytes("r")).family(bytes("nope"), null).build(), new CellBatch()));
    assertThat(TestDatabase.scan(database)).isEmpty();
  }

  @Test
  void writesTheGoodOnesOfABatchAndSaysWhyNotTheOthers() throws IOException {
    IOException[] refused =
        region(database, "a")
            .writeAll(
                List.of(
                    put("a", "f:x=1"),
                    put("b", "nope:x=1"),
                    put("z", "f:x=1"),
                    delete(CellType.DELETE_COLUMN, LATEST, "c", "f:x"),
                    put("a", "f:x=2")));
    assertThat(refused).hasSize(5);
    assertThat(refused[0]).isNull();
    assertThat(refused[1]).hasMessageContaining("nope");
    assertThat(refused[2]).hasMessageContaining("out of range");
    assertThat(refused[3]).isNull();
    assertThat(refused[4]).isNull();
    assertThat(get(database, "a", 9)).containsExactly("f:x@5000=2");
    assertThat(region(database, "a").writeAll(List.of(put("d", "f:x=1")))).isNull();
  }

  @Test
  void changesSeveralRowsAsOne() throws IOException {
    region(database, "a").updateRows(List.of(put("a", "f:x=1"), put("b", "f:x=1")), List.of());
    refused(
        Reason.FAMILY_NOT_FOUND,
        "nope",
        () ->
            region(database, "a")
                .updateRows(List.of(put("a", "f:x=2"), put("b", "nope:x=2")), List.of()));
    assertThat(get(database, "a", 9)).containsExactly("f:x@5000=1");
    assertThat(get(database, "b", 9)).containsExactly("f:x@5000=1");
  }

  @Test
  void keepsAScanAsItWasWhenItWasOpened() throws IOException {
    for (int i = 0; i < 5; i++) {
      write(putAt(1, "r" + i, "f:a=1"));
    }
    RegionScanner scanner = region(database, "r").scan(ScanSpec.builder().build());
    write(putAt(2, "r1", "f:a=2"));
    write(delete(CellType.DELETE_FAMILY, LATEST, "r2", "f:"));
    database.flush(TABLE);
    database.compact(TABLE, null, true);
    write(putAt(3, "r9", "f:a=3"));
    assertThat(TestDatabase.drain(scanner))
        .as("trap 25")
        .containsExactly("r0/f:a@1=1", "r1/f:a@1=1", "r2/f:a@1=1", "r3/f:a@1=1", "r4/f:a@1=1");
    scanner.close();
    assertThat(TestDatabase.scan(database)).hasSize(5).contains("r1/f:a@2=2", "r9/f:a@3=3");
  }

  @Test
  void givesEveryScannerItsOwnPastWhileFilesComeAndGo() throws IOException {
    java.util.ArrayList<RegionScanner> open = new java.util.ArrayList<>();
    for (int i = 0; i < 20; i++) {
      open.add(region(database, "r").scan(ScanSpec.builder().build()));
      write(putAt(1, "r" + (char) ('a' + i), "f:a=" + i));
      database.flush(TABLE);
    }
    database.compact(TABLE, null, true);
    for (int i = 0; i < open.size(); i++) {
      assertThat(TestDatabase.drain(open.get(i))).as("scanner %d", i).hasSize(i);
      open.get(i).close();
    }
    assertThat(database.stats().storeFiles()).isEqualTo(1);
  }

  /** The families changed after the client looked them up. */
  @Test
  void aDeleteOfTheRowIsOfTheFamiliesThatTheTableHasByThen() throws IOException {
    for (boolean alone : new boolean[] {true, false}) {
      database.modifyTable(table(TABLE, family("f"), family("g")));
      write(put("r", "f:a=1", "g:b=2"));
      RowMutation delete =
          new RowMutation().reset(RowMutation.Kind.DELETE, bytes("r"), Durability.SYNC_WAL);
      delete.deleteRow(List.of(bytes("f"), bytes("g")), LATEST);
      database.modifyTable(table(TABLE, family("f"), family("h"), family("i")));
      write(putAt(NOW - 1, "r", "h:c=3", "i:d=4"));
      assertThat(get(database, "r")).hasSize(3);
      if (alone) {
        write(delete);
      } else {
        update(List.of(delete), null, new CellBatch());
      }
      assertThat(get(database, "r")).isEmpty();
      clock.advance(1);
    }
  }

  private void write(RowMutation mutation) throws IOException {
    String row = new String(mutation.row(), java.nio.charset.StandardCharsets.UTF_8);
    region(database, row).write(mutation);
  }

  private boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException {
    return region(database, "r").update(mutations, condition, result);
  }

  private static RowCondition present(String family, String qualifier) {
    return new RowCondition() {
      @Override
      public ScanSpec read() {
        return ScanSpec.get(bytes("r"))
            .family(bytes(family), new byte[][] {bytes(qualifier)})
            .build();
      }

      @Override
      public boolean test(CellBatch cells) {
        return !cells.isEmpty();
      }
    };
  }

  private static void refused(Reason reason, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(message);
  }
}
