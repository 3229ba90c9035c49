package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientVersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"2.4.17", "2.4.17-hadoop3", "2.0.0-SNAPSHOT", "1.7.2", "0.98.24"})
  void anOlderClientIsRefusedWithBothVersions(String version) {
    assertThat(ClientVersion.refusal(version, "file:/lib/hbase-client.jar"))
        .contains("2.5", version, "file:/lib/hbase-client.jar");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5.0", "2.5.13-hadoop3", "2.10.1", "3.0.0-beta-1", "Unknown", ""})
  void aNewerOneAndOneThatDoesNotSayAreTaken(String version) {
    assertThat(ClientVersion.refusal(version, "somewhere")).isNull();
  }

  @Test
  void theOneOfTheseTestsIsTaken() {
    assertThat(ClientVersion.refusal()).isNull();
  }
}
