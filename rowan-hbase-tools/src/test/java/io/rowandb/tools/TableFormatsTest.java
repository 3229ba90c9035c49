package io.rowandb.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.IdentityTableReducer;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.mapreduce.TableOutputFormat;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code TableInputFormat}, {@code TableOutputFormat}, and jobs between them. */
@Tag("slow")
class TableFormatsTest extends ToolTest {
  /** What the mappers count. */
  enum Seen {
    MAPS,
    ROWS,
    CELLS
  }

  /** Counts maps, rows and cells. */
  static final class CountingMapper extends TableMapper<Text, LongWritable> {
    @Override
    protected void setup(Context context) {
      context.getCounter(Seen.MAPS).increment(1);
    }

    @Override
    protected void map(ImmutableBytesWritable row, Result result, Context context) {
      context.getCounter(Seen.ROWS).increment(1);
      context.getCounter(Seen.CELLS).increment(result.size());
    }
  }

  /** The number of a row under its last digit. */
  static final class DigitMapper extends TableMapper<Text, LongWritable> {
    @Override
    protected void map(ImmutableBytesWritable row, Result result, Context context)
        throws IOException, InterruptedException {
      String number = Bytes.toString(result.getValue(bytes("f"), bytes("number")));
      String digit = number.substring(number.length() - 1);
      context.write(new Text(digit), new LongWritable(Long.parseLong(number)));
    }
  }

  /** Deletes the rows whose number is odd. */
  static final class OddRowDeleter extends TableMapper<ImmutableBytesWritable, Mutation> {
    @Override
    protected void map(ImmutableBytesWritable row, Result result, Context context)
        throws IOException, InterruptedException {
      if (!result.containsColumn(bytes("g"), bytes("even"))) {
        context.write(row, new Delete(result.getRow()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void readsWhatTheConfigurationNames(Door door) throws Exception {
    open(door);
    loadSource();
    Configuration named = new Configuration(conf);
    named.set(TableInputFormat.INPUT_TABLE, "source");
    assertThat(counted(named)).isEqualTo(counts(REGIONS, ROWS, ROWS + ROWS / 2));

    named.set(TableInputFormat.SCAN_COLUMNS, "g:even f:none");
    assertThat(counted(named)).isEqualTo(counts(REGIONS, ROWS / 2, ROWS / 2));

    named.unset(TableInputFormat.SCAN_COLUMNS);
    named.set(TableInputFormat.SCAN_COLUMN_FAMILY, "f");
    assertThat(counted(named)).isEqualTo(counts(REGIONS, ROWS, ROWS));

    named.set(TableInputFormat.SCAN_ROW_START, "r030");
    named.set(TableInputFormat.SCAN_ROW_STOP, "r035");
    assertThat(counted(named)).as("one region holds them").isEqualTo(counts(1, 5, 5));

    named.set(TableInputFormat.SCAN_TIMERANGE_START, "0");
    named.set(TableInputFormat.SCAN_TIMERANGE_END, "1000");
    assertThat(counted(named)).isEqualTo(counts(1, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void makesOneSplitForEachRegion(Door door) throws Exception {
    open(door);
    loadSource();
    Configuration named = new Configuration(conf);
    named.set(TableInputFormat.INPUT_TABLE, "source");
    TableInputFormat format = new TableInputFormat();
    format.setConf(named);
    List<String> ranges = new ArrayList<>();
    for (InputSplit split : format.getSplits(Job.getInstance(named))) {
      TableSplit each = (TableSplit) split;
      assertThat(each.getTable()).isEqualTo(SOURCE);
      assertThat(each.getLocations()).hasSize(1).doesNotContainNull();
      assertThat(each.getRegionLocation()).isNotBlank();
      ranges.add(
          Bytes.toStringBinary(each.getStartRow()) + ".." + Bytes.toStringBinary(each.getEndRow()));
    }
    assertThat(ranges).containsExactly("..r020", "r020..r040", "r040..");
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void reducesFromOneTableIntoAnother(Door door) throws Exception {
    open(door);
    loadSource();
    create(TARGET);
    Job job = Job.getInstance(conf, "sums");
    job.setJarByClass(DigitMapper.class);
    TableMapReduceUtil.initTableMapperJob(
        SOURCE, new Scan(), DigitMapper.class, Text.class, LongWritable.class, job);
    TableMapReduceUtil.initTableReducerJob("target", SumReducer.class, job);
    assertThat(job.waitForCompletion(false)).isTrue();
    List<String> expected = new ArrayList<>();
    for (int digit = 0; digit < 10; digit++) {
      int count = ROWS / 10;
      expected.add(digit + "=" + (digit * count + 10 * count * (count - 1) / 2));
    }
    assertThat(cells(TARGET, new Scan()))
        .extracting(cell -> cell.charAt(0) + cell.substring(cell.lastIndexOf('=')))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void deletesThroughTheOutputFormat(Door door) throws Exception {
    open(door);
    loadSource();
    Job job = Job.getInstance(conf, "deletes");
    job.setJarByClass(OddRowDeleter.class);
    TableMapReduceUtil.initTableMapperJob(
        SOURCE, new Scan(), OddRowDeleter.class, ImmutableBytesWritable.class, Mutation.class, job);
    TableMapReduceUtil.initTableReducerJob("source", IdentityTableReducer.class, job);
    job.setNumReduceTasks(0);
    assertThat(job.waitForCompletion(false)).isTrue();
    assertThat(cells(SOURCE, new Scan().addFamily(bytes("f"))))
        .hasSize(ROWS / 2)
        .allMatch(cell -> Integer.parseInt(cell.substring(cell.lastIndexOf('=') + 1)) % 2 == 0);
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void refusesATableThatDoesNotExist(Door door) throws Exception {
    open(door);
    loadSource();
    Configuration named = new Configuration(conf);
    named.set(TableInputFormat.INPUT_TABLE, "none");
    assertThatThrownBy(() -> counted(named)).hasStackTraceContaining("TableNotFoundException");
    named.set(TableOutputFormat.OUTPUT_TABLE, TableName.valueOf("none").getNameAsString());
    TableOutputFormat<ImmutableBytesWritable> format = new TableOutputFormat<>();
    format.setConf(named);
    assertThatThrownBy(() -> format.checkOutputSpecs(Job.getInstance(named)))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("none");
  }

  private static List<Long> counts(long maps, long rows, long cells) {
    return List.of(maps, rows, cells);
  }

  /** How many maps, rows and cells a job sees that is given nothing but this configuration. */
  private static List<Long> counted(Configuration named) throws Exception {
    Job job = Job.getInstance(named, "count");
    job.setJarByClass(CountingMapper.class);
    job.setInputFormatClass(TableInputFormat.class);
    job.setMapperClass(CountingMapper.class);
    job.setOutputFormatClass(NullOutputFormat.class);
    job.setNumReduceTasks(0);
    assertThat(job.waitForCompletion(false)).isTrue();
    List<Long> counts = new ArrayList<>();
    for (Seen seen : Seen.values()) {
      counts.add(job.getCounters().findCounter(seen).getValue());
    }
    return counts;
  }
}
