package io.rowandb.bench.applications;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;

/** The best of each board, and the scores of a player. */
final class TypedLeaderboard implements Application {
  record Score(int board, long points, String player, long time) {}

  private final RecordTable<Score> scores;

  TypedLeaderboard(Connection connection) throws IOException {
    scores =
        RecordTable.create(
            connection,
            TableDesign.of("scores", Score.class)
                .key(
                    key ->
                        key.part(Score::board)
                            .part(Score::points, Parts.descending(Parts.int64()))
                            .part(Score::player))
                .family("s")
                .column(Score::time, "s:t")
                .index("byPlayer", index -> index.on(key -> key.part(Score::player)))
                .build());
  }

  @Override
  public void write(int from, int to) throws IOException {
    scores.putAll(IntStream.range(from, to).mapToObj(TypedLeaderboard::score).toList());
  }

  private static Score score(int i) {
    return new Score(i % 20, i * 7_919L % 100_003, Input.person(i), Input.START + i);
  }

  @Override
  public String ask(int number) throws IOException {
    return text(scores.where(Score::board).is(number % 20).limit(10).list())
        + text(scores.where(Score::player).is(Input.person(number)).list());
  }

  private static String text(List<Score> found) {
    return found.stream().map(each -> each.points() + " " + each.player()).toList().toString();
  }

  @Override
  public void close() throws IOException {
    scores.close();
  }
}
