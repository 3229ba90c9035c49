package io.rowandb.schema.design.twitter;

import static io.rowandb.schema.design.twitter.TwitterDesign.TWITS;
import static io.rowandb.schema.design.twitter.TwitterDesign.TWITS_STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.design.Explained;
import io.rowandb.schema.design.Loaded;
import io.rowandb.schema.design.NeedsRealData;
import io.rowandb.schema.design.twitter.TwitterDesign.StreamPost;
import io.rowandb.schema.design.twitter.TwitterDesign.Twit;
import io.rowandb.schema.design.twitter.TwitterFiles.TweetRow;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Home pages: all 563,069 actions about the Higgs boson. */
@OnBackEnd
@NeedsRealData
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StreamTest {
  private static final Comparator<StreamPost> NEWEST_FIRST =
      Comparator.comparing(StreamPost::time)
          .reversed()
          .thenComparing(StreamPost::author)
          .thenComparing(StreamPost::sequence);

  private List<StreamPost> posts;
  private Map<String, List<StreamPost>> pages;
  private List<String> readers;
  private Loaded loaded;
  private RecordTable<StreamPost> stream;

  @BeforeAll
  void load(Connection connection) throws IOException {
    posts = TwitterFiles.actions();
    pages = posts.stream().collect(Collectors.groupingBy(StreamPost::reader));
    pages.values().forEach(page -> page.sort(NEWEST_FIRST));
    readers =
        pages.keySet().stream()
            .sorted(Comparator.comparing(reader -> -pages.get(reader).size()))
            .toList();
    loaded = new Loaded(connection);
    stream = loaded.table(TWITS_STREAM, posts);
  }

  @AfterAll
  void drop() throws IOException {
    if (loaded != null) {
      loaded.close();
    }
  }

  @Test
  void homePagesOfTheBusiestAndOfOthers() throws IOException {
    for (int i = 0; i < readers.size(); i += 1 + i / 3) {
      String reader = readers.get(i);
      assertThat(stream.where(StreamPost::reader).is(reader).list()).isEqualTo(pages.get(reader));
    }
    Explained.assertOneRange("home page", stream.where(StreamPost::reader).is(readers.get(0)));
  }

  @Test
  void homePagesByPage() throws IOException {
    String reader = readers.get(0);
    RecordQuery<StreamPost> query = stream.where(StreamPost::reader).is(reader).newestFirst();
    List<StreamPost> read = new ArrayList<>();
    Page<StreamPost> page = query.page(20);
    read.addAll(page.records());
    for (Optional<String> next = page.next(); next.isPresent(); next = page.next()) {
      page = query.page(20, next.get());
      read.addAll(page.records());
    }
    assertThat(read).isEqualTo(pages.get(reader)).hasSizeGreaterThan(60);
  }

  @Test
  void whatIsNewSinceTheLastVisit() throws IOException {
    for (String reader : readers.subList(0, 20)) {
      Instant visit = pages.get(reader).get(pages.get(reader).size() / 2).time();
      assertThat(stream.where(StreamPost::reader).is(reader).from(StreamPost::time, visit).list())
          .isEqualTo(
              pages.get(reader).stream().filter(post -> !post.time().isBefore(visit)).toList())
          .isNotEmpty();
    }
  }

  /** With the article's key, of reader and time alone, posts of one millisecond are one row. */
  @Test
  void noPostOverwritesAnother() {
    RowKey<StreamPost> article =
        RowKey.of(StreamPost.class)
            .hash(Digest.md5(16), StreamPost::reader)
            .part(StreamPost::time, TwitterDesign.DESC)
            .lossy(StreamPost::reader)
            .build();
    long lost = posts.size() - distinctKeys(article);
    assertThat(lost).isPositive();
    assertThat(distinctKeys(TWITS_STREAM.key())).isEqualTo(posts.size());
    Loaded.report("posts lost by a key of reader and time alone: %d", lost);
  }

  private long distinctKeys(RowKey<StreamPost> key) {
    return posts.stream().map(post -> ByteBuffer.wrap(key.encode(post))).distinct().count();
  }

  /** Fan-out on write against fan-in on read, with the real tweets of both authors. */
  @Test
  void theHomePageIsWhatTheFollowedWrote(Connection connection) throws IOException {
    List<Twit> twits = TwitterFiles.tweets().stream().map(TweetRow::twit).toList();
    Map<String, List<String>> followers =
        Map.of("BarackObama", List.of("ann", "bob"), "realDonaldTrump", List.of("ann", "eve"));
    try (Loaded tables = new Loaded(connection)) {
      RecordTable<Twit> table = tables.table(TWITS, twits);
      List<StreamPost> copies =
          twits.stream().flatMap(twit -> copies(twit, followers.get(twit.user()))).toList();
      stream.putAll(copies);
      for (String reader : List.of("ann", "bob", "eve")) {
        List<String> followed =
            followers.keySet().stream().filter(a -> followers.get(a).contains(reader)).toList();
        List<Twit> fanIn = table.all().where(Twit::user).in(followed).newestFirst().list();
        List<StreamPost> fanOut = stream.where(StreamPost::reader).is(reader).newestFirst().list();
        assertThat(fanOut)
            .isEqualTo(
                copies.stream()
                    .filter(c -> c.reader().equals(reader))
                    .sorted(NEWEST_FIRST)
                    .toList());
        assertThat(fanOut.stream().map(StreamPost::text))
            .isEqualTo(fanIn.stream().map(Twit::text).toList());
      }
      Explained.report(
          "home page without a stream", table.all().where(Twit::user).in(followers.keySet()));
    }
  }

  private static Stream<StreamPost> copies(Twit twit, List<String> readers) {
    return readers.stream()
        .map(reader -> new StreamPost(reader, twit.time(), twit.user(), twit.id(), twit.text()));
  }
}
