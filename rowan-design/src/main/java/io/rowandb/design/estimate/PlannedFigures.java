package io.rowandb.design.estimate;

import io.rowandb.design.estimate.EstimateReport.Figure;
import io.rowandb.design.estimate.EstimateReport.Part;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.TablePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Regions, memory and growth, by the rules that the articles and HBase's defaults give. */
final class PlannedFigures {
  private static final double GB = 1L << 30;

  /** {@code hbase.hregion.max.filesize}. */
  private static final double REGION_BYTES = 10 * GB;

  /** A chunk of MSLAB, which each memstore has from its first cell on. */
  private static final double MSLAB_BYTES = 2 << 20;

  /** Share of the heap that memstores have together, at most. */
  private static final double MEMSTORE_SHARE = 0.4;

  /** Bytes of a Bloom filter for each key, at 1 % of false answers: 9.6 bits. */
  private static final double BLOOM_BYTES = 1.2;

  /** Of an entry of the block index besides the key: offset, size, length. */
  private static final double INDEX_ENTRY = 8 + 4 + 2 + 10;

  /** Bytes a second in which a server replays a log; a figure of experience. */
  private static final double REPLAY_BYTES = 50 << 20;

  private static final double YEAR_SECONDS = 365 * 86_400.0;

  private final TablePlan plan;
  private final List<Figure> figures = new ArrayList<>();

  private PlannedFigures(TablePlan plan) {
    this.plan = plan;
  }

  static List<Figure> of(
      TablePlan plan,
      SizeRun sizes,
      List<Part> parts,
      List<EstimateReport.Files> files,
      long rows) {
    PlannedFigures made = new PlannedFigures(plan);
    double plain = parts.stream().mapToDouble(Part::bytes).sum();
    OptionalDouble measured =
        files.stream()
            .filter(EstimateReport.Files::isPlanned)
            .mapToDouble(EstimateReport.Files::bytes)
            .findFirst();
    double planned = measured.orElse(plain);
    made.disk(planned, measured.isPresent(), rows);
    double regions = made.regions(planned);
    made.memory(plain, sizes, rows, regions);
    return made.figures;
  }

  private void add(String name, double value, String unit, String reason) {
    figures.add(new Figure(name, value, unit, reason));
  }

  private void disk(double planned, boolean isMeasured, long rows) {
    PlannedFamily first = plan.families().get(0);
    add(
        "files",
        planned,
        "bytes",
        isMeasured
            ? "with the plan's encoding and codec, one copy"
            : "before compression, one copy: "
                + first.compression()
                + " with "
                + first.encoding()
                + " is not measured, and takes less");
    add("disk", 3 * planned, "bytes", "three copies in HDFS");
    if (plan.writesPerSecond() > 0) {
      double year = plan.writesPerSecond() * YEAR_SECONDS * planned / rows;
      double kept = plan.families().stream().mapToDouble(PlannedFigures::kept).max().orElse(1);
      add(
          "files after a year",
          year * Math.min(1, kept),
          "bytes",
          "at the plan's rate of writes" + (kept < 1 ? ", of what the TTL keeps" : ""));
    }
  }

  /** The share of a year that a family keeps. */
  private static double kept(PlannedFamily family) {
    return family.ttl().map(Duration::toSeconds).orElse(Long.MAX_VALUE) / YEAR_SECONDS;
  }

  private double regions(double planned) {
    double regions = Math.max(plan.splits().regions(), Math.ceil(planned / REGION_BYTES));
    int servers = plan.cluster().servers();
    add("regions", regions, "", "of 10 GB, or those that the table begins with");
    add(
        "regions a server",
        Math.ceil(regions / servers),
        "",
        "on " + servers + " servers; about 100 are good");
    return regions;
  }

  private void memory(double plain, SizeRun sizes, long rows, double regions) {
    int families = plan.families().size();
    double servers = plan.cluster().servers();
    double blocks = plain / plan.families().get(0).blockBytes();
    add(
        "block index",
        blocks * (sizes.meanKeyBytes() + INDEX_ENTRY),
        "bytes",
        "an entry a block, all servers");
    double blooms =
        plan.families().stream()
            .mapToDouble(
                each ->
                    switch (each.bloom()) {
                      case NONE -> 0;
                      case ROW -> rows * BLOOM_BYTES;
                      case ROWCOL -> (double) sizes.cells() / sizes.rows() * rows * BLOOM_BYTES;
                    })
            .sum();
    add("Bloom filters", blooms, "bytes", "1.2 bytes a key at 1 % of false answers, all servers");
    add(
        "idle memstores a server",
        Math.ceil(regions / servers) * families * MSLAB_BYTES,
        "bytes",
        "2 MB a region and family (MSLAB)");
    double full =
        Math.min(
            MEMSTORE_SHARE * plan.cluster().heapBytes(),
            Math.ceil(regions / servers) * families * (128 << 20));
    add(
        "full memstores a server",
        full,
        "bytes",
        "128 MB each, at most 40 % of the heap; so much log is replayed when a server dies");
    add(
        "replay of a dead server's log",
        full / REPLAY_BYTES / Math.max(1, servers - 1),
        "seconds",
        "at 50 MB a second on each of the others");
  }
}
