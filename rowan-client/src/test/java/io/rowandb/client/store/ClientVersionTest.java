package io.rowandb.client.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.InProcessRegistry;
import io.rowandb.client.inprocess.InProcessRpcClient;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import org.apache.hadoop.conf.Configuration;
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

  /** With an old client the transport's classes cannot be loaded, and the refusal comes later. */
  @Test
  void aConfigurationIsMadeWithoutTheTransport() throws Exception {
    URL[] places = {
      Rowan.class.getProtectionDomain().getCodeSource().getLocation(),
      ClientVersion.class.getProtectionDomain().getCodeSource().getLocation()
    };
    try (URLClassLoader beside = new WithoutTransport(places)) {
      Method configuration =
          beside.loadClass(Rowan.class.getName()).getMethod("configuration", String.class);
      Configuration made = (Configuration) configuration.invoke(null, "store");
      assertThat(made.get("hbase.rpc.client.impl")).isEqualTo(InProcessRpcClient.class.getName());
      assertThat(made.get("hbase.client.registry.impl"))
          .isEqualTo(InProcessRegistry.class.getName());
    }
  }

  /** Loads Rowan's client anew, but what needs a newer client of HBase. */
  private static final class WithoutTransport extends URLClassLoader {
    WithoutTransport(URL... places) {
      super(places, ClientVersionTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith(InProcessRpcClient.class.getPackageName() + ".InProcess")) {
        throw new IllegalAccessError(name);
      }
      if (name.startsWith(Rowan.class.getPackageName() + ".")) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
      return super.loadClass(name, resolve);
    }
  }
}
