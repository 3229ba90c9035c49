package io.rowandb.design.estimate;

import io.rowandb.design.estimate.EstimateReport.Part;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;

/**
 * Estimates what a table takes. Two passes over the sample: the first counts bytes, the second
 * takes the rows of some ranges of keys, so that neighbours in the table are neighbours in the
 * trial and compress alike. One thread.
 */
public final class DesignEstimate {
  /** Encodings of HBase, as it names them. */
  private static final List<String> ENCODINGS =
      List.of("NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1");

  private static final List<String> CODECS = List.of("NONE", "SNAPPY", "LZ4", "ZSTD", "GZ");

  private DesignEstimate() {}

  /**
   * Estimates.
   *
   * @param rows that the table will have; 0: as the plan says, or as the sample has
   * @throws PlanException when the sample lacks a field, or the plan has no columns
   * @throws IOException when the sample cannot be read, or the temporary directory not be written
   */
  public static EstimateReport run(TablePlan plan, SampleSpec sample, long rows)
      throws IOException {
    SizeRun sizes = sizes(plan, sample);
    List<Put> trial;
    try (SampleFile file = SampleFile.open(sample)) {
      trial = TrialRows.of(plan, file, sample.limit(), sizes);
    }
    if (trial.isEmpty()) {
      throw new PlanException(sample.file() + " has no cell: no row has a value in a column");
    }
    long all = all(plan, sizes, rows);
    List<EstimateReport.Files> files = files(plan, trial, all);
    List<Part> parts = parts(sizes, all);
    return new EstimateReport(
        plan.table(),
        all,
        sizes.rows(),
        trial.size(),
        parts,
        files,
        PlannedFigures.of(plan, sizes, parts, files, all));
  }

  /**
   * Counts the bytes of the parts alone, in one pass.
   *
   * @param rows that the table will have; 0: as the plan says, or as the sample has
   * @throws PlanException when the sample lacks a field, or the plan has no columns
   * @throws IOException when the sample cannot be read
   */
  public static List<Part> parts(TablePlan plan, SampleSpec sample, long rows) throws IOException {
    SizeRun sizes = sizes(plan, sample);
    return parts(sizes, all(plan, sizes, rows));
  }

  /**
   * The parts of rows that were counted; none where the plan has no columns.
   *
   * @param sizes of one row or more
   */
  public static List<Part> parts(TablePlan plan, SizeRun sizes) {
    return plan.columns().isEmpty() ? List.of() : parts(sizes, all(plan, sizes, 0));
  }

  private static SizeRun sizes(TablePlan plan, SampleSpec sample) throws IOException {
    if (plan.columns().isEmpty()) {
      throw new PlanException(
          "design " + plan.table() + " has no columns, so that rows have no size: say them");
    }
    SizeRun sizes;
    try (SampleFile file = SampleFile.open(sample)) {
      sizes = SizeRun.run(plan, file, sample.limit());
    }
    if (sizes.rows() == 0) {
      throw new PlanException(sample.file() + " has no row with a key");
    }
    return sizes;
  }

  private static long all(TablePlan plan, SizeRun sizes, long rows) {
    return rows > 0 ? rows : plan.rows() > 0 ? plan.rows() : sizes.rows();
  }

  private static List<EstimateReport.Files> files(TablePlan plan, List<Put> trial, long rows)
      throws IOException {
    PlannedFamily first = plan.families().get(0);
    List<EstimateReport.Files> files = new ArrayList<>();
    try (TrialStore store = TrialStore.create()) {
      for (String encoding : ENCODINGS) {
        for (String codec : CODECS) {
          double bytes = (double) store.measure(plan, trial, encoding, codec) / trial.size();
          boolean isPlanned =
              encoding.equals(first.encoding()) && codec.equals(first.compression());
          files.add(new EstimateReport.Files(encoding, codec, bytes, bytes * rows, isPlanned));
        }
      }
    }
    return files;
  }

  private static List<Part> parts(SizeRun sizes, long rows) {
    List<Part> parts = new ArrayList<>();
    sizes
        .parts()
        .forEach(
            (name, bytes) -> {
              double each = (double) bytes / sizes.rows();
              parts.add(new Part(name, each, each * rows));
            });
    return parts;
  }
}
