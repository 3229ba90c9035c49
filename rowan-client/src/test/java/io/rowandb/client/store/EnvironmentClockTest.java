package io.rowandb.client.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of programs move HBase's clock; a store opened by a configuration moves with it. */
class EnvironmentClockTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] ROW = Bytes.toBytes("row");

  @AfterEach
  void reset() {
    EnvironmentEdgeManager.reset();
  }

  @Test
  void writesTakeTheirTimeFromHBasesClock() throws IOException {
    TableName name = TableName.valueOf("t");
    Configuration conf = Rowan.configuration("mem:environment-clock");
    long[] now = {5_000};
    EnvironmentEdgeManager.injectEdge(() -> now[0]);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Table table = connection.getTable(name)) {
      connection
          .getAdmin()
          .createTable(
              TableDescriptorBuilder.newBuilder(name)
                  .setColumnFamily(
                      ColumnFamilyDescriptorBuilder.newBuilder(F).setTimeToLive(10).build())
                  .build());
      table.put(new Put(ROW).addColumn(F, F, F));
      assertThat(table.get(new Get(ROW)).rawCells()[0].getTimestamp()).isEqualTo(5_000);
      now[0] += 10_001;
      assertThat(table.get(new Get(ROW)).isEmpty()).isTrue();
    }
  }
}
