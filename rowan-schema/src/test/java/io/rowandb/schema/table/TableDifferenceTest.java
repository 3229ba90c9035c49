package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Parts;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A design beside the table that is there. */
@OnBackEnd
class TableDifferenceTest {
  record User(String name, String mail) {}

  private static TableDesign<User> design() {
    return TableDesign.of(BackEnd.newTableName("users"), User.class)
        .key(key -> key.part(User::name, Parts.textToEnd()))
        .family("i", family -> family.setMaxVersions(2).setConfiguration("a.setting", "1"))
        .family("j", family -> family.setTimeToLive(60).setNewVersionBehavior(true))
        .family("k")
        .column(User::mail, "i:m")
        .splits(Splits.at("g", "p"))
        .build();
  }

  private static TableDescriptor create(
      Connection connection, TableDescriptor descriptor, TableDesign<User> design)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor, design.splitKeys().toArray(byte[][]::new));
      return admin.getDescriptor(design.name());
    }
  }

  @Test
  void aTableMadeByTheDesignDiffersInNothing(Connection connection) throws IOException {
    TableDesign<User> design = design();
    assertThat(design.diff(create(connection, design.descriptor(), design))).isEmpty();
  }

  record Member(String name, long since, Integer mail) {}

  @Test
  void whatIsKeptOfTheDesignIsCompared() {
    TableDesign<User> made =
        TableDesign.of("t", User.class)
            .key(key -> key.part(User::name))
            .family("i")
            .column(User::mail, "i:m")
            .neverNull(User::mail)
            .index("byMail", index -> index.on(key -> key.part(User::mail)))
            .build();
    TableDesign<Member> declared =
        TableDesign.of("t", Member.class)
            .key(key -> key.part(Member::name).part(Member::since))
            .family("i")
            .column(Member::mail, "i:m")
            .index("bySince", index -> index.on(key -> key.part(Member::since)))
            .build();
    assertThat(declared.diff(made.descriptor()))
        .extracting(TableDifference::toString)
        .containsExactly(
            "column i:m: declared mail: int32, found mail: UTF-8 text",
            "index byMail: declared nothing, found entries in t_byMail",
            "index bySince: declared entries in t_bySince, found nothing",
            "never null: declared nothing, found mail",
            "part 2 of key: declared since: long (signed, 8 bytes), found nothing");
    assertThat(made.diff(made.descriptor())).isEmpty();
    TableDescriptor damaged =
        TableDescriptorBuilder.newBuilder(made.descriptor()).setValue("rowan.design", "x").build();
    assertThat(made.diff(damaged))
        .singleElement()
        .hasToString(
            "the design that it keeps: declared one, found a noted design begins with 1;, and not"
                + " so: x");
  }

  @Test
  void eachDifferenceIsNamed(Connection connection) throws IOException {
    TableDesign<User> design = design();
    TableDescriptor other =
        TableDescriptorBuilder.newBuilder(design.name())
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("i"))
                    .setMaxVersions(5)
                    .setBloomFilterType(BloomType.NONE)
                    .setConfiguration("another.setting", "2")
                    .build())
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("k"))
                    .setNewVersionBehavior(false)
                    .setValue("owner", "ada")
                    .build())
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("x"))
                    .setMinVersions(1)
                    .setMaxVersions(2)
                    .build())
            .build();
    assertThat(design.diff(create(connection, other, design)).stream().map(Object::toString))
        .containsExactly(
            "BLOOMFILTER of family i: declared ROW, found NONE",
            "VERSIONS of family i: declared 2, found 5",
            "a.setting of family i: declared 1, found nothing",
            "another.setting of family i: declared nothing, found 2",
            "family j: declared NEW_VERSION_BEHAVIOR true, TTL 60, found nothing",
            "owner of family k: declared nothing, found ada",
            "family x: declared nothing, found MIN_VERSIONS 1, VERSIONS 2");
  }

  @Test
  void aDifferenceIsARecord() {
    TableDesign<User> design = design();
    TableDescriptor without =
        TableDescriptorBuilder.newBuilder(design.descriptor())
            .removeColumnFamily(Bytes.toBytes("k"))
            .build();
    assertThat(design.diff(without))
        .isEqualTo(
            List.of(new TableDifference("family k", "HBase's defaults", TableDifference.NOTHING)));
  }
}
