package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Durability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client sees of durability: the write at once, and after opening again. */
class DurabilitySettingTest extends ConformanceTest {
  @ParameterizedTest
  @EnumSource(Durability.class)
  void everyDurabilityIsReadAtOnce(Durability durability) throws IOException {
    create("f");
    table.put(put("r", "f:q@1=a").setDurability(durability));
    assertThat(read()).isEqualTo("f:q@1=a");
    table.delete(delete().setDurability(durability));
    assertThat(read()).isEmpty();
  }

  @Test
  @Needs(value = Capability.REOPEN, because = "nothing is kept, or a cluster takes too long")
  void f125_whatWasWrittenIsThereAfterOpeningAgain() throws IOException {
    create(family("f", 3));
    write("f:q@1=a", "f:q@2=b");
    flush();
    write("f:q@3=c");
    table.delete(delete().addColumn(F, Q, 2));
    table.close();
    backend.reopen();
    connection = backend.connection();
    admin = connection.getAdmin();
    table = connection.getTable(name);
    assertThat(read(allVersions())).isEqualTo("f:q@3=c f:q@1=a");
    assertThat(readRaw()).isEqualTo("r f:q@3=c f:q@2 Delete f:q@2=b f:q@1=a");
  }
}
