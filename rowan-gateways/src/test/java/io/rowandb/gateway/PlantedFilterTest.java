package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FilterProtos;
import org.apache.hadoop.hbase.thrift2.generated.TColumnFamilyDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TGet;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TIOError;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.hadoop.hbase.thrift2.generated.TScan;
import org.apache.hadoop.hbase.thrift2.generated.TTableDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TTableName;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class that a client names, in a jar that somebody else put where HBase looks for filters. */
@Tag("slow")
class PlantedFilterTest {
  private static final ByteBuffer TABLE = buffer("t");

  @TempDir private Path temporary;

  @Test
  void noClassIsLoadedByAClientsName() throws Exception {
    Path ran = temporary.resolve("ran");
    plant(ran);
    try (GatewayProcess gateway =
            GatewayProcess.start(temporary, "thrift", "--v2", "--port=0", "--path=mem:filters");
        TTransport transport = new TSocket("localhost", gateway.port())) {
      transport.open();
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(transport));
      client.createTable(
          new TTableDescriptor(new TTableName().setQualifier(TABLE))
              .setColumns(List.of(new TColumnFamilyDescriptor().setName(buffer("f")))),
          List.of());
      for (String row : List.of("a", "b", "c")) {
        TColumnValue value = new TColumnValue(buffer("f"), buffer("q"), buffer(row));
        client.put(TABLE, new TPut(buffer(row), List.of(value)));
      }
      for (byte[] filter : List.of(planted(), nested(planted()))) {
        TGet get = new TGet(buffer("a")).setFilterBytes(filter);
        TScan scan = new TScan().setFilterBytes(filter);
        assertRefused(() -> client.get(TABLE, get));
        assertRefused(() -> client.getMultiple(TABLE, List.of(get)));
        assertRefused(() -> client.exists(TABLE, get));
        assertRefused(() -> client.existsAll(TABLE, List.of(get)));
        assertRefused(() -> client.openScanner(TABLE, scan));
        assertRefused(() -> client.getScannerResults(TABLE, scan, 10));
      }
      assertThat(ran).doesNotExist();
      Filter own =
          new FilterList(
              new PageFilter(1),
              new ValueFilter(CompareOperator.NOT_EQUAL, new SubstringComparator("a")));
      TScan allowed = new TScan().setFilterBytes(ProtobufUtil.toFilter(own).toByteArray());
      assertThat(client.getScannerResults(TABLE, allowed, 10))
          .extracting(result -> new String(result.getRow(), StandardCharsets.UTF_8))
          .containsExactly("b");
      TScan bytes = new TScan().setFilterBytes(new byte[] {1, 2, 3});
      assertThatThrownBy(() -> client.openScanner(TABLE, bytes))
          .isInstanceOfSatisfying(
              TIOError.class, e -> assertThat(e.getMessage()).contains("bytes of a filter"));
    }
  }

  private interface Call {
    void make() throws Exception;
  }

  private static void assertRefused(Call call) {
    assertThatThrownBy(call::make)
        .isInstanceOfSatisfying(
            TIOError.class,
            e ->
                assertThat(e.getMessage())
                    .contains("filter class \"Planted\" is neither HBase's nor"));
  }

  private static byte[] planted() {
    return FilterProtos.Filter.newBuilder()
        .setName("Planted")
        .setSerializedFilter(ByteString.EMPTY)
        .build()
        .toByteArray();
  }

  private static byte[] nested(byte[] filter) throws IOException {
    return FilterProtos.Filter.newBuilder()
        .setName(FilterList.class.getName())
        .setSerializedFilter(
            FilterProtos.FilterList.newBuilder()
                .setOperator(FilterProtos.FilterList.Operator.MUST_PASS_ALL)
                .addFilters(FilterProtos.Filter.parseFrom(filter))
                .build()
                .toByteString())
        .build()
        .toByteArray();
  }

  /** A filter whose class says that its code ran, in a jar below the temporary directory. */
  private void plant(Path ran) throws IOException {
    Path source = temporary.resolve("Planted.java");
    Files.writeString(
        source,
        """
        public class Planted {
          public static org.apache.hadoop.hbase.filter.Filter parseFrom(byte[] bytes)
              throws java.io.IOException {
            java.nio.file.Files.createFile(java.nio.file.Path.of("%s"));
            return new org.apache.hadoop.hbase.filter.PageFilter(1);
          }
        }
        """
            .formatted(ran));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                temporary.toString(),
                source.toString());
    assertThat(failed).isZero();
    Path jars = temporary.resolve("hbase-" + System.getProperty("user.name")).resolve("local/jars");
    Files.createDirectories(jars);
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(jars.resolve("planted.jar")))) {
      jar.putNextEntry(new ZipEntry("Planted.class"));
      jar.write(Files.readAllBytes(temporary.resolve("Planted.class")));
      jar.closeEntry();
    }
  }

  private static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
