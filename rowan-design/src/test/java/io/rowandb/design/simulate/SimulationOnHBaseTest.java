package io.rowandb.design.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.testkit.oracle.LocalHBase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the simulation says of a sample is what HBase's own counters say after the same writes, on
 * as many region servers: the shares of the hottest region and of the hottest server, span by span.
 */
@Tag("slow")
class SimulationOnHBaseTest {
  private static final int ROWS = 40_000;
  private static final int SPANS = 10;

  /** Flushes of a span after which HBase's policy is asked whether a region is to be split. */
  private static final int CHUNKS = 4;

  private static final double FIVE_PERCENT = 0.05;
  private static final int BLOCK = 4096;
  private static final byte[] FAMILY = Bytes.toBytes("d");
  private static final byte[] COLUMN = Bytes.toBytes("a");

  private static final long TABLE_ROWS = 1_000_000_000;

  private static final String HASHED =
      """
      table: t
      rows: 1000000000
      fields: {at: time millis}
      key:
        - {hash: user, bytes: 4}
        - {text: user}
        - {time: at, as: millis}
      families: {d: {}}
      columns: [{field: a, name: a}]
      """;

  private static final String RISING =
      HASHED
          .replace("  - {hash: user, bytes: 4}\n", "")
          .replace("  - {text: user}\n", "")
          .replace("as: millis}\n", "as: millis}\n  - {text: user}\n");

  @TempDir private Path directory;

  /** Hadoop keeps the file system that the first user of the process wanted. */
  @AfterEach
  void forgetTheFileSystemOfTheCluster() throws IOException {
    FileSystem.closeAll();
  }

  /** Sizes as they are said, without chance. */
  private static void configure(Configuration configuration) {
    configuration.setDouble("hbase.hregion.max.filesize.jitter", 0);
  }

  private static String usual(int i) {
    return "user" + i * 31L % 5000 + "," + (1_600_000_000_000L + i) + ",value" + i;
  }

  /** Every third row is of one user. */
  private static String hot(int i) {
    return i % 3 == 0 ? "bot," + (1_600_000_000_000L + i) + ",value" + i : usual(i);
  }

  /** With {@code --full} from two to five. */
  static IntStream servers() {
    return Boolean.getBoolean("rowan.full") ? IntStream.rangeClosed(2, 5) : IntStream.of(3);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void sharesAreThoseOfRealServers(int servers) throws Exception {
    try (LocalHBase hbase =
            LocalHBase.start(
                directory.resolve("hbase"), servers, SimulationOnHBaseTest::configure);
        Connection connection = ConnectionFactory.createConnection(hbase.configuration())) {
      try (Admin admin = connection.getAdmin()) {
        admin.balancerSwitch(false, true); // regions stay where the simulation has them
      }
      Subject cluster = new Subject(hbase, connection, servers);
      String split = "regions: " + 2 * servers + "\n";
      assertPreSplit(cluster, "hashed", HASHED + split, SimulationOnHBaseTest::usual);
      assertPreSplit(cluster, "hot", HASHED + split, SimulationOnHBaseTest::hot);
      assertPreSplit(cluster, "rising", RISING + split, SimulationOnHBaseTest::usual);
      assertGrown(cluster, "grownHashed", HASHED, SimulationOnHBaseTest::usual);
      assertGrown(cluster, "grownRising", RISING, SimulationOnHBaseTest::usual);
    }
  }

  private record Subject(LocalHBase hbase, Connection connection, int servers) {}

  private void assertPreSplit(Subject cluster, String name, String yaml, IntFunction<String> row)
      throws Exception {
    Path sample = sample(row);
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    SimulationReport said =
        DesignSimulation.run(
            plan, SampleSpec.of(sample), cluster.servers(), SimulatedSplits.DISABLED, SPANS);
    List<ArrivedRow> rows = rows(plan, sample);
    try (RealTable table =
        new RealTable(cluster, name, quantiles(rows, plan.splits().regions()), Long.MAX_VALUE)) {
      table.placeInTurn();
      for (int i = 0; i < SPANS; i++) {
        SimulationReport.Span span = said.spans().get(i);
        Shares real = table.write(rows.subList(i * ROWS / SPANS, (i + 1) * ROWS / SPANS));
        assertThat(real.region()).as("%s %d", name, i).isCloseTo(span.regionShare(), within(1e-9));
        assertThat(real.server()).as("%s %d", name, i).isCloseTo(span.serverShare(), within(1e-9));
      }
    }
  }

  /** From one region; HBase's policy says when a region is split and where. */
  private void assertGrown(Subject cluster, String name, String yaml, IntFunction<String> row)
      throws Exception {
    Path sample = sample(row);
    TablePlan plan = TablePlanYaml.parse("test", yaml);
    SimulationReport said =
        DesignSimulation.run(
            plan, SampleSpec.of(sample), cluster.servers(), SimulatedSplits.CONSTANT, SPANS);
    List<ArrivedRow> rows = rows(plan, sample);
    long limit = (long) (SimulatedSplits.CONSTANT.splitBytes(1) / TABLE_ROWS * ROWS);
    double real = 0;
    try (RealTable table = new RealTable(cluster, name, new byte[0][], limit)) {
      for (int i = 0; i < SPANS; i++) {
        real += table.write(rows.subList(i * ROWS / SPANS, (i + 1) * ROWS / SPANS)).region();
      }
      assertThat(real / SPANS).as(name).isCloseTo(said.regionShare(), within(FIVE_PERCENT));
      assertThat(table.regions().size() - 1)
          .as(name)
          .isPositive()
          .isCloseTo(said.splits(), within(2));
    }
  }

  private Path sample(IntFunction<String> row) throws IOException {
    List<String> lines = new ArrayList<>(List.of("user,at,a"));
    IntStream.range(0, ROWS).mapToObj(row).forEach(lines::add);
    return Files.write(Files.createTempFile(directory, "rows", ".csv"), lines);
  }

  private static List<ArrivedRow> rows(TablePlan plan, Path sample) throws IOException {
    try (SampleFile file = SampleFile.open(SampleSpec.of(sample))) {
      return ArrivedRows.read(plan, file, ROWS).inOrder();
    }
  }

  private static byte[][] quantiles(List<ArrivedRow> rows, int regions) {
    List<byte[]> keys = rows.stream().map(ArrivedRow::key).sorted(Arrays::compareUnsigned).toList();
    return IntStream.range(1, regions)
        .mapToObj(i -> keys.get((int) ((long) i * keys.size() / regions)))
        .toArray(byte[][]::new);
  }

  private record Shares(double region, double server) {}

  private record Placed(HRegion region, String server) {}

  /** A table of HBase; what its regions count is asked of them, not of their reports. */
  private static final class RealTable implements AutoCloseable {
    private final Subject cluster;
    private final Admin admin;
    private final Table table;
    private final long splitBytes;

    RealTable(Subject cluster, String name, byte[][] splits, long splitBytes) throws IOException {
      this.cluster = cluster;
      this.splitBytes = splitBytes;
      this.admin = cluster.connection().getAdmin();
      TableDescriptor descriptor =
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              // A region is split where a block begins.
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                      .setBlocksize(BLOCK)
                      .setBloomFilterType(BloomType.NONE)
                      .build())
              .setRegionSplitPolicyClassName(ConstantSizeRegionSplitPolicy.class.getName())
              .setMaxFileSize(splitBytes)
              .setValue("hbase.table.sanity.checks", "false")
              .build();
      admin.createTable(descriptor, splits);
      table = cluster.connection().getTable(TableName.valueOf(name));
    }

    /** Writes rows; a region is known by its start, which its lower half keeps when it is split. */
    Shares write(List<ArrivedRow> rows) throws Exception {
      Map<String, Long> ofRegions = new HashMap<>();
      Map<String, Long> ofServers = new HashMap<>();
      for (int i = 0; i < CHUNKS; i++) {
        Map<Placed, Long> before = counts();
        List<Put> puts = new ArrayList<>();
        for (ArrivedRow row :
            rows.subList(i * rows.size() / CHUNKS, (i + 1) * rows.size() / CHUNKS)) {
          puts.add(
              new Put(row.key()).addColumn(FAMILY, COLUMN, Bytes.toBytes("value" + row.line())));
        }
        table.put(puts);
        counts()
            .forEach(
                (region, count) -> {
                  long more = count - before.get(region);
                  ofRegions.merge(start(region.region()), more, Long::sum);
                  ofServers.merge(region.server(), more, Long::sum);
                });
        splitWhatIsDue();
      }
      return new Shares(greatest(ofRegions, rows), greatest(ofServers, rows));
    }

    private static double greatest(Map<String, Long> counts, List<ArrivedRow> rows) {
      assertThat(counts.values().stream().mapToLong(each -> each).sum()).isEqualTo(rows.size());
      return counts.values().stream().mapToLong(each -> each).max().orElseThrow()
          / (double) rows.size();
    }

    private static String start(HRegion region) {
      return Bytes.toStringBinary(region.getRegionInfo().getStartKey());
    }

    private Map<Placed, Long> counts() {
      Map<Placed, Long> counts = new HashMap<>();
      regions().forEach(each -> counts.put(each, each.region().getWriteRequestsCount()));
      return counts;
    }

    /** Those that are open. */
    List<Placed> regions() {
      List<Placed> regions = new ArrayList<>();
      for (RegionServerThread each : cluster.hbase().cluster().getLiveRegionServers()) {
        String server = each.getRegionServer().getServerName().toString();
        for (HRegion region : each.getRegionServer().getRegions(table.getName())) {
          regions.add(new Placed(region, server));
        }
      }
      return regions;
    }

    /**
     * Gives each server as many regions as HBase does for a new table, one after the other: HBase
     * begins with any server.
     */
    void placeInTurn() throws IOException {
      List<ServerName> servers =
          cluster.hbase().cluster().getLiveRegionServers().stream()
              .map(each -> each.getRegionServer().getServerName())
              .toList();
      List<RegionInfo> regions = admin.getRegions(table.getName());
      for (int i = 0; i < regions.size(); i++) {
        admin.move(regions.get(i).getEncodedNameAsBytes(), servers.get(i % servers.size()));
      }
    }

    private void splitWhatIsDue() throws Exception {
      if (splitBytes == Long.MAX_VALUE) {
        return;
      }
      for (Placed each : regions()) {
        HRegion region = each.region();
        region.flush(true);
        region.compact(true); // the halves of a file cannot be split again
        for (HStore store : region.getStores()) {
          store.closeAndArchiveCompactedFiles();
        }
        Optional<byte[]> row = region.checkSplit();
        if (row.isPresent()) {
          admin.splitRegionAsync(region.getRegionInfo().getRegionName(), row.get()).get();
        }
      }
    }

    @Override
    public void close() throws IOException {
      table.close();
      admin.close();
    }
  }
}
