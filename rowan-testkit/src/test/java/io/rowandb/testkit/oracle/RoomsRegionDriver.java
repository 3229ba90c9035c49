package io.rowandb.testkit.oracle;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.MutationAdapter;
import io.rowandb.client.adapter.ScanAdapter;
import io.rowandb.client.adapter.TableTraits;
import io.rowandb.client.filter.FilterLimit;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.scan.FamilySource;
import io.rowandb.engine.scan.HiddenCells;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.RewriteScanner;
import io.rowandb.engine.scan.RowScanner;
import io.rowandb.engine.scan.ScanMode;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.scan.VersionRules;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The rooms memstore and scan alone, held together by as little as possible: the "files" are
 * memstores that a rewrite has filled.
 */
final class RoomsRegionDriver implements RegionDriver {
  private static final byte[] NO_KEY = new byte[0];

  private final TableTraits traits;
  private final Clock clock;
  private final TreeMap<byte[], Family> families = new TreeMap<>(Arrays::compareUnsigned);
  private long sequence;

  /** One family: its rules, its memstore, its files with the newest first. */
  private static final class Family {
    private final VersionRules rules;
    private MemStore memStore = new MemStore();
    private final List<MemStore> files = new ArrayList<>();

    Family(VersionRules rules) {
      this.rules = rules;
    }
  }

  RoomsRegionDriver(TableDescriptor table, Clock clock) {
    this.traits = TableTraits.of(DescriptorAdapter.engine(table), false, FilterLimit.NONE);
    this.clock = clock;
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      families.put(family.getName(), new Family(rules(family)));
    }
  }

  private static VersionRules rules(ColumnFamilyDescriptor family) {
    boolean forever = family.getTimeToLive() == Integer.MAX_VALUE;
    return new VersionRules(
        family.getMaxVersions(),
        family.getMinVersions(),
        forever ? VersionRules.FOREVER : 1000L * family.getTimeToLive(),
        VersionRules.KeepDeletedCells.valueOf(family.getKeepDeletedCells().name()),
        family.isNewVersionBehavior(),
        0);
  }

  @Override
  public List<String> call(Row action) throws IOException {
    if (action instanceof Get get) {
      return get(get);
    }
    write((Mutation) action);
    return List.of();
  }

  @Override
  public List<List<String>> batch(List<Row> actions) {
    throw new UnsupportedOperationException("The rooms alone do no batches");
  }

  private void write(Mutation mutation) {
    RowMutation cells = MutationAdapter.fill(mutation, traits, new RowMutation());
    sequence++;
    byte[] buffer = cells.buffer();
    Cell cell = new Cell();
    for (int at = 0; at < cells.limit(); ) {
      int length = Bytes.getInt(buffer, at);
      cell.set(buffer, at + 4, length, sequence);
      families.get(cell.family()).memStore.add(buffer, at + 4, length, sequence);
      at += 4 + length;
    }
  }

  @Override
  public void flush() throws IOException {
    for (Family family : families.values()) {
      if (family.memStore.cellCount() > 0) {
        MemStore flushed = rewrite(family, List.of(family.memStore), ScanMode.FLUSH);
        if (flushed.cellCount() > 0) {
          family.files.add(0, flushed);
        }
        family.memStore = new MemStore();
      }
    }
  }

  @Override
  public void compactNewest(int files) throws IOException {
    for (Family family : families.values()) {
      if (family.files.size() >= files) {
        compact(family, files);
      }
    }
  }

  @Override
  public void compactAll() throws IOException {
    for (Family family : families.values()) {
      if (!family.files.isEmpty()) {
        compact(family, family.files.size());
      }
    }
  }

  private void compact(Family family, int files) throws IOException {
    boolean all = files == family.files.size();
    List<MemStore> chosen = family.files.subList(0, files);
    MemStore compacted =
        rewrite(family, chosen, all ? ScanMode.MAJOR_COMPACTION : ScanMode.MINOR_COMPACTION);
    chosen.clear();
    if (compacted.cellCount() > 0) {
      family.files.add(0, compacted);
    }
  }

  private MemStore rewrite(Family family, List<MemStore> sources, ScanMode mode)
      throws IOException {
    List<CellScanner> scanners = new ArrayList<>();
    for (MemStore source : sources) {
      if (mode == ScanMode.FLUSH
          || source.maxTimestamp() >= family.rules.oldestKept(clock.millis())) {
        scanners.add(source.scanner());
      }
    }
    MemStore out = new MemStore();
    try (RewriteScanner cells =
        RewriteScanner.open(scanners, family.rules, mode, earliestPut(sources), clock.millis())) {
      while (cells.next()) {
        Cell cell = cells.cell();
        out.add(cell.array(), cell.offset(), cell.length(), cell.sequence());
      }
    }
    return out;
  }

  private static long earliestPut(List<MemStore> sources) throws IOException {
    long earliest = Long.MAX_VALUE;
    for (MemStore source : sources) {
      try (CellScanner cells = source.scanner()) {
        while (cells.next()) {
          if (cells.cell().type() == CellType.PUT) {
            earliest = Math.min(earliest, cells.cell().timestamp());
          }
        }
      }
    }
    return earliest;
  }

  @Override
  public void reopen() throws IOException {
    flush();
  }

  @Override
  public void recover() {
    // Nothing is kept anywhere else.
  }

  @Override
  public void split(byte[] row) {
    throw new UnsupportedOperationException("The rooms alone have no regions");
  }

  private List<String> get(Get get) throws IOException {
    ScanSpec spec = ScanAdapter.spec(get, traits);
    CellBatch row = new CellBatch();
    try (RowScanner scanner = rows(spec, get.getFamilyMap().keySet(), sequence)) {
      scanner.next(row, Integer.MAX_VALUE, Long.MAX_VALUE);
    }
    return text(row);
  }

  @Override
  public OpenScan open(Scan scan) throws IOException {
    ScanSpec spec = new ScanAdapter(scan, traits).spec();
    RowScanner scanner = rows(spec, scan.getFamilyMap().keySet(), sequence);
    int maxCells = scan.getBatch() > 0 ? scan.getBatch() : Integer.MAX_VALUE;
    return new OpenScan() {
      @Override
      public List<List<String>> drain() throws IOException {
        List<List<String>> parts = new ArrayList<>();
        CellBatch part = new CellBatch();
        while (scanner.next(part, maxCells, Long.MAX_VALUE) != Progress.EXHAUSTED) {
          parts.add(text(part));
          part.clear();
        }
        return parts;
      }

      @Override
      public void close() {
        scanner.close();
      }
    };
  }

  private RowScanner rows(ScanSpec spec, Set<byte[]> wanted, long readPoint) throws IOException {
    List<FamilySource> sources = new ArrayList<>();
    for (var entry : families.entrySet()) {
      if (wanted.isEmpty() || wanted.contains(entry.getKey())) {
        sources.add(source(spec, entry.getKey(), entry.getValue()));
      }
    }
    return RowScanner.open(spec, NO_KEY, NO_KEY, sources, readPoint, clock.millis());
  }

  private FamilySource source(ScanSpec spec, byte[] name, Family family) {
    List<MemStore> stores = new ArrayList<>();
    stores.add(family.memStore);
    stores.addAll(family.files);
    List<CellScanner> scanners = new ArrayList<>();
    for (MemStore store : stores) {
      if (concerns(spec, name, family.rules, store)) {
        scanners.add(store.scanner());
      }
    }
    return new FamilySource(name, family.rules, Long.MAX_VALUE, new HiddenCells(false), scanners);
  }

  /** Which rows and markers a scan meets is part of what HBase's filters can observe. */
  private boolean concerns(ScanSpec spec, byte[] name, VersionRules rules, MemStore store) {
    ScanSpec.FamilySpec wanted = spec.familySpec(name);
    return store.minTimestamp() < wanted.maxTimestamp()
        && store.maxTimestamp() >= wanted.minTimestamp()
        && (spec.raw() || store.maxTimestamp() >= rules.oldestKept(clock.millis()));
  }

  private static List<String> text(CellBatch part) {
    List<org.apache.hadoop.hbase.Cell> cells = new ArrayList<>();
    for (int i = 0; i < part.size(); i++) {
      cells.add(new KeyValue(part.array(i), part.offset(i), part.length(i)));
    }
    return CellText.of(cells);
  }

  @Override
  public void close() {}
}
