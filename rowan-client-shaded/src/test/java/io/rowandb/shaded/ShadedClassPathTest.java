package io.rowandb.shaded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes with the artifact: one client of HBase, the shaded one, and no Hadoop beside it. */
class ShadedClassPathTest {
  private static final String SHADED_JAR = "hbase-shaded-client-";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org/apache/hadoop/hbase/client/Connection",
        "org/apache/hadoop/hbase/util/Bytes",
        "org/apache/hadoop/hbase/shaded/protobuf/generated/ClientProtos",
        "org/apache/hbase/thirdparty/com/google/protobuf/Message",
        "org/apache/hadoop/conf/Configuration"
      })
  void comesFromTheShadedJarAlone(String type) throws IOException {
    assertThat(places(type))
        .singleElement()
        .satisfies(place -> assertThat(place.toString()).contains(SHADED_JAR));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com/google/protobuf/Message",
        "org/apache/zookeeper/ZooKeeper",
        "com/google/common/base/Preconditions",
        "io/netty/channel/Channel"
      })
  void whatItRenamesIsNotThereByItsOldName(String type) throws IOException {
    assertThat(places(type)).isEmpty();
  }

  @Test
  void noPlainJarOfHBaseOrHadoopIsThere() {
    Pattern plain = Pattern.compile("(hbase-(?!shaded-client-)|hadoop-|zookeeper-).*\\.jar");
    List<String> jars =
        Pattern.compile(File.pathSeparator)
            .splitAsStream(System.getProperty("java.class.path"))
            .map(entry -> new File(entry).getName())
            .toList();
    assertThat(jars).anyMatch(jar -> jar.startsWith(SHADED_JAR));
    assertThat(jars).noneMatch(jar -> plain.matcher(jar).matches());
  }

  @Test
  void theVersionIsTheOneOfTheDocuments() {
    assertThat(VersionInfo.getVersion()).isEqualTo("2.6.0-hadoop3");
  }

  private static List<URL> places(String type) throws IOException {
    return Collections.list(
        ShadedClassPathTest.class.getClassLoader().getResources(type + ".class"));
  }
}
