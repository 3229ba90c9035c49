package org.apache.hadoop.hbase;

import org.apache.hadoop.conf.Configuration;

/**
 * What {@link HBaseTestingUtility} hands to tests in place of HBase's cluster: its configuration is
 * all there is. A test that asks it for servers or regions ends with {@link NoSuchMethodError}.
 */
public final class MiniHBaseCluster {
  private final Configuration conf;

  MiniHBaseCluster(Configuration conf) {
    this.conf = conf;
  }

  public Configuration getConf() {
    return conf;
  }

  public Configuration getConfiguration() {
    return conf;
  }
}
