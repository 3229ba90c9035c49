package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/** Pages of a domain and its subdomains, by the row key; and words that begin so, by an index. */
@OnBackEnd
class BeginningReadsTest {
  record Site(String host, String path, String title) {}

  private static final List<Site> PAGES =
      Stream.of(
              "cnn.com", "www.cnn.com", "edition.cnn.com", "cnn-x.com", "cnn.community", "bbc.com")
          .flatMap(
              host ->
                  Stream.of(
                      new Site(host, "/", "home of " + host), new Site(host, "/a", "article")))
          .toList();

  private static RecordTable<Site> pages(Connection connection) throws IOException {
    RecordTable<Site> pages =
        RecordTable.create(
            connection,
            TableDesign.of(BackEnd.newTableName("pages"), Site.class)
                .key(
                    key ->
                        key.part(Site::host, Parts.reversedDomain(Parts.text())).part(Site::path))
                .family("p")
                .column(Site::title, "p:t")
                .index(
                    "byTitle",
                    index -> index.on(key -> key.part(Site::title, Parts.optional(Parts.text()))))
                .build());
    pages.putAll(PAGES);
    return pages;
  }

  @Test
  void aDomainHasItsSubdomains(Connection connection) throws IOException {
    try (RecordTable<Site> pages = pages(connection)) {
      RecordQuery<Site> cnn = pages.all().ofDomain(Site::host, "cnn.com");
      assertThat(cnn.list())
          .extracting(Site::host)
          .containsExactly(
              "cnn.com",
              "cnn.com",
              "edition.cnn.com",
              "edition.cnn.com",
              "www.cnn.com",
              "www.cnn.com");
      assertThat(cnn.explain().toString())
          .contains("served by: the row key", "rows: 8", "checked of each row: host is of domain");
      assertThat(cnn.limit(2).list()).hasSize(2);
      assertThatThrownBy(() -> pages.all().startingWith(Site::host, "cnn").list())
          .isInstanceOf(UnservedReadException.class);
    }
  }

  @Test
  void textBeginsSo(Connection connection) throws IOException {
    try (RecordTable<Site> pages = pages(connection)) {
      RecordQuery<Site> homes = pages.all().startingWith(Site::title, "home of cnn");
      assertThat(homes.list())
          .extracting(Site::host)
          .containsExactly("cnn-x.com", "cnn.com", "cnn.community");
      assertThat(homes.explain().servedBy()).isEqualTo("index byTitle");
      List<Site> paged = new ArrayList<>();
      Page<Site> page = homes.page(2);
      paged.addAll(page.records());
      for (Optional<String> next = page.next(); next.isPresent(); next = page.next()) {
        page = homes.page(2, next.get());
        paged.addAll(page.records());
      }
      assertThat(paged).isEqualTo(homes.list());
      String token = homes.page(1).next().orElseThrow();
      assertThatThrownBy(() -> pages.all().startingWith(Site::title, "home").page(1, token))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void withinARecordOfAHost(Connection connection) throws IOException {
    try (RecordTable<Site> pages = pages(connection)) {
      assertThat(pages.where(Site::host).is("www.cnn.com").startingWith(Site::path, "/a").list())
          .containsExactly(new Site("www.cnn.com", "/a", "article"));
      assertThat(pages.where(Site::host).is("www.cnn.com").startingWith(Site::path, "/").list())
          .hasSize(2);
      assertThat(pages.where(Site::host).is("www.cnn.com").startingWith(Site::path, "x").list())
          .isEmpty();
    }
  }
}
