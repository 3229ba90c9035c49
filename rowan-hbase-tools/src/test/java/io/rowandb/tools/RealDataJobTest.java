package io.rowandb.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.ImportTsv;
import org.apache.hadoop.hbase.mapreduce.RowCounter;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Football matches since 1872: imported from a file, counted, and the goals of each tournament
 * summed by a job from table to table; compared with sums over the file.
 */
@Tag("slow")
class RealDataJobTest extends ToolTest {
  private static final String FILE = "f-scores-international-football/results.csv.gz";
  private static final TableName MATCHES = TableName.valueOf("matches");
  private static final int HOME_GOALS = 3;
  private static final int AWAY_GOALS = 4;
  private static final int TOURNAMENT = 5;

  /** The goals of a match under its tournament. */
  static final class GoalMapper extends TableMapper<Text, LongWritable> {
    @Override
    protected void map(ImmutableBytesWritable row, Result match, Context context)
        throws IOException, InterruptedException {
      long goals = number(match, "home_goals") + number(match, "away_goals");
      String tournament = Bytes.toString(match.getValue(bytes("f"), bytes("tournament")));
      context.write(new Text(tournament), new LongWritable(goals));
    }

    private static long number(Result match, String qualifier) {
      return Long.parseLong(Bytes.toString(match.getValue(bytes("f"), bytes(qualifier))));
    }
  }

  private final Map<String, Long> goals = new TreeMap<>();
  private int matches;

  @ParameterizedTest
  @EnumSource(Door.class)
  void sumsGoalsByTournament(Door door) throws Exception {
    Path tsv = writeTsv(dataFileOrSkip());
    open(door, directory.resolve("store").toString());
    createTables();
    String columns = "-Dimporttsv.columns=HBASE_ROW_KEY,f:home_goals,f:away_goals,f:tournament";
    assertThat(run(new ImportTsv(), columns, "matches", tsv.toString())).isZero();
    assertThat(run(new RowCounter(), "matches", "--expectedCount=" + matches)).isZero();

    Job job = Job.getInstance(conf, "goals");
    job.setJarByClass(GoalMapper.class);
    TableMapReduceUtil.initTableMapperJob(
        MATCHES,
        new Scan().setCaching(1000),
        GoalMapper.class,
        Text.class,
        LongWritable.class,
        job);
    TableMapReduceUtil.initTableReducerJob("target", SumReducer.class, job);
    assertThat(job.waitForCompletion(false)).isTrue();
    assertThat(sums()).isEqualTo(goals);
  }

  private Map<String, Long> sums() throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    try (Table table = connection.getTable(TARGET);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result : scanner) {
        sums.put(
            Bytes.toString(result.getRow()),
            Long.valueOf(Bytes.toString(result.getValue(bytes("f"), bytes("sum")))));
      }
    }
    return sums;
  }

  /** The matches that were played, with a row key of their own; and what the job must find. */
  private Path writeTsv(Path csv) throws IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(csv)), StandardCharsets.UTF_8))) {
      reader.readLine();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] fields = line.split(",", -1);
        if (line.indexOf('"') < 0 && !fields[HOME_GOALS].equals("NA")) {
          // Two teams may meet twice a day, as Tahiti and New Caledonia did.
          String key = String.join("/", fields[0], fields[1], fields[2], "" + lines.size());
          lines.add(
              String.join("\t", key, fields[HOME_GOALS], fields[AWAY_GOALS], fields[TOURNAMENT]));
          long sum = Long.parseLong(fields[HOME_GOALS]) + Long.parseLong(fields[AWAY_GOALS]);
          goals.merge(fields[TOURNAMENT], sum, Long::sum);
        }
      }
    }
    matches = lines.size();
    assertThat(matches).isGreaterThan(10_000);
    return Files.write(directory.resolve("matches.tsv"), lines);
  }

  private void createTables() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : List.of(MATCHES, TARGET)) {
        byte[][] decades = {bytes("1960"), bytes("1980"), bytes("2000")};
        admin.createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build(),
            decades);
      }
    }
  }

  private static Path dataFileOrSkip() {
    String named = System.getProperty("rowan.data", System.getenv("ROWAN_DATA"));
    Path file =
        (named == null ? Path.of("..", "..", "shared", "data") : Path.of(named)).resolve(FILE);
    assumeTrue(
        Files.exists(file),
        () -> "no " + file.toAbsolutePath().normalize() + "; -Drowan.data=DIR names another place");
    return file;
  }
}
