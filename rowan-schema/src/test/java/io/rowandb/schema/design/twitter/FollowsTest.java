package io.rowandb.schema.design.twitter;

import static io.rowandb.schema.design.twitter.TwitterDesign.FOLLOWED_BY;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.design.Explained;
import io.rowandb.schema.design.Loaded;
import io.rowandb.schema.design.NeedsRealData;
import io.rowandb.schema.design.RealData;
import io.rowandb.schema.design.twitter.TwitterDesign.Follow;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.view.ViewCounts;
import io.rowandb.schema.view.ViewedTable;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Who follows whom: edges of the graph, in full all 870,161, written into both tables as one. */
@OnBackEnd
@NeedsRealData
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FollowsTest {
  /** The one with the most followers. */
  private static final String FAMOUS = "2494";

  private List<Follow> edges;
  private Set<Follow> edgeSet;
  private Map<String, List<String>> followed;
  private Map<String, List<String>> followers;
  private Loaded loaded;
  private ViewedTable<Follow> both;
  private RecordTable<Follow> follows;
  private RecordTable<Follow> followedBy;

  @BeforeAll
  void load(Connection connection) throws IOException {
    edges = TwitterFiles.follows().stream().limit(RealData.share(200_000)).toList();
    edgeSet = new HashSet<>(edges);
    followed =
        edges.stream()
            .collect(
                Collectors.groupingBy(
                    Follow::follower, Collectors.mapping(Follow::followed, Collectors.toList())));
    followers =
        edges.stream()
            .collect(
                Collectors.groupingBy(
                    Follow::followed, Collectors.mapping(Follow::follower, Collectors.toList())));
    loaded = new Loaded(connection);
    both = loaded.viewed(FOLLOWED_BY, edges);
    follows = both.records();
    followedBy = RecordTable.open(connection, FOLLOWED_BY.target());
  }

  @AfterAll
  void drop() throws IOException {
    if (loaded != null) {
      followedBy.close();
      loaded.close();
    }
  }

  /** Some users, with those at both ends; one that is nobody. */
  private static List<String> asked() {
    return Stream.concat(
            Stream.of("0", FAMOUS, "82167", "nobody"),
            IntStream.range(0, 200).mapToObj(i -> Integer.toString(i * 401)))
        .toList();
  }

  @Test
  void allEdgesAreThere() throws IOException {
    for (RecordTable<Follow> table : List.of(follows, followedBy)) {
      try (Stream<Follow> all = table.all().allowFullScan().stream()) {
        assertThat(all.filter(edgeSet::contains).count()).isEqualTo(edges.size());
      }
    }
    assertThat(edgeSet).hasSize(edges.size());
  }

  @Test
  void theTablesAgree() throws IOException {
    long all = edges.size();
    assertThat(both.verify())
        .containsExactly(new ViewCounts(FOLLOWED_BY.name(), all, all, 0, 0, 0, 0));
  }

  @Test
  void whomDoIFollow() throws IOException {
    for (String user : asked()) {
      assertThat(follows.where(Follow::follower).is(user).list().stream().map(Follow::followed))
          .isEqualTo(followed.getOrDefault(user, List.of()).stream().sorted().toList());
    }
    Explained.assertOneRange("whom do I follow", follows.where(Follow::follower).is(FAMOUS));
  }

  @Test
  void whoFollowsMe() throws IOException {
    for (String user : asked()) {
      assertThat(followedBy.where(Follow::followed).is(user).list().stream().map(Follow::follower))
          .isEqualTo(followers.getOrDefault(user, List.of()).stream().sorted().toList());
    }
    Explained.assertOneRange("who follows me", followedBy.where(Follow::followed).is(FAMOUS));
  }

  @Test
  void doIFollowHim() throws IOException {
    int yes = 0;
    List<String> asked = asked();
    for (int i = 0; i < asked.size(); i++) {
      String me = asked.get(i);
      String him = asked.get(asked.size() - 1 - i);
      for (Follow each : List.of(new Follow(me, him), edges.get(i * 37), new Follow(FAMOUS, me))) {
        boolean expected = edgeSet.contains(each);
        assertThat(follows.get(each.follower(), each.followed()).isPresent()).isEqualTo(expected);
        yes += expected ? 1 : 0;
      }
    }
    assertThat(yes).isBetween(asked.size(), 3 * asked.size() - 1);
    Explained.assertOneRow(
        "do I follow him",
        follows.where(Follow::follower).is(FAMOUS).where(Follow::followed).is("0"));
  }
}
