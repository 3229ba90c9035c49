package io.rowandb.systems.webtable;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/** A load holds some fetches in memory, and not all that a batch may count. */
@OnBackEnd
class WebtableLoadTest {
  private static final Instant T = Instant.parse("2011-07-01T00:00:00Z");

  /** The links of a page may have 4 MB, and its body none. */
  @Test
  void fetchesWithManyLinksAreWrittenFewAtATime(Connection connection) throws IOException {
    PageLink link = new PageLink(PageUrl.of("http://b.example/"), "x".repeat(1_000));
    List<PageLink> links = Collections.nCopies(1_000, link);
    List<Integer> written = new ArrayList<>();
    try (Webtable webtable = Webtable.open(connection)) {
      webtable.addAll(
          IntStream.range(0, 4)
              .mapToObj(
                  each -> {
                    written.add(each == 0 || isThere(webtable, each - 1) ? each : -1);
                    return new PageFetch(url(each), T, 200, "", "", links);
                  }));
    } finally {
      BackEnd.drop(connection, "webtable");
    }
    assertThat(written).containsExactly(0, 1, 2, 3);
  }

  private static PageUrl url(int page) {
    return PageUrl.of("http://a.example/" + page);
  }

  private static boolean isThere(Webtable webtable, int page) {
    try {
      return webtable.page(url(page)).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
