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
 * <p>Blocks have the size they have by default, so that each file of a history is one block. With
 * several, HBase 2.6.1 was seen to show cells that a marker of their family hides (blocks of 1 KiB,
 * a scan back or one that names columns, after a flush); Rowan hides them.
 *
 * @param title how it came about: seed and rules
 * @param table its families with their rules
 * @param operations from an empty table on, with the clock at {@link #START_MILLIS}
 */
record History(String title, TableDescriptor table, List<Operation> operations) {
  /** When it begins: young enough that random times lie on both sides, and beside all of them. */
  static final long START_MILLIS = 20_250;

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
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"));
    String[] families = Arrays.copyOf(FAMILIES, 1 + random.nextInt(FAMILIES.length));
    for (String name : families) {
      table.setColumnFamily(family(name, newVersions, random));
    }
    World world = new World(random, families, !newVersions, START_MILLIS);
    OperationGenerator generator = new OperationGenerator(world, scope);
    List<Operation> operations = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      operations.add(generator.next());
    }
    TableDescriptor built = table.build();
    return new History("seed " + seed + "\n" + built, built, operations);
  }

  /** The same table with other operations. */
  History with(List<Operation> others) {
    return new History(title, table, others);
  }

  private static ColumnFamilyDescriptor family(
      String name, boolean newVersions, RandomGenerator random) {
    int maxVersions = 1 + random.nextInt(4);
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setMaxVersions(maxVersions)
            .setNewVersionBehavior(newVersions);
    if (random.nextInt(3) == 0) {
      family.setTimeToLive(5 + random.nextInt(15));
      family.setMinVersions(random.nextInt(Math.min(3, maxVersions)));
    }
    return family
        .setKeepDeletedCells(one(KeepDeletedCells.values(), random))
        .setBloomFilterType(one(BLOOM_TYPES, random))
        .setDataBlockEncoding(one(DataBlockEncoding.values(), random))
        .build();
  }

  private static <T> T one(T[] choices, RandomGenerator random) {
    return choices[random.nextInt(choices.length)];
  }
}
