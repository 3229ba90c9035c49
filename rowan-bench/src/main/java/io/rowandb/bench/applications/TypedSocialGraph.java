package io.rowandb.bench.applications;

import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;

/** Who follows whom, read from both sides. */
final class TypedSocialGraph implements Application {
  record Follow(String who, String whom, long since) {}

  private final RecordTable<Follow> follows;

  TypedSocialGraph(Connection connection) throws IOException {
    follows =
        RecordTable.create(
            connection,
            TableDesign.of("graph", Follow.class)
                .key(key -> key.part(Follow::who).part(Follow::whom))
                .family("f")
                .column(Follow::since, "f:s")
                .index("byWhom", index -> index.on(key -> key.part(Follow::whom)))
                .build());
  }

  @Override
  public void write(int from, int to) throws IOException {
    follows.putAll(IntStream.range(from, to).mapToObj(TypedSocialGraph::follow).toList());
  }

  private static Follow follow(int number) {
    return new Follow(Input.person(number), Input.person(number / 7), number);
  }

  @Override
  public String ask(int number) throws IOException {
    String person = Input.person(number);
    List<String> whom =
        follows.where(Follow::who).is(person).list().stream().map(Follow::whom).toList();
    List<String> who =
        follows.where(Follow::whom).is(person).list().stream().map(Follow::who).toList();
    return whom + " " + who + " " + follows.get(person, Input.person(number / 7)).isPresent();
  }

  @Override
  public void close() throws IOException {
    follows.close();
  }
}
