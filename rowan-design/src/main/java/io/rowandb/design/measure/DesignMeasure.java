package io.rowandb.design.measure;

import io.rowandb.client.Rowan;
import io.rowandb.client.store.SharedStore;
import io.rowandb.design.advise.AdviceReport.Call;
import io.rowandb.design.advise.WorkloadEstimate;
import io.rowandb.design.check.PatternPath;
import io.rowandb.design.check.UsedFields;
import io.rowandb.design.estimate.DesignEstimate;
import io.rowandb.design.estimate.EstimateReport.Part;
import io.rowandb.design.measure.MeasureReport.Measured;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.engine.stats.DatabaseStats;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Asks a plan's questions of its sample. The rows are written into a table that is made for it;
 * each pattern is asked many times, with values drawn from the rows; then the table is deleted.
 * Ranges are over a tenth of the rows, as in the estimate. An interrupt ends it, and the table is
 * deleted. One thread.
 */
public final class DesignMeasure {
  /** Calls of each pattern when nothing is said. */
  public static final int USUAL_CALLS = 200;

  private static final String PREFIX = "rowan-measure-";

  /** First regions: each is a directory, and flushed with the others. */
  private static final int MOST_REGIONS = 1000;

  private static final int CACHING = 1000;

  /** Of one call, each in a bucket of a salt that it does not know. */
  private static final long MOST_SCANS = 10_000;

  private final TablePlan plan;
  private final SampleSpec sample;
  private final int calls;
  private final long seed;

  /**
   * For a plan and its sample.
   *
   * @param calls of each pattern, 1 or more; fewer where they read more than 5 million cells
   * @param seed by which values are drawn: the same seed asks for the same
   */
  public DesignMeasure(TablePlan plan, SampleSpec sample, int calls, long seed) {
    if (calls < 1) {
      throw new IllegalArgumentException(calls + " calls should be 1 or more");
    }
    this.plan = plan;
    this.sample = sample;
    this.calls = calls;
    this.seed = seed;
  }

  /**
   * Measures in a store in a temporary directory, which is deleted.
   *
   * @throws PlanException when the sample lacks a field or has no row, or the plan has no pattern
   * @throws InterruptedIOException when the thread was interrupted; it is not any more
   * @throws IOException when the sample cannot be read, or the directory not be written
   */
  public MeasureReport inTemporaryStore() throws IOException {
    checkPlan();
    Path directory = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
    try {
      Configuration conf = Rowan.configuration(directory.resolve("store").toString());
      return inStore(conf, TableName.valueOf("measured"));
    } finally {
      delete(directory);
    }
  }

  /**
   * Measures in an embedded store, which is made if there is none.
   *
   * @param name of a table that is not there
   * @throws PlanException as above, and when the table is there
   */
  public MeasureReport inStore(Configuration conf, TableName name) throws IOException {
    checkPlan();
    try (SharedStore store = SharedStore.acquire(conf);
        Connection connection = ConnectionFactory.createConnection(conf)) {
      return run(
          connection,
          name,
          () -> {
            DatabaseStats stats = store.database().stats();
            return OptionalLong.of(stats.blockCacheHits() + stats.blockCacheMisses());
          });
    }
  }

  /**
   * Measures on a cluster, or on any connection.
   *
   * @param name of a table that is not there; if this process dies it stays, and may be deleted
   * @throws PlanException as above
   */
  public MeasureReport on(Connection connection, TableName name) throws IOException {
    checkPlan();
    return run(connection, name, BlockCounter.NONE);
  }

  private void checkPlan() throws PlanException {
    if (plan.patterns().isEmpty()) {
      throw new PlanException("design " + plan.table() + " has no pattern, so nothing is asked");
    }
    if (plan.columns().isEmpty()) {
      throw new PlanException(
          "design " + plan.table() + " has no columns, so that rows have no cells: say them");
    }
    if (plan.splits().regions() > MOST_REGIONS) {
      throw new PlanException(
          "design "
              + plan.table()
              + " begins with "
              + plan.splits().regions()
              + " regions: "
              + MOST_REGIONS
              + " at most are made to measure");
    }
    for (PlannedPattern each : plan.patterns()) {
      PatternPath path = PatternPath.of(plan, each);
      if (path.kind() != PatternPath.Kind.FULL && path.fanOut() > MOST_SCANS) {
        throw new PlanException(
            "pattern \""
                + each.name()
                + "\" is "
                + path.fanOut()
                + " scans a call: too many to measure");
      }
    }
  }

  private MeasureReport run(Connection connection, TableName name, BlockCounter counter)
      throws IOException {
    try (SampleFile file = SampleFile.open(sample)) {
      UsedFields.check(plan, file);
      try (MeasuredTable table = MeasuredTable.create(plan, sample, connection, name)) {
        return untilGivenUp(() -> measured(table, file, counter));
      }
    }
  }

  /** What is measured. */
  private interface Work {
    MeasureReport run() throws IOException;
  }

  /** Takes an interrupt for an end, so that the table can be deleted by this thread. */
  private static MeasureReport untilGivenUp(Work work) throws IOException {
    try {
      return work.run();
    } catch (IOException e) {
      if (Thread.interrupted()) {
        InterruptedIOException givenUp = new InterruptedIOException("it was given up");
        givenUp.initCause(e);
        throw givenUp;
      }
      throw e;
    }
  }

  /** Ends a measurement that nobody waits for. */
  static void checkWanted() throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("it was given up");
    }
  }

  private MeasureReport measured(MeasuredTable table, SampleFile file, BlockCounter counter)
      throws IOException {
    DrawnRows drawn = new DrawnRows(plan, file.fields(), UsedFields.of(plan));
    table.load(file, sample.limit(), drawn);
    if (table.written() == 0) {
      throw new PlanException(sample.file() + " has no row with a key and a cell");
    }
    return measured(table, drawn, counter);
  }

  private MeasureReport measured(MeasuredTable made, DrawnRows drawn, BlockCounter counter)
      throws IOException {
    try (Table table = made.open()) {
      ReadTally all = whole(table);
      double rowBytes = (double) all.bytes() / all.rows();
      double estimated = estimatedRowBytes();
      List<Call> estimates = WorkloadEstimate.of(plan, sample, all.rows(), estimated);
      List<Measured> patterns = new ArrayList<>();
      for (int i = 0; i < plan.patterns().size(); i++) {
        PlannedPattern pattern = plan.patterns().get(i);
        PatternRun run = new PatternRun(table, plan, pattern, drawn, seed);
        patterns.add(measured(run, estimates.get(i), estimated, counter));
      }
      return new MeasureReport(plan.table(), made.written(), all.rows(), rowBytes, seed, patterns);
    }
  }

  private Measured measured(PatternRun run, Call estimate, double rowBytes, BlockCounter counter)
      throws IOException {
    PatternRun.Run made = run.run(calls, counter);
    ReadTally tally = made.tally();
    return new Measured(
        estimate.pattern(),
        estimate.path(),
        tally.calls(),
        tally.each(tally.rows()),
        tally.each(tally.cells()),
        tally.each(tally.bytes()),
        tally.regionsEach(),
        made.blocks().isPresent()
            ? OptionalDouble.of(tally.each(made.blocks().getAsLong()))
            : OptionalDouble.empty(),
        tally.micros(50),
        tally.micros(99),
        estimate,
        estimate.rows() * rowBytes);
  }

  private double estimatedRowBytes() throws IOException {
    return DesignEstimate.parts(plan, sample, 0).stream().mapToDouble(Part::bytesARow).sum();
  }

  /** Reads the whole table once: how many rows it has, and how large they are. */
  private static ReadTally whole(Table table) throws IOException {
    ReadTally all = new ReadTally(1);
    try (ResultScanner rows = table.getScanner(new Scan().setCaching(CACHING))) {
      for (Result each : rows) {
        checkWanted();
        all.add(each);
      }
    }
    return all;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
