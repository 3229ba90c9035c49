package io.rowandb.tools;

import static io.rowandb.tools.ToolTest.bytes;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableReducer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/** Puts the sum of a key's numbers into the row of that name, column {@code f:sum}. */
final class SumReducer extends TableReducer<Text, LongWritable, ImmutableBytesWritable> {
  @Override
  protected void reduce(Text key, Iterable<LongWritable> numbers, Context context)
      throws IOException, InterruptedException {
    long sum = 0;
    for (LongWritable number : numbers) {
      sum += number.get();
    }
    byte[] row = bytes(key.toString());
    context.write(
        new ImmutableBytesWritable(row),
        new Put(row).addColumn(bytes("f"), bytes("sum"), bytes("" + sum)));
  }
}
