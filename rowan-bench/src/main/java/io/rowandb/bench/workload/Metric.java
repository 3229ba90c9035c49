package io.rowandb.bench.workload;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Everything that is measured, in the order of the table. */
public enum Metric {
  LOAD(Phase.LOAD_AND_READ, "load", "load, batches of 1,000", "rows/s", true),
  SETTLE(Phase.LOAD_AND_READ, "settle", "flush and compact all after it", "s", false),
  WRITTEN(Phase.LOAD_AND_READ, "written", "bytes written / bytes loaded", "x", false),
  DISK(Phase.LOAD_AND_READ, "disk", "disk after compaction", "MB", false),
  SPACE(Phase.LOAD_AND_READ, "space-amp", "disk before compaction / after", "x", false),
  PUT_1(Phase.WRITE, "put-1", "single puts, log not forced, 1 thread", "ops/s", true),
  PUT_4(Phase.WRITE, "put-4", "the same, 4 threads", "ops/s", true),
  PUT_P999(Phase.WRITE, "put-p999", "the same, 99.9 % took less than", "us", false),
  PUT_MAX(Phase.WRITE, "put-max", "the same, the longest", "us", false),
  PUT_STALL(Phase.WRITE, "put-stall", "the same: writers waited", "ms", false),
  FORCE(Phase.WRITE, "force", "this disk: append 128 bytes and force", "ops/s", true),
  FORCED_1(Phase.WRITE, "forced-1", "single puts, each forced, 1 thread", "ops/s", true),
  FORCED_8(Phase.WRITE, "forced-8", "the same, 8 threads", "ops/s", true),
  FORCED_1_MULTIPLE(Phase.WRITE, "forced-1-x", "forced puts, 1 thread / forces", "x", true),
  FORCED_8_MULTIPLE(Phase.WRITE, "forced-8-x", "forced puts, 8 threads / forces", "x", true),
  GET_1(Phase.LOAD_AND_READ, "get-1", "random get, all in cache, 1 thread", "ops/s", true),
  GET_2(Phase.LOAD_AND_READ, "get-2", "the same, 2 threads", "ops/s", true),
  ABSENT(Phase.LOAD_AND_READ, "absent", "random get of absent rows", "ops/s", true),
  SMALL_CACHE(Phase.SMALL_CACHE, "get-64mb", "random get, block cache 64 MB", "ops/s", true),
  SCAN(Phase.LOAD_AND_READ, "scan", "full scan", "rows/s", true),
  SHORT_SCAN(Phase.LOAD_AND_READ, "short-scan", "50-row scans at random starts", "scans/s", true),
  SMALL_CACHE_SCAN(Phase.SMALL_CACHE, "scan-64mb", "full scan, block cache 64 MB", "rows/s", true),
  YCSB_A(Phase.MIXED, "ycsb-a", "YCSB A: half gets, half updates, Zipf", "ops/s", true),
  YCSB_B(Phase.MIXED, "ycsb-b", "YCSB B: 5 % updates", "ops/s", true),
  YCSB_C(Phase.MIXED, "ycsb-c", "YCSB C: gets only", "ops/s", true),
  YCSB_D(Phase.MIXED, "ycsb-d", "YCSB D: gets of the latest, 5 % inserts", "ops/s", true),
  YCSB_E(Phase.MIXED, "ycsb-e", "YCSB E: scans of 1 to 100 rows, 5 % inserts", "ops/s", true),
  YCSB_F(Phase.MIXED, "ycsb-f", "YCSB F: half read, change and write", "ops/s", true),
  MIXED_PUT_P999(Phase.TAIL, "mixed-put-p999", "puts beside gets: 99.9 % below", "us", false),
  MIXED_GET_P999(Phase.TAIL, "mixed-get-p999", "gets beside puts: 99.9 % below", "us", false),
  MIXED_PUT_MAX(Phase.TAIL, "mixed-put-max", "puts beside gets: the longest", "us", false),
  MIXED_FLUSHES(Phase.TAIL, "mixed-flushes", "meanwhile: flushes", "", true),
  MIXED_COMPACTIONS(Phase.TAIL, "mixed-compactions", "meanwhile: compactions", "", true),
  MIXED_STALL(Phase.TAIL, "mixed-stall", "meanwhile: writers waited", "ms", false),
  MIXED_FILES(Phase.TAIL, "mixed-read-amp", "meanwhile: files that a get opened", "", false),
  START(Phase.START, "start", "JVM start to first get, loaded store", "s", false),
  START_OPEN(Phase.START, "start-open", "of it: opening and first get", "s", false),
  NEW(Phase.NEW, "new", "JVM start to first put, new store", "s", false),
  NEW_OPEN(Phase.NEW, "new-open", "of it: opening and first put", "s", false),
  IDLE_RSS(Phase.START, "idle-rss", "idle after opening: RSS", "MB", false),
  IDLE_THREADS(Phase.START, "idle-threads", "idle after opening: Java threads", "", false),
  IDLE_HEAP(Phase.START, "idle-heap", "idle after opening: heap in use", "MB", false),
  PEAK_RSS(Phase.LOAD_AND_READ, "peak-rss", "peak RSS of load and reads", "MB", false),
  PEAK_RSS_WRITE(Phase.WRITE, "peak-rss-write", "peak RSS of single puts", "MB", false),
  PEAK_RSS_YCSB(Phase.MIXED, "peak-rss-ycsb", "peak RSS of YCSB's mixes", "MB", false),
  PEAK_RSS_MIXED(Phase.TAIL, "peak-rss-mixed", "peak RSS of puts beside gets", "MB", false),
  CPU_LOAD(
      Phase.LOAD_AND_READ, "cpu-load", "processor time: row loaded and compacted", "us", false),
  CPU_PUT(Phase.WRITE, "cpu-put", "processor time: single put, not forced", "us", false),
  CPU_GET(Phase.LOAD_AND_READ, "cpu-get", "processor time: get, all in cache", "us", false),
  CPU_ABSENT(Phase.LOAD_AND_READ, "cpu-absent", "processor time: get of absent row", "us", false),
  CPU_SMALL_CACHE(
      Phase.SMALL_CACHE, "cpu-get-64mb", "processor time: get, cache 64 MB", "us", false),
  CPU_SCAN(Phase.LOAD_AND_READ, "cpu-scan", "processor time: row of a full scan", "us", false),
  CPU_SHORT_SCAN(Phase.LOAD_AND_READ, "cpu-short-scan", "processor time: 50-row scan", "us", false),
  CPU_SMALL_CACHE_SCAN(
      Phase.SMALL_CACHE,
      "cpu-scan-64mb",
      "processor time: row of a scan, cache 64 MB",
      "us",
      false),
  BYTES_SCAN(Phase.LOAD_AND_READ, "bytes-scan", "read from files: row of a full scan", "B", false),
  DEVICE_SCAN(Phase.LOAD_AND_READ, "device-scan", "of it from the disk itself", "B", false),
  BYTES_SHORT_SCAN(
      Phase.LOAD_AND_READ, "bytes-short-scan", "read from files: row of a 50-row scan", "B", false),
  DEVICE_SHORT_SCAN(
      Phase.LOAD_AND_READ, "device-short-scan", "of it from the disk itself", "B", false),
  BYTES_GET(Phase.LOAD_AND_READ, "bytes-get", "read from files: get, all in cache", "B", false),
  DEVICE_GET(Phase.LOAD_AND_READ, "device-get", "of it from the disk itself", "B", false),
  BYTES_ABSENT(
      Phase.LOAD_AND_READ, "bytes-absent", "read from files: get of absent row", "B", false),
  DEVICE_ABSENT(Phase.LOAD_AND_READ, "device-absent", "of it from the disk itself", "B", false),
  BYTES_SMALL_CACHE(
      Phase.SMALL_CACHE, "bytes-get-64mb", "read from files: get, cache 64 MB", "B", false),
  DEVICE_SMALL_CACHE(
      Phase.SMALL_CACHE, "device-get-64mb", "of it from the disk itself", "B", false),
  BYTES_SMALL_CACHE_SCAN(
      Phase.SMALL_CACHE,
      "bytes-scan-64mb",
      "read from files: row of a scan, cache 64 MB",
      "B",
      false),
  DEVICE_SMALL_CACHE_SCAN(
      Phase.SMALL_CACHE, "device-scan-64mb", "of it from the disk itself", "B", false),

  ALLOCATED_PUT(Phase.ALLOCATION, "alloc-put", "put of 1 cell into the memstore", "B", false),
  ALLOCATED_PUT_KEPT(
      Phase.ALLOCATION, "alloc-put-kept", "of it kept: the memstore's growth", "B", false),
  ALLOCATED_PUT_CELL(
      Phase.ALLOCATION, "alloc-put-cell", "put, each further cell of a row", "B", false),
  ALLOCATED_PUT_CELL_KEPT(
      Phase.ALLOCATION, "alloc-put-cell-kept", "of it kept: the memstore's growth", "B", false),
  ALLOCATED_GET(Phase.ALLOCATION, "alloc-get", "get of 1 cell, in cache", "B", false),
  ALLOCATED_GET_CELL(
      Phase.ALLOCATION, "alloc-get-cell", "get, each further cell of a row", "B", false),
  ALLOCATED_SCAN_ROW(
      Phase.ALLOCATION, "alloc-scan-row", "scan in cache, each row of 1 cell", "B", false),
  ALLOCATED_MEMSTORE_GET(
      Phase.ALLOCATION, "alloc-mem-get", "get of 1 cell, in the memstore", "B", false),
  ALLOCATED_MEMSTORE_SCAN_ROW(
      Phase.ALLOCATION,
      "alloc-mem-scan-row",
      "scan of the memstore, each row of 1 cell",
      "B",
      false);

  private final Phase phase;
  private final String id;
  private final String label;
  private final String unit;
  private final boolean higherIsBetter;

  Metric(Phase phase, String id, String label, String unit, boolean higherIsBetter) {
    this.phase = phase;
    this.id = id;
    this.label = label;
    this.unit = unit;
    this.higherIsBetter = higherIsBetter;
  }

  /** The phase that measures it. */
  public Phase phase() {
    return phase;
  }

  /** Its name on the command line, in the children's output and in CSV. */
  public String id() {
    return id;
  }

  /** Its line in the table. */
  public String label() {
    return label;
  }

  /** Its unit; empty for a count. */
  public String unit() {
    return unit;
  }

  /** Whether more is better; else less is. */
  public boolean higherIsBetter() {
    return higherIsBetter;
  }

  /** Whether one peer can be better by it: not what tells of the machine or only counts work. */
  public boolean isCompared() {
    return this != FORCE && this != MIXED_FLUSHES && this != MIXED_COMPACTIONS;
  }

  /** The metric with this id, or null. */
  public static Metric of(String id) {
    return Arrays.stream(values()).filter(m -> m.id.equals(id)).findFirst().orElse(null);
  }

  /** The workloads: all but the allocation profile. */
  public static List<Metric> workloads() {
    return Arrays.stream(values()).filter(m -> m.phase != Phase.ALLOCATION).toList();
  }

  /** The allocation profile. */
  public static List<Metric> allocations() {
    return Arrays.stream(values()).filter(m -> m.phase == Phase.ALLOCATION).toList();
  }

  /** The ids, for messages. */
  public static String ids(List<Metric> metrics) {
    return metrics.stream().map(Metric::id).collect(Collectors.joining(", "));
  }
}
