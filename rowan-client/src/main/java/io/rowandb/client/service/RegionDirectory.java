package io.rowandb.client.service;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.Replicas;
import io.rowandb.client.adapter.TableTraits;
import io.rowandb.client.adapter.Tags;
import io.rowandb.client.filter.FilterLimit;
import io.rowandb.client.hazard.HazardWatch;
import io.rowandb.client.meta.MetaTable;
import io.rowandb.client.meta.RegionAccess;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;

/**
 * Finds the region that a request names.
 *
 * <p>The name of a replica leads to the region itself.
 *
 * <p>Invariants: 1. A region found belongs to an enabled table of the current catalogue. 2. A name
 * that no longer stands for a region causes {@code NotServingRegionException}, upon which HBase's
 * client looks the row up again. Safe for many threads.
 */
final class RegionDirectory {
  /** {@code .}, 32 hex digits, {@code .}: what ends a region's name. */
  private static final int HASH_SUFFIX_BYTES = 34;

  private static final byte[] META_NAME = RegionInfoBuilder.FIRST_META_REGIONINFO.getRegionName();
  private static final String META_ENCODED_NAME =
      RegionInfoBuilder.FIRST_META_REGIONINFO.getEncodedName();

  private final Database database;
  private final HazardWatch hazards;
  private final FilterLimit filterLimit;
  private final Target metaTarget;

  /** Traits by table; an entry counts only while its descriptor is the table's. */
  private final Map<TableName, CachedTraits> traits = new ConcurrentHashMap<>();

  RegionDirectory(Database database, MetaTable meta, HazardWatch hazards, FilterLimit filterLimit) {
    this.filterLimit = filterLimit;
    this.database = database;
    this.hazards = hazards;
    TableTraits metaTraits = TableTraits.of(MetaTable.descriptor(), false, filterLimit);
    this.metaTarget = new Target(MetaTable.NAME, meta.region(), metaTraits);
  }

  /**
   * A region and what requests need to know of its table.
   *
   * @param table its table
   * @param region the region
   * @param traits the table's traits
   */
  record Target(TableName table, RegionAccess region, TableTraits traits) {
    /** The region in HBase's words. */
    org.apache.hadoop.hbase.client.RegionInfo info() {
      return table.equals(MetaTable.NAME)
          ? RegionInfoBuilder.FIRST_META_REGIONINFO
          : DescriptorAdapter.hbase(region.info());
    }
  }

  private record CachedTraits(TableDescriptor descriptor, TableTraits traits) {}

  /** The region that {@code specifier} names, for the cells of {@code call}. */
  Target find(RegionSpecifier specifier, RpcCall call) throws IOException {
    Target target = find(specifier);
    return call.tags() == Tags.DROPPED
        ? target
        : new Target(target.table(), target.region(), target.traits().withTags(call.tags()));
  }

  /** The region that {@code specifier} names. */
  Target find(RegionSpecifier specifier) throws IOException {
    byte[] name = specifier.getValue().toByteArray();
    return switch (specifier.getType()) {
      case REGION_NAME -> byName(name);
      case ENCODED_REGION_NAME -> byEncodedName(new String(name, StandardCharsets.UTF_8));
    };
  }

  /**
   * Whether the table of {@code target} is still there and enabled. The region may have been split
   * or merged: its open scans go on.
   */
  boolean serves(Target target) {
    if (target.table().equals(MetaTable.NAME)) {
      return true;
    }
    TableView view = database.table(target.table());
    return view != null && view.enabled();
  }

  /** The exception that makes a client look its row up again. */
  static NotServingRegionException notServing(String name) {
    return new NotServingRegionException("Region is not online: " + name);
  }

  private Target byName(byte[] name) throws IOException {
    if (Arrays.equals(name, META_NAME)) {
      return metaTarget;
    }
    // table,start,id.hash. — table, start and id already say which, so the hash is not computed.
    int nameEnd = name.length - HASH_SUFFIX_BYTES;
    int tableEnd = indexOf(name, 0, 1);
    int startEnd = indexOf(name, nameEnd - 1, -1);
    if (tableEnd < 0 || startEnd <= tableEnd || name[nameEnd] != '.') {
      throw new DoNotRetryIOException("Not the name of a region: " + printable(name));
    }
    TableName table = TableName.of(new String(name, 0, tableEnd, StandardCharsets.UTF_8));
    byte[] startKey = Arrays.copyOfRange(name, tableEnd + 1, startEnd);
    String id = new String(name, startEnd + 1, nameEnd - startEnd - 1, StandardCharsets.UTF_8);
    TableView view = database.table(table);
    if (view == null) {
      traits.remove(table);
      throw notServing(printable(name));
    }
    Region region = view.locate(startKey);
    if (!Arrays.equals(region.info().range().startKey(), startKey) || !isIdOf(view, region, id)) {
      throw notServing(printable(name));
    }
    return target(table, view, region);
  }

  private Target byEncodedName(String encodedName) throws IOException {
    if (encodedName.equals(META_ENCODED_NAME)) {
      return metaTarget;
    }
    for (TableName table : database.tableNames()) {
      TableView view = database.table(table);
      if (view == null) {
        continue;
      }
      for (Region region : view.regions()) {
        if (region.info().encodedName().equals(encodedName)
            || isReplica(view, region, encodedName)) {
          return target(table, view, region);
        }
      }
    }
    throw notServing(encodedName);
  }

  /** Whether it is the region's id, perhaps with the number of one of its replicas. */
  private static boolean isIdOf(TableView view, Region region, String id) {
    String own = Long.toString(region.info().id());
    if (id.equals(own)) {
      return true;
    }
    for (int replica = 1; replica < Replicas.count(view.descriptor()); replica++) {
      if (id.equals(own + String.format("_%04X", replica))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReplica(TableView view, Region region, String encodedName) {
    int replicas = Replicas.count(view.descriptor());
    for (int replica = 1; replica < replicas; replica++) {
      RegionInfo info =
          RegionReplicaUtil.getRegionInfoForReplica(
              DescriptorAdapter.hbase(region.info()), replica);
      if (info.getEncodedName().equals(encodedName)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A cluster closes the regions of a disabled table and its client finds out by retrying; the
   * answer it arrives at is given at once.
   */
  @SuppressWarnings("ReferenceEquality") // A changed table has another descriptor object.
  private Target target(TableName table, TableView view, Region region) throws IOException {
    if (!view.enabled()) {
      throw ExceptionAdapter.tableDisabled(table);
    }
    CachedTraits cached = traits.get(table);
    if (cached == null || cached.descriptor() != view.descriptor()) {
      boolean force = database.options().log().alwaysForce();
      cached =
          new CachedTraits(
              view.descriptor(), TableTraits.of(view.descriptor(), force, filterLimit));
      traits.put(table, cached);
    }
    return new Target(
        table, RegionAccess.of(hazards.on(region, view.descriptor())), cached.traits());
  }

  private static int indexOf(byte[] name, int from, int step) {
    for (int i = from; i >= 0 && i < name.length; i += step) {
      if (name[i] == ',') {
        return i;
      }
    }
    return -1;
  }

  private static String printable(byte[] name) {
    return io.rowandb.engine.cell.Bytes.printable(name);
  }
}
