package org.apache.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterId;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StoreIdSocketTest {
  private static final String NODE = "/hbase/hbaseid";
  private static final int SESSION_TIMEOUT_MILLIS = 30_000;

  @Tag("slow")
  @Test
  void tellsTheStoresIdAndNothingElse() throws Exception {
    Configuration conf = Rowan.configuration("mem:zookeeper");
    CountDownLatch connected = new CountDownLatch(1);
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      ZooKeeper client =
          new ZooKeeper(
              "localhost:1",
              SESSION_TIMEOUT_MILLIS,
              event -> connected.countDown(),
              ZKConfig.getZKClientConfig(conf));
      try {
        assertThat(connected.await(1, TimeUnit.MINUTES)).isTrue();
        assertAnswers(client, connection.getClusterId());
      } finally {
        client.close();
      }
    }
  }

  private static void assertAnswers(ZooKeeper client, String id) throws Exception {
    assertThat(client.exists(NODE, false)).isNotNull();
    assertThat(ClusterId.parseFrom(client.getData(NODE, false, null))).hasToString(id);
    assertThat(client.exists("/hbase/master", false)).isNull();
    assertThatThrownBy(() -> client.getData("/hbase/master", false, null))
        .isInstanceOf(KeeperException.NoNodeException.class);
    assertThatThrownBy(
            () ->
                client.create(
                    "/new", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT))
        .isInstanceOf(KeeperException.class);
  }
}
