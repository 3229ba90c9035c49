package io.rowandb.client.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.storefile.BloomOptions;
import io.rowandb.engine.storefile.BloomType;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;

/** HBase's keys for the files of all families. */
class StoreFileKeysTest {
  private final Configuration conf = HBaseConfiguration.create();

  private StoreFileOptions files() throws IOException {
    conf.set("rowan.path", "mem:StoreFileKeysTest");
    return EngineSettings.of(conf).build().files();
  }

  @Test
  void hbasesDefaultsAreTheEngines() throws IOException {
    assertThat(conf.get("hbase.hstore.bytes.per.checksum")).as("no wish").isEqualTo("16384");
    assertThat(files()).isEqualTo(StoreFileOptions.DEFAULT);
    assertThat(files().checksumChunkBytes()).isEqualTo(2_048);
  }

  @Test
  void keysThatAreSetAreTaken() throws IOException {
    conf.set("io.storefile.bloom.error.rate", "0.001");
    conf.set("io.storefile.bloom.block.size", "4096");
    conf.set("io.storefile.bloom.max.fold", "5");
    conf.set("hfile.index.block.max.size", "5000");
    conf.set("hbase.hstore.bytes.per.checksum", "4096");
    StoreFileOptions files = files();
    assertThat(files.bloom()).isEqualTo(new BloomOptions(BloomType.ROW, 1, 0.001, 4096, 5));
    assertThat(files.indexChunkBytes()).isEqualTo(5_000);
    assertThat(files.checksumChunkBytes()).isEqualTo(4_096);
  }

  @Test
  void filtersCanBeSwitchedOff() throws IOException {
    conf.set("io.storefile.bloom.enabled", "false");
    assertThat(files().bloom().type()).isEqualTo(BloomType.NONE);
  }

  @Test
  void aRateThatIsNoneIsRefused() {
    conf.set("io.storefile.bloom.error.rate", "1.5");
    assertThatThrownBy(this::files)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("io.storefile.bloom.error.rate")
        .hasMessageContaining("1.5");
  }
}
