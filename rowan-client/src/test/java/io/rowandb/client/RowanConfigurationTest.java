package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** What is read once for all configurations is nobody's alone. */
class RowanConfigurationTest {
  @Test
  void configurationsDoNotShareWhatIsSet() {
    Configuration one = Rowan.configuration("mem:one");
    one.set("hbase.client.pause", "77");
    Configuration other = Rowan.configuration("mem:other");
    assertThat(other.get("hbase.client.pause")).isEqualTo("100");
    assertThat(one.get(Rowan.PATH_KEY)).isEqualTo("mem:one");
    assertThat(other.get(Rowan.PATH_KEY)).isEqualTo("mem:other");
  }
}
