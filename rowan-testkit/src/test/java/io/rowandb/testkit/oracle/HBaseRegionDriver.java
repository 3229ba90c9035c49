package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** HBase's own region, alone, on local files. */
final class HBaseRegionDriver implements RegionDriver {
  /** Reading HBase's defaults takes longer than making a region. */
  private static final Configuration DEFAULTS = HBaseConfiguration.create();

  private final HRegion region;

  HBaseRegionDriver(TableDescriptor table, Path directory) throws IOException {
    Configuration configuration = new Configuration(DEFAULTS);
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("fs.file.impl", PlainFileSystem.class.getName());
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    configuration.set("hbase.rootdir", directory.toUri().toString());
    OracleRegion.configure(configuration);
    configuration.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    configuration.set("hbase.wal.provider", "filesystem");
    configuration.setFloat("hfile.block.cache.size", 0f);
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(table.getTableName()).build(),
            new org.apache.hadoop.fs.Path(directory.toUri()),
            configuration,
            table);
  }

  @Override
  public List<String> call(Row action) throws IOException {
    if (action instanceof Get get) {
      Result found = region.get(Copies.of(get));
      return get.isCheckExistenceOnly()
          ? List.of("exists " + found.getExists())
          : ResultText.of(found);
    } else if (action instanceof RowMutations several) {
      return ResultText.of(region.mutateRow(unlogged(Copies.of(several))));
    } else if (action instanceof CheckAndMutate check) {
      return ResultText.of(region.checkAndMutate(Copies.of(check)));
    }
    Mutation mutation = unlogged(Copies.of((Mutation) action));
    if (mutation instanceof Increment increment) {
      return ResultText.of(region.increment(increment));
    } else if (mutation instanceof Append append) {
      return ResultText.of(region.append(append));
    } else if (mutation instanceof Put put) {
      region.put(put);
    } else {
      region.delete((Delete) mutation);
    }
    return List.of();
  }

  /**
   * As HBase's client and server do it: puts and deletes wait, to be done together, for the next
   * increment or append; several changes of one row come later, checks last.
   */
  @Override
  public List<List<String>> batch(List<Row> actions) throws IOException {
    List<List<String>> answers = new ArrayList<>(Collections.nCopies(actions.size(), List.of()));
    Map<Mutation, Integer> writes = new LinkedHashMap<>();
    List<Integer> several = new ArrayList<>();
    List<Integer> checks = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      Row action = actions.get(i);
      if (action instanceof Put || action instanceof Delete) {
        writes.put(unlogged(Copies.of((Mutation) action)), i);
      } else if (action instanceof RowMutations) {
        several.add(i);
      } else if (action instanceof CheckAndMutate) {
        checks.add(i);
      } else {
        if (!(action instanceof Get)) {
          write(writes, answers);
        }
        answers.set(i, answer(action));
      }
    }
    write(writes, answers);
    several.addAll(checks);
    for (int i : several) {
      answers.set(i, answer(actions.get(i)));
    }
    return answers;
  }

  private void write(Map<Mutation, Integer> waiting, List<List<String>> answers)
      throws IOException {
    if (!waiting.isEmpty()) {
      Mutation[] sorted = waiting.keySet().stream().sorted(Row.COMPARATOR).toArray(Mutation[]::new);
      OperationStatus[] done = region.batchMutate(sorted);
      for (int i = 0; i < done.length; i++) {
        answers.set(waiting.get(sorted[i]), answer(done[i]));
      }
      waiting.clear();
    }
  }

  private List<String> answer(Row action) {
    try {
      return call(action);
    } catch (IOException e) {
      return List.of(Failures.line(e));
    }
  }

  private static List<String> answer(OperationStatus status) {
    return switch (status.getOperationStatusCode()) {
      case SUCCESS -> List.of();
      case BAD_FAMILY -> List.of(Failures.line(new NoSuchColumnFamilyException()));
      default -> List.of(Failures.line(new DoNotRetryIOException()));
    };
  }

  /** Nothing is read from the log of a region that never fails. */
  private static <M extends Mutation> M unlogged(M mutation) {
    mutation.setDurability(Durability.SKIP_WAL);
    return mutation;
  }

  private static RowMutations unlogged(RowMutations several) {
    several.getMutations().forEach(HBaseRegionDriver::unlogged);
    return several;
  }

  @Override
  public void flush() throws IOException {
    OracleRegion.flush(region);
  }

  @Override
  public void compactNewest(int files) throws IOException {
    OracleRegion.compactNewest(region, files);
  }

  @Override
  public void compactAll() throws IOException {
    OracleRegion.compactAll(region);
  }

  /** It just goes on; closing flushes. */
  @Override
  public void reopen() throws IOException {
    flush();
  }

  @Override
  public void recover() {
    // It just goes on.
  }

  /** Stays whole: {@link World#splitsUnseen} asks nothing whose answer depends on it. */
  @Override
  public void split(byte[] row) throws IOException {
    flush();
  }

  @Override
  public OpenScan open(Scan scan) throws IOException {
    RegionScanner scanner = region.getScanner(Copies.of(scan));
    return new OpenScan() {
      @Override
      public List<List<String>> drain() throws IOException {
        List<List<String>> parts = new ArrayList<>();
        List<Cell> part = new ArrayList<>();
        boolean more;
        do {
          more = scanner.next(part);
          if (!part.isEmpty()) {
            parts.add(CellText.of(part));
            part.clear();
          }
        } while (more);
        return parts;
      }

      @Override
      public void close() throws IOException {
        scanner.close();
      }
    };
  }

  @Override
  public void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
  }
}
