package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.SnapshotType;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Admin: snapshots, what they are and what becomes of them. */
@Needs(value = Capability.FULL_ADMIN, because = "the model has no snapshots")
class AdminSnapshotTest extends ConformanceTest {
  @AfterEach
  void deleteSnapshots() throws IOException {
    admin.deleteSnapshots(Pattern.compile(snapshot("") + ".*"));
    TableName copy = copy();
    if (admin.tableExists(copy)) {
      drop(copy);
    }
  }

  private String snapshot(String suffix) {
    return name.getNameAsString() + "-" + suffix;
  }

  private TableName copy() {
    return TableName.valueOf(name.getNameAsString() + "_copy");
  }

  private List<String> names(List<SnapshotDescription> snapshots) {
    return snapshots.stream()
        .map(SnapshotDescription::getName)
        .filter(each -> each.startsWith(snapshot("")))
        .map(each -> each.substring(snapshot("").length()))
        .sorted()
        .toList();
  }

  private SnapshotDescription description(String suffix) throws IOException {
    return admin.listSnapshots().stream()
        .filter(each -> each.getName().equals(snapshot(suffix)))
        .findFirst()
        .orElseThrow();
  }

  private List<String> rows(TableName table) throws IOException {
    try (Table other = connection.getTable(table)) {
      List<String> texts = new java.util.ArrayList<>();
      try (org.apache.hadoop.hbase.client.ResultScanner scanner = other.getScanner(new Scan())) {
        scanner.forEach(row -> texts.add(text(row.getRow()) + " " + text(row)));
      }
      return texts;
    }
  }

  @Test
  @SuppressWarnings("deprecation") // Names as bytes are HBase 1's.
  void everyWayToTakeOne() throws Exception {
    create("f");
    write("f:q@1=a");
    admin.snapshot(snapshot("a"), name);
    admin.snapshot(bytes(snapshot("b")), name);
    admin.snapshot(snapshot("c"), name, SnapshotType.SKIPFLUSH);
    admin.snapshot(snapshot("d"), name, Map.of("TTL", 100_000L));
    admin.snapshot(snapshot("e"), name, SnapshotType.FLUSH, Map.of("MAX_FILESIZE", 1L << 30));
    admin.snapshot(new SnapshotDescription(snapshot("f"), name));
    admin.snapshotAsync(new SnapshotDescription(snapshot("g"), name)).get(1, TimeUnit.MINUTES);
    admin.takeSnapshotAsync(new SnapshotDescription(snapshot("h"), name));
    while (!names(admin.listSnapshots()).contains("h")) {
      Thread.onSpinWait(); // The call returns while the snapshot is being taken.
    }
    assertThat(names(admin.listSnapshots()))
        .containsExactly("a", "b", "c", "d", "e", "f", "g", "h");
  }

  @Test
  void aSnapshotDescribesItself() throws IOException {
    create("f");
    admin.snapshot(snapshot("a"), name);
    admin.snapshot(snapshot("b"), name, SnapshotType.SKIPFLUSH, Map.of("TTL", 100_000L));
    admin.snapshot(snapshot("c"), name, Map.of("MAX_FILESIZE", 1L << 30));
    SnapshotDescription plain = description("a");
    assertThat(plain.getTableName()).isEqualTo(name);
    assertThat(plain.getTableNameAsString()).isEqualTo(name.getNameAsString());
    assertThat(plain.getType()).isEqualTo(SnapshotType.FLUSH);
    assertThat(plain.getTtl()).isZero();
    assertThat(plain.getVersion()).isEqualTo(2);
    assertThat(plain.getMaxFileSize()).isZero();
    assertThat(plain.getCreationTime()).isLessThanOrEqualTo(backend.clock().millis());
    assertThat(description("b").getType()).isEqualTo(SnapshotType.SKIPFLUSH);
    assertThat(description("b").getTtl()).isEqualTo(100_000);
    assertThat(description("c").getMaxFileSize()).isEqualTo(1L << 30);
    admin.disableTable(name);
    admin.snapshot(snapshot("d"), name);
    assertThat(description("d").getType()).as("as was asked").isEqualTo(SnapshotType.FLUSH);
  }

  @Test
  @SuppressWarnings("deprecation") // Patterns as texts are HBase 1's.
  void theyAreListedAndDeletedByPatterns() throws IOException {
    create("f");
    for (String each : List.of("a1", "a2", "b1", "b2")) {
      admin.snapshot(snapshot(each), name, SnapshotType.SKIPFLUSH);
    }
    String all = snapshot("") + ".*";
    assertThat(names(admin.listSnapshots(all))).containsExactly("a1", "a2", "b1", "b2");
    assertThat(names(admin.listSnapshots(Pattern.compile(".*-a.*")))).containsExactly("a1", "a2");
    assertThat(names(admin.listTableSnapshots(name.getNameAsString(), ".*2")))
        .containsExactly("a2", "b2");
    assertThat(
            names(
                admin.listTableSnapshots(
                    Pattern.compile(name.getNameAsString()), Pattern.compile(".*b1"))))
        .containsExactly("b1");
    assertThat(admin.listTableSnapshots("none", ".*")).isEmpty();
    assertThat(admin.listSnapshots(snapshot("a"))).as("the whole name must match").isEmpty();
    admin.deleteSnapshots(".*-a1");
    admin.deleteTableSnapshots("none", all);
    assertThat(names(admin.listSnapshots())).containsExactly("a2", "b1", "b2");
    admin.deleteTableSnapshots(name.getNameAsString(), ".*a2");
    admin.deleteTableSnapshots(Pattern.compile(name.getNameAsString()), Pattern.compile(".*-b1"));
    assertThat(names(admin.listSnapshots())).containsExactly("b2");
    admin.deleteSnapshot(bytes(snapshot("b2")));
    assertThat(names(admin.listSnapshots())).isEmpty();
  }

  @Test
  @SuppressWarnings("deprecation") // Names as bytes are HBase 1's.
  void aCloneIsATableOfItsOwn() throws Exception {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(family("f", 3).build())
            .setValue("owner", "me")
            .build(),
        new byte[][] {bytes("m")});
    table = connection.getTable(name);
    table.put(List.of(put("a", "f:q@1=1"), put("z", "f:q@1=2")));
    admin.snapshot(snapshot("a"), name);
    table.put(put("a", "f:q@2=later"));
    admin.cloneSnapshot(snapshot("a"), copy());
    assertThat(rows(copy())).containsExactly("a f:q@1=1", "z f:q@1=2");
    assertThat(admin.getDescriptor(copy()))
        .isEqualTo(TableDescriptorBuilder.copy(copy(), admin.getDescriptor(name)));
    assertThat(admin.getRegions(copy()))
        .extracting(region -> text(region.getStartKey()))
        .containsExactly("", "m");
    drop(name);
    assertThat(rows(copy())).containsExactly("a f:q@1=1", "z f:q@1=2");
    drop(copy());
    admin.cloneSnapshot(bytes(snapshot("a")), copy());
    drop(copy());
    admin.cloneSnapshot(snapshot("a"), copy(), false);
    drop(copy());
    admin.cloneSnapshot(snapshot("a"), copy(), false, null);
    drop(copy());
    admin.cloneSnapshotAsync(snapshot("a"), copy()).get(1, TimeUnit.MINUTES);
    drop(copy());
    admin.cloneSnapshotAsync(snapshot("a"), copy(), false).get(1, TimeUnit.MINUTES);
    drop(copy());
    admin.cloneSnapshotAsync(snapshot("a"), copy(), false, null).get(1, TimeUnit.MINUTES);
    assertThat(rows(copy())).containsExactly("a f:q@1=1", "z f:q@1=2");
  }

  @Test
  @SuppressWarnings("deprecation") // Names as bytes are HBase 1's.
  void restoringBringsBackRowsFamiliesAndSettings() throws Exception {
    create("f");
    write("f:q@1=a");
    admin.snapshot(snapshot("a"), name);
    write("f:q@2=b");
    admin.addColumnFamily(name, family("g").build());
    write("g:q@3=c");
    admin.disableTable(name);
    admin.restoreSnapshot(snapshot("a"));
    assertThat(admin.isTableDisabled(name)).isTrue();
    admin.enableTable(name);
    assertThat(read(allVersions())).isEqualTo("f:q@1=a");
    assertThat(admin.getDescriptor(name).getColumnFamilyCount()).isEqualTo(1);
    assertThat(names(admin.listSnapshots())).as("and no fail-safe one").containsExactly("a");

    write("f:q@2=b");
    admin.disableTable(name);
    admin.restoreSnapshot(bytes(snapshot("a")));
    admin.restoreSnapshot(bytes(snapshot("a")), true);
    admin.restoreSnapshot(snapshot("a"), false);
    admin.restoreSnapshot(snapshot("a"), true, false);
    admin.restoreSnapshotAsync(snapshot("a")).get(1, TimeUnit.MINUTES);
    admin.enableTable(name);
    assertThat(read(allVersions())).isEqualTo("f:q@1=a");
  }

  @Test
  void restoringMakesATableThatIsGone() throws IOException {
    createSplit(List.of("m"), family("f"));
    write("f:q@1=a");
    admin.snapshot(snapshot("a"), name);
    drop(name);
    admin.restoreSnapshot(snapshot("a"));
    assertThat(admin.isTableEnabled(name)).isTrue();
    assertThat(admin.getRegions(name)).hasSize(2);
    assertThat(rows(name)).containsExactly("r f:q@1=a");
  }

  @Test
  void whatIsNotFlushedIsInASnapshotThatFlushes() throws IOException {
    create("f");
    write("f:p@1=a");
    flush();
    write("f:q@1=b");
    admin.snapshot(snapshot("skip"), name, SnapshotType.SKIPFLUSH);
    admin.snapshot(snapshot("flush"), name, SnapshotType.FLUSH);
    admin.cloneSnapshot(snapshot("skip"), copy());
    assertThat(rows(copy())).containsExactly("r f:p@1=a");
    drop(copy());
    admin.cloneSnapshot(snapshot("flush"), copy());
    assertThat(rows(copy())).containsExactly("r f:p@1=a f:q@1=b");
  }

  @Test
  void aSnapshotOutlivesCompactionAndSplit() throws Exception {
    create("f");
    table.put(List.of(put("a", "f:q@1=1"), put("z", "f:q@1=2")));
    admin.snapshot(snapshot("a"), name);
    table.delete(new org.apache.hadoop.hbase.client.Delete(bytes("a")));
    majorCompact();
    RegionInfo region = admin.getRegions(name).get(0);
    admin.splitRegionAsync(region.getRegionName(), bytes("m")).get(1, TimeUnit.MINUTES);
    assertThat(keys(new Scan())).isEqualTo("z");
    admin.disableTable(name);
    admin.restoreSnapshot(snapshot("a"));
    admin.enableTable(name);
    assertThat(admin.getRegions(name)).hasSize(1);
    assertThat(keys(new Scan())).isEqualTo("a z");
  }

  @Test
  void aSnapshotWhoseTimeIsOverIsOfNoUse() throws IOException {
    create("f");
    admin.snapshot(snapshot("a"), name, Map.of("TTL", 60L));
    admin.cloneSnapshot(snapshot("a"), copy());
    drop(copy());
    backend.clock().advance(Duration.ofSeconds(61));
    admin.disableTable(name);
    assertThat(
            Refusals.of(
                () -> admin.cloneSnapshot(snapshot("a"), copy()),
                () -> admin.restoreSnapshot(snapshot("a"))))
        .containsExactly("SnapshotTTLExpiredException", "RestoreSnapshotException");
  }

  @Test
  void whatIsRefused() throws IOException {
    create("f");
    admin.snapshot(snapshot("a"), name);
    TableName none = TableName.valueOf("conformance_none");
    assertThat(
            Refusals.of(
                () -> admin.snapshot(snapshot("a"), name),
                () -> admin.snapshot(snapshot("b"), none),
                () -> admin.snapshot("", name),
                () -> admin.snapshot("not/a name", name),
                () -> admin.snapshot(".a", name),
                () -> admin.snapshot(snapshot("b"), TableName.META_TABLE_NAME),
                () -> admin.snapshot(snapshot("b"), name, Map.of("TTL", "soon"))))
        .containsExactly(
            "SnapshotExistsException",
            "SnapshotCreationException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "none");
    assertThat(
            Refusals.of(
                () -> admin.cloneSnapshot(snapshot("b"), copy()),
                () -> admin.cloneSnapshot(snapshot("a"), name),
                () -> admin.cloneSnapshot(snapshot("a"), TableName.valueOf("nowhere", "t")),
                () -> admin.restoreSnapshot(snapshot("a")),
                () -> admin.restoreSnapshot(snapshot("b")),
                () -> admin.restoreSnapshot("not/a name"),
                () -> admin.deleteSnapshot(snapshot("b")),
                () -> admin.deleteSnapshot("not/a name"),
                () -> admin.isSnapshotFinished(new SnapshotDescription(snapshot("b"), name)),
                () -> admin.isSnapshotFinished(new SnapshotDescription(snapshot("a"), name))))
        .containsExactly(
            "none",
            "TableExistsException",
            "NamespaceNotFoundException",
            "TableNotDisabledException",
            "TableNotDisabledException",
            "RestoreSnapshotException",
            "none",
            "IllegalArgumentException",
            "UnknownSnapshotException",
            "none");
  }

  @Test
  void theCleanupIsSwitched() throws IOException {
    boolean before = admin.snapshotCleanupSwitch(false, true);
    assertThat(before).isTrue();
    assertThat(admin.isSnapshotCleanupEnabled()).isFalse();
    assertThat(admin.snapshotCleanupSwitch(true, true)).isFalse();
    assertThat(admin.isSnapshotCleanupEnabled()).isTrue();
  }

  private static String text(byte[] key) {
    return org.apache.hadoop.hbase.util.Bytes.toStringBinary(key);
  }
}
