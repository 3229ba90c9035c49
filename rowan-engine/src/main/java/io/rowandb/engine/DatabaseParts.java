package io.rowandb.engine;

import io.rowandb.engine.background.DatabaseLog;
import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.background.SplitChecks;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestFiles;
import io.rowandb.engine.catalog.StoreHold;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.latency.Latencies;
import io.rowandb.engine.memstore.ChunkPool;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.store.CacheLoading;
import io.rowandb.engine.store.DatabaseActivity;
import io.rowandb.engine.store.ObsoleteFiles;
import io.rowandb.engine.store.StoreEnvironment;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/**
 * The parts of a database before its log is read. Each part knows only the parts that were made
 * before it.
 *
 * @param options its settings
 * @param layout the paths of its files
 * @param hold the lock of its directory
 * @param manifest what exists
 * @param tables its open tables; {@link Recovery} opens them
 * @param log the log, without a file yet
 * @param maintenance not started yet
 * @param stores what all stores share
 * @param latencies how long the operations of regions take
 * @param openScanners open scanners of logged regions
 * @param schema changes what exists
 * @param changes runs the changes one after the other
 * @param snapshots of tables
 * @param splits of regions that become too large
 */
record DatabaseParts(
    DatabaseOptions options,
    StoreLayout layout,
    StoreHold hold,
    Manifest manifest,
    TableMap tables,
    DatabaseLog log,
    Maintenance maintenance,
    StoreEnvironment stores,
    Latencies latencies,
    LongAdder openScanners,
    Schema schema,
    SchemaChanges changes,
    Snapshots snapshots,
    AutomaticSplits splits) {

  /** Makes them; nothing is opened, and no thread runs. */
  static DatabaseParts make(
      DatabaseOptions options,
      StoreLayout layout,
      StoreHold hold,
      Manifest manifest,
      ChunkPool chunkPool) {
    TableMap tables = new TableMap();
    Latencies latencies = new Latencies(true);
    LongAdder openScanners = new LongAdder();
    DatabaseLog log = new DatabaseLog(options.log().alwaysForce(), latencies);
    ManifestFiles files = new ManifestFiles(manifest);
    SplitChecks checks = new SplitChecks(options, tables, manifest);
    Maintenance maintenance = new Maintenance(options, tables, log, chunkPool, checks);
    StoreEnvironment stores =
        new StoreEnvironment(
            options.directory(),
            layout.fileSystem(),
            options.clock(),
            new BlockCache(options.blockCache()),
            new CacheLoading(maintenance.threads().prefetches()),
            files,
            new ObsoleteFiles(layout.fileSystem()),
            maintenance.chunkPool(),
            new DatabaseActivity());
    RegionOpener opener =
        RegionOpener.of(options, layout, stores, log, maintenance, openScanners, latencies);
    Schema schema = new Schema(manifest, files, tables, opener, layout, maintenance, log, options);
    SchemaChanges changes = new SchemaChanges(schema, options.directory());
    return new DatabaseParts(
        options,
        layout,
        hold,
        manifest,
        tables,
        log,
        maintenance,
        stores,
        latencies,
        openScanners,
        schema,
        changes,
        new Snapshots(manifest, files, schema, opener, layout, stores, maintenance),
        new AutomaticSplits(
            maintenance.splitQueue(), checks, changes, schema, maintenance.compactions()));
  }

  /** Brings back what was there, and lets the work in the background begin. */
  Recovery.Outcome recover() throws IOException {
    return new Recovery(options, layout, tables, log, maintenance)
        .run(manifest, hold.owner(), schema, splits);
  }
}
