package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.adapter.TableTraits;
import io.rowandb.engine.FamilyDescriptor;
import io.rowandb.engine.TableDescriptor;
import io.rowandb.engine.scan.VersionRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rooms memstore and scan give HBase's answers on random histories.
 *
 * <p>{@code -Drowan.history.seed=N} runs one seed, {@code -Drowan.history.count=N} so many from 1
 * on, {@code -Drowan.history.operations=N} sets their length.
 */
class RoomsAgainstHBaseTest {
  private static final String[] FAMILIES = {"f", "g"};
  private static final long START_MILLIS = 20_000;
  private static final int OPERATIONS = Integer.getInteger("rowan.history.operations", 500);

  @TempDir Path directory;

  static LongStream seeds() {
    Long seed = Long.getLong("rowan.history.seed");
    return seed != null
        ? LongStream.of(seed)
        : LongStream.rangeClosed(1, Integer.getInteger("rowan.history.count", 20));
  }

  @AfterEach
  void resetClock() {
    EnvironmentEdgeManager.reset();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void givesHBasesAnswers(long seed) throws IOException {
    Random random = new Random(seed);
    MutableClock clock = new MutableClock(START_MILLIS);
    EnvironmentEdgeManager.injectEdge(clock::getAsLong);
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"));
    TreeMap<byte[], VersionRules> rules = new TreeMap<>(Arrays::compareUnsigned);
    StringBuilder title = new StringBuilder("seed " + seed);
    boolean newVersions = random.nextInt(5) == 0;
    for (String name : FAMILIES) {
      ColumnFamilyDescriptor family = family(name, newVersions, random);
      table.setColumnFamily(family);
      rules.put(family.getName(), rules(family));
      title.append('\n').append(name).append(": ").append(rules.get(family.getName()));
    }
    try (HistoryRunner runner =
        new HistoryRunner(
            title.toString(),
            clock,
            new HBaseRegionDriver(table.build(), directory),
            new RoomsRegionDriver(traits(), rules, clock))) {
      OperationGenerator operations = new OperationGenerator(random, FAMILIES, !newVersions);
      for (int i = 0; i < OPERATIONS; i++) {
        runner.run(operations.next());
      }
      assertThat(runner.comparedCells()).as(title.toString()).isPositive();
    }
  }

  private static ColumnFamilyDescriptor family(String name, boolean newVersions, Random random) {
    int maxVersions = 1 + random.nextInt(4);
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setMaxVersions(maxVersions)
            .setNewVersionBehavior(newVersions);
    if (random.nextInt(3) == 0) {
      family.setTimeToLive(5 + random.nextInt(15));
      family.setMinVersions(random.nextInt(Math.min(3, maxVersions)));
    }
    KeepDeletedCells[] keeps = KeepDeletedCells.values();
    return family.setKeepDeletedCells(keeps[random.nextInt(keeps.length)]).build();
  }

  private static VersionRules rules(ColumnFamilyDescriptor family) {
    boolean forever = family.getTimeToLive() == Integer.MAX_VALUE;
    return new VersionRules(
        family.getMaxVersions(),
        family.getMinVersions(),
        forever ? VersionRules.FOREVER : 1000L * family.getTimeToLive(),
        VersionRules.KeepDeletedCells.valueOf(family.getKeepDeletedCells().name()),
        family.isNewVersionBehavior());
  }

  private static TableTraits traits() {
    TableDescriptor table =
        new TableDescriptor(
            new io.rowandb.engine.TableName("default", "t"),
            java.util.List.of(FamilyDescriptor.of(FAMILIES[0]), FamilyDescriptor.of(FAMILIES[1])),
            java.util.Map.of());
    return TableTraits.of(table, false);
  }
}
