package io.rowandb.client.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceLimitsTest {
  @Test
  void hbasesDefaults() {
    assertThat(ServiceLimits.of(HBaseConfiguration.create()))
        .isEqualTo(ServiceLimits.of(new Configuration(false)));
  }

  @ParameterizedTest
  @CsvSource({
    "rowan.scanner.max.open, abc",
    "rowan.scanner.max.open, 0",
    "rowan.nonces.max, -5",
    "rowan.nonces.max, 99999999999999999999",
    "hbase.quota.enabled, yes",
    "hbase.hstore.bulkload.verify, yes",
    "hbase.rpc.timeout, 60s",
    "hbase.server.hashNonce.gracePeriod, NaN"
  })
  void whatCannotBeIsRefusedByKeyValueAndRule(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    assertThatThrownBy(() -> ServiceLimits.of(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key + " is \"" + value + "\", must be ");
  }
}
