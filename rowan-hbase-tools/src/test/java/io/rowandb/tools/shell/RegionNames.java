package io.rowandb.tools.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;

/** The names of a store's regions, which each store chooses by itself. Used by one thread. */
final class RegionNames implements AutoCloseable {
  /** Table and number, from 0 in the order of rows; for the whole name also that word. */
  private static final Pattern PLACE = Pattern.compile("<<(\\w+) (\\d+)( whole)?>>");

  private final Connection connection;

  RegionNames(Configuration conf) throws IOException {
    connection = ConnectionFactory.createConnection(conf);
  }

  /** A command with names instead of {@code <<t 0>>}, encoded, and {@code <<t 0 whole>>}. */
  String fill(String command) throws IOException {
    String filled = command;
    for (MatchResult place : PLACE.matcher(command).results().toList()) {
      RegionInfo region = region(place.group(1), Integer.parseInt(place.group(2)));
      String name =
          place.group(3) == null ? region.getEncodedName() : region.getRegionNameAsString();
      filled = filled.replace(place.group(), name);
    }
    return filled;
  }

  private RegionInfo region(String table, int number) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(TableName.valueOf(table))) {
      List<HRegionLocation> regions = new ArrayList<>(locator.getAllRegionLocations());
      regions.sort(Comparator.comparing(each -> each.getRegion().getStartKey(), Bytes::compareTo));
      return regions.get(number).getRegion();
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
