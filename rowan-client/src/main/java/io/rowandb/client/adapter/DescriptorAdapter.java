package io.rowandb.client.adapter;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Names and descriptors of tables, families, namespaces and regions, converted both ways without
 * loss: attributes may hold any bytes and become text of one char per byte.
 */
public final class DescriptorAdapter {
  private DescriptorAdapter() {}

  /** The engine's name of a table. */
  public static TableName engine(org.apache.hadoop.hbase.TableName name) {
    return new TableName(name.getNamespaceAsString(), name.getQualifierAsString());
  }

  /** HBase's name of a table. */
  public static org.apache.hadoop.hbase.TableName hbase(TableName name) {
    return org.apache.hadoop.hbase.TableName.valueOf(name.namespace(), name.qualifier());
  }

  /** The engine's descriptor of a table. */
  public static io.rowandb.engine.catalog.TableDescriptor engine(TableDescriptor table) {
    Map<String, String> attributes = new TreeMap<>();
    table.getValues().forEach((key, value) -> attributes.put(text(key), text(value)));
    List<FamilyDescriptor> families = new ArrayList<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      families.add(engine(family));
    }
    return new io.rowandb.engine.catalog.TableDescriptor(
        engine(table.getTableName()), families, attributes);
  }

  /** HBase's descriptor of a table. */
  public static TableDescriptor hbase(io.rowandb.engine.catalog.TableDescriptor table) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(hbase(table.name()));
    table.attributes().forEach((key, value) -> builder.setValue(bytes(key), bytes(value)));
    for (FamilyDescriptor family : table.families()) {
      builder.setColumnFamily(hbase(family));
    }
    return builder.build();
  }

  /**
   * The engine's descriptor of a family.
   *
   * @throws IllegalArgumentException when its name is no UTF-8: HBase takes any bytes, and here
   *     names are text
   */
  static FamilyDescriptor engine(ColumnFamilyDescriptor family) {
    Map<String, String> attributes = new TreeMap<>();
    family.getValues().forEach((key, value) -> attributes.put(text(key), text(value)));
    family
        .getConfiguration()
        .forEach(
            (key, value) -> attributes.put(FamilyDescriptor.CONFIGURATION_PREFIX + key, value));
    String name = new String(family.getName(), StandardCharsets.UTF_8);
    if (!Arrays.equals(name.getBytes(StandardCharsets.UTF_8), family.getName())) {
      throw new IllegalArgumentException(
          "Family name \""
              + org.apache.hadoop.hbase.util.Bytes.toStringBinary(family.getName())
              + "\" is no UTF-8, which names of families have to be here");
    }
    return new FamilyDescriptor(name, attributes);
  }

  /** HBase's descriptor of a family. */
  public static ColumnFamilyDescriptor hbase(FamilyDescriptor family) {
    ColumnFamilyDescriptorBuilder builder =
        ColumnFamilyDescriptorBuilder.newBuilder(family.name().getBytes(StandardCharsets.UTF_8));
    family
        .attributes()
        .forEach(
            (key, value) -> {
              if (key.startsWith(FamilyDescriptor.CONFIGURATION_PREFIX)) {
                builder.setConfiguration(
                    key.substring(FamilyDescriptor.CONFIGURATION_PREFIX.length()), value);
              } else {
                builder.setValue(bytes(key), bytes(value));
              }
            });
    return builder.build();
  }

  /** The engine's descriptor of a namespace. */
  public static io.rowandb.engine.catalog.NamespaceDescriptor engine(
      NamespaceDescriptor namespace) {
    return new io.rowandb.engine.catalog.NamespaceDescriptor(
        namespace.getName(), namespace.getConfiguration());
  }

  /** HBase's descriptor of a namespace. */
  public static NamespaceDescriptor hbase(io.rowandb.engine.catalog.NamespaceDescriptor namespace) {
    NamespaceDescriptor.Builder builder = NamespaceDescriptor.create(namespace.name());
    namespace.attributes().forEach(builder::addConfiguration);
    return builder.build();
  }

  /** HBase's description of a region; both make the same names. */
  public static RegionInfo hbase(io.rowandb.engine.region.RegionInfo region) {
    return RegionInfoBuilder.newBuilder(hbase(TableName.of(region.table())))
        .setStartKey(region.range().startKey())
        .setEndKey(region.range().endKey())
        .setRegionId(region.id())
        .build();
  }

  private static String text(Bytes bytes) {
    return new String(
        bytes.get(), bytes.getOffset(), bytes.getLength(), StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
