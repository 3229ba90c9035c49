package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

/** What a record has in a counter is not left out in silence. */
@OnBackEnd
class WrittenCountsTest {
  record Post(String name, String text, long likes) {}

  private final TableDesign<Post> design =
      TableDesign.of(BackEnd.newTableName("posts"), Post.class)
          .key(key -> key.part(Post::name, Parts.textToEnd()))
          .family("i")
          .column(Post::text, "i:t")
          .counter(Post::likes, "i:l")
          .build();

  @Test
  void writtenWithARecord(Connection connection, Configuration configuration) throws IOException {
    try (RecordTable<Post> table = RecordTable.create(connection, design);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      table.put(new Post("a", "x", 0));
      assertThatThrownBy(() -> table.put(new Post("a", "y", 7)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("Post.likes is 7", "increment()");
      assertThatThrownBy(() -> table.putAll(List.of(new Post("b", "y", 0), new Post("c", "y", -1))))
          .hasMessageContaining("Post.likes is -1");
      AsyncRecordTable<Post> later = AsyncRecordTable.open(async, design);
      assertThatThrownBy(() -> ItemClient.Async.await(later.put(new Post("a", "y", 7))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("Post.likes is 7", "increment()");
      assertThat(table.increment(Post::likes, 3, "a")).isEqualTo(3);
      table.put(new Post("a", "z", 0));
      assertThat(table.all().allowFullScan().list()).containsExactly(new Post("a", "z", 3));
    }
  }

  @Test
  void ofRecordsThatAreLoaded(Connection connection) throws IOException {
    try (RecordTable<Post> table = RecordTable.create(connection, design)) {
      table.load(Stream.of(new Post("a", "x", 41), new Post("b", "x", 0)));
      assertThat(table.increment(Post::likes, 1, "a")).isEqualTo(42);
      assertThat(table.increment(Post::likes, 1, "b")).isEqualTo(1);
    }
  }
}
