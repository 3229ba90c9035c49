package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table and what happens to it.
 *
 * @param title how it came about: seed and rules
 * @param table its families with their rules
 * @param operations from an empty table on, with the clock at {@link #START_MILLIS}
 */
record History(String title, TableDescriptor table, List<Operation> operations) {
  /** When it begins: young enough that random times lie on both sides, and beside all of them. */
  static final long START_MILLIS = 20_250;

  /** A file has several such blocks; HBase takes none smaller than the first. */
  private static final Integer[] SMALL_BLOCK_BYTES = {1024, 2048, 4096};

  private static final String[] FAMILIES = {"f", "g", "h"};

  /** Not by row and column: with those HBase 2.6.1 was seen to seek without end. */
  private static final BloomType[] BLOOM_TYPES = {BloomType.NONE, BloomType.ROW};

  /**
   * The history of this length that the seed makes.
   *
   * @param scope what it asks for
   */
  static History of(long seed, int length, Scope scope) throws IOException {
    Random random = new Random(seed);
    boolean newVersions = random.nextInt(5) == 0;
    boolean smallBlocks = random.nextInt(3) == 0 && !newVersions;
    World.Splits splits = splits(scope, random.nextInt(5) == 0);
    World.Rules rules = new World.Rules(newVersions, smallBlocks, splits);
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"));
    String[] families = Arrays.copyOf(FAMILIES, 1 + random.nextInt(FAMILIES.length));
    for (String name : families) {
      table.setColumnFamily(family(name, rules, random));
    }
    World world = new World(random, families, rules, START_MILLIS);
    OperationGenerator generator = new OperationGenerator(world, scope);
    List<Operation> operations = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      operations.add(generator.next());
    }
    return new History("seed " + seed, table.build(), operations);
  }

  /** The same table with other operations. */
  History with(List<Operation> others) {
    return new History(title, table, others);
  }

  private static World.Splits splits(Scope scope, boolean chosen) {
    if (!chosen || scope == Scope.ROOMS) {
      return World.Splits.NONE;
    }
    return scope == Scope.CLIENT ? World.Splits.BOTH_SIDES : World.Splits.ONE_SIDE;
  }

  private static ColumnFamilyDescriptor family(
      String name, World.Rules rules, RandomGenerator random) {
    int maxVersions = 1 + random.nextInt(4);
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setMaxVersions(maxVersions)
            .setNewVersionBehavior(rules.newVersions());
    if (random.nextInt(3) == 0) {
      family.setTimeToLive(5 + random.nextInt(15));
      family.setMinVersions(random.nextInt(Math.min(3, maxVersions)));
    }
    if (rules.smallBlocks()) {
      family.setBlocksize(one(SMALL_BLOCK_BYTES, random));
    }
    if (rules.splits() != World.Splits.ONE_SIDE) {
      family.setKeepDeletedCells(one(KeepDeletedCells.values(), random));
    }
    return family
        .setBloomFilterType(one(BLOOM_TYPES, random))
        .setDataBlockEncoding(one(DataBlockEncoding.values(), random))
        .build();
  }

  private static <T> T one(T[] choices, RandomGenerator random) {
    return choices[random.nextInt(choices.length)];
  }
}
