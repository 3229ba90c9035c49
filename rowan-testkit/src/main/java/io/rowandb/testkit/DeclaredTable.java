package io.rowandb.testkit;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A table as {@link WithTable} declares it. If HBase refuses it, the failure names the annotated
 * element.
 */
record DeclaredTable(WithTable declaration, AnnotatedElement element) {
  /** The tables declared on a class or method. */
  static List<DeclaredTable> on(AnnotatedElement element) {
    return AnnotationSupport.findRepeatableAnnotations(element, WithTable.class).stream()
        .map(declaration -> new DeclaredTable(declaration, element))
        .toList();
  }

  String name() {
    return declaration.name();
  }

  void create(Admin admin) {
    try {
      TableDescriptor table = descriptor();
      String namespace = table.getTableName().getNamespaceAsString();
      if (Arrays.stream(admin.listNamespaceDescriptors())
          .noneMatch(known -> known.getName().equals(namespace))) {
        admin.createNamespace(NamespaceDescriptor.create(namespace).build());
      }
      admin.createTable(table, splits());
    } catch (IOException | IllegalArgumentException e) {
      throw new ExtensionConfigurationException(this + " cannot be created: " + e.getMessage(), e);
    }
  }

  /** Deletes it, if the test has not. */
  void delete(Admin admin) throws IOException {
    TableName table = TableName.valueOf(name());
    if (admin.tableExists(table)) {
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
      admin.deleteTable(table);
    }
  }

  private TableDescriptor descriptor() {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name()));
    for (String family : declaration.families()) {
      ColumnFamilyDescriptorBuilder builder =
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
              .setMaxVersions(declaration.versions())
              .setMinVersions(declaration.minVersions())
              .setKeepDeletedCells(KeepDeletedCells.valueOf(declaration.keepDeletedCells()));
      if (declaration.ttlSeconds() != 0) {
        builder.setTimeToLive(declaration.ttlSeconds());
      }
      table.setColumnFamily(builder.build());
    }
    return table.build();
  }

  private byte[][] splits() {
    String[] splits = declaration.splits();
    return splits.length == 0
        ? null
        : Arrays.stream(splits).map(Bytes::toBytesBinary).toArray(byte[][]::new);
  }

  @Override
  public String toString() {
    return "@WithTable(name = \"" + name() + "\") on " + element;
  }
}
