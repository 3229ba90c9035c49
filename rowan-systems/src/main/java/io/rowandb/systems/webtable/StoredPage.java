package io.rowandb.systems.webtable;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.Versioned;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A row of the table {@code webtable}.
 *
 * @param site the host, reversed
 * @param port of the address
 * @param secure whether it is of https
 * @param path with the query
 * @param first time of the first fetch
 * @param last time of the last one
 * @param links of the last one
 * @param fetches the newest, the newest first
 * @param bodies of these
 */
record StoredPage(
    String site,
    int port,
    boolean secure,
    String path,
    Instant first,
    Instant last,
    List<Link> links,
    List<Versioned<Fetched>> fetches,
    List<Versioned<String>> bodies) {
  /** How many versions of a page are kept. */
  static final int VERSIONS = 5;

  /**
   * A link, as it is stored.
   *
   * @param url where it leads
   * @param text its words
   */
  record Link(String url, String text) {}

  /**
   * What is known of a fetch, beside the body.
   *
   * @param status of HTTP
   * @param type of the content
   * @param hash of the content
   * @param characters of the content
   */
  record Fetched(int status, String type, String hash, int characters) {}

  /**
   * What answers most questions: a page without its bodies and links.
   *
   * @param site as above
   * @param port as above
   * @param secure as above
   * @param path as above
   * @param first as above
   * @param fetches as above
   */
  record Facts(
      String site,
      int port,
      boolean secure,
      String path,
      Instant first,
      List<Versioned<Fetched>> fetches) {
    PageUrl url() {
      return StoredPage.url(site, port, secure, path);
    }

    /** What is known of the versions, the newest first. */
    List<PageState> states() {
      PageUrl url = url();
      return fetches.stream().map(each -> state(url, each)).toList();
    }

    /**
     * What was known as of a time.
     *
     * @return null when the page had not been fetched by then
     */
    PageState asOf(Instant time) {
      for (Versioned<Fetched> each : fetches) {
        if (!each.time().isAfter(time)) {
          return state(url(), each);
        }
      }
      return first.isAfter(time) ? null : PageState.forgotten(url(), first);
    }
  }

  /**
   * The links of a page, without its versions.
   *
   * @param site as above
   * @param port as above
   * @param secure as above
   * @param path as above
   * @param links as above
   */
  record Outgoing(String site, int port, boolean secure, String path, List<Link> links) {
    List<PageAnchor> anchors() {
      return StoredPage.anchors(url(site, port, secure, path), links);
    }
  }

  /**
   * Where the regions of a new table begin. Names are not spread evenly: half of all hosts are of
   * com.
   */
  private static final String[] REGIONS = {
    "com.", "com.b", "com.d", "com.g", "com.j", "com.m", "com.p", "com.s", "com.u", "con", "edu",
    "io.", "net.", "org.", "org.m", "ru."
  };

  static final TableDesign<StoredPage> DESIGN =
      TableDesign.of("webtable", StoredPage.class)
          .key(StoredPage::key)
          .family("p")
          .family("f", family -> family.setMaxVersions(VERSIONS))
          .family("b", family -> family.setMaxVersions(VERSIONS))
          .column(StoredPage::first, "p:first")
          .column(StoredPage::last, "p:last")
          .packed("p:links", packed -> packed.field(1, StoredPage::links))
          .versions(StoredPage::fetches, "f:f", VERSIONS)
          .versions(StoredPage::bodies, "b:b", VERSIONS)
          .neverNull(StoredPage::first, StoredPage::last)
          .marked()
          .splits(splits())
          .build();

  static <R> Splits<R> splits() {
    return Splits.at(REGIONS);
  }

  private static RowKeyBuilder<StoredPage> key(RowKeyBuilder<StoredPage> key) {
    return key.part(StoredPage::site)
        .part(StoredPage::port, Parts.unsignedInt(Short.BYTES))
        .part(StoredPage::secure)
        .part(StoredPage::path, Parts.textToEnd());
  }

  static StoredPage of(PageFetch fetch) {
    PageUrl url = fetch.url();
    Instant time = fetch.time();
    return new StoredPage(
        url.site(),
        url.port(),
        url.secure(),
        url.path(),
        time,
        time,
        fetch.links().stream()
            .map(each -> new Link(each.target().toString(), each.text()))
            .toList(),
        List.of(
            new Versioned<>(
                time,
                new Fetched(fetch.status(), fetch.type(), fetch.hash(), fetch.body().length()))),
        List.of(new Versioned<>(time, fetch.body())));
  }

  /** What the row holds when another fetch comes to this: the versions are added to those there. */
  StoredPage with(StoredPage fetch) {
    boolean newer = !fetch.last.isBefore(last);
    return new StoredPage(
        site,
        port,
        secure,
        path,
        fetch.first.isBefore(first) ? fetch.first : first,
        newer ? fetch.last : last,
        newer ? fetch.links : links,
        fetch.fetches,
        fetch.bodies);
  }

  static PageUrl url(String site, int port, boolean secure, String path) {
    return new PageUrl(secure, UrlText.hostOf(site), port, path);
  }

  private static PageState state(PageUrl url, Versioned<Fetched> version) {
    Fetched fetched = version.value();
    return new PageState(
        url,
        version.time(),
        fetched.status(),
        fetched.type(),
        fetched.hash(),
        fetched.characters());
  }

  /** The versions, the newest first. */
  List<PageVersion> versions() {
    List<PageVersion> versions = new ArrayList<>();
    PageUrl url = url(site, port, secure, path);
    for (int i = 0; i < fetches.size(); i++) { // both columns are written together
      versions.add(new PageVersion(state(url, fetches.get(i)), bodies.get(i).value()));
    }
    return versions;
  }

  /** The links, in the order of the page. */
  List<PageAnchor> outgoing() {
    return anchors(url(site, port, secure, path), links);
  }

  private static List<PageAnchor> anchors(PageUrl source, List<Link> links) {
    List<PageAnchor> outgoing = new ArrayList<>();
    for (Link each : links) {
      outgoing.add(new PageAnchor(source, outgoing.size(), PageUrl.of(each.url()), each.text()));
    }
    return outgoing;
  }
}
