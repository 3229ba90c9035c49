package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * FuzzyRowFilter, alone and inside of others, in a virtual machine without flags, where HBase's own
 * class passes no row: this module's tests run in such a one.
 */
class FuzzyRowsDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");

  private static String rows(Table table, Filter filter, boolean reversed) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner =
        table.getScanner(new Scan().setFilter(filter).setReversed(reversed))) {
      for (Result result : scanner) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return String.join(" ", rows);
  }

  @ParameterizedTest
  @EnumSource
  void passesTheRowsOfItsPatterns(Door door) throws IOException {
    Configuration conf = door.configuration("mem:" + UUID.randomUUID());
    conf.setInt("hbase.client.pause", 2);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build(),
          new byte[][] {{'b'}});
      try (Table table = connection.getTable(T)) {
        for (String row : List.of("a1", "a2", "b1", "b2", "c1")) {
          table.put(new Put(Bytes.toBytes(row)).addColumn(F, F, F));
        }
        Filter fuzzy =
            new FuzzyRowFilter(List.of(new Pair<>(Bytes.toBytes("?1"), new byte[] {1, 0})));
        assertThat(rows(table, fuzzy, false)).isEqualTo("a1 b1 c1");
        assertThat(rows(table, fuzzy, true)).isEqualTo("c1 b1 a1");
        assertThat(rows(table, new SkipFilter(fuzzy), false)).isEqualTo("a1 b1 c1");
        assertThat(rows(table, new WhileMatchFilter(fuzzy), false)).isEqualTo("a1 b1");
        assertThat(rows(table, new FilterList(fuzzy, new KeyOnlyFilter()), false))
            .isEqualTo("a1 b1 c1");
        assertThat(
                rows(
                    table,
                    new FilterList(
                        FilterList.Operator.MUST_PASS_ONE,
                        new FilterList(fuzzy),
                        new PrefixFilter(Bytes.toBytes("b"))),
                    false))
            .isEqualTo("a1 b1 b2 c1");
      }
    }
  }
}
