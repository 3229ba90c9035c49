package io.rowandb.systems.webtable;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;

/**
 * A row of the table {@code webtable_anchors}: a link, found from the page to which it leads.
 *
 * @param site of the target, reversed
 * @param port of the target
 * @param secure whether the target is of https
 * @param path of the target
 * @param fromSite of the page that has it
 * @param fromPort of that page
 * @param fromSecure whether that page is of https
 * @param fromPath of that page
 * @param place of the link on that page
 * @param text of the link
 */
record StoredAnchor(
    String site,
    int port,
    boolean secure,
    String path,
    String fromSite,
    int fromPort,
    boolean fromSecure,
    String fromPath,
    int place,
    String text) {
  static final TableDesign<StoredAnchor> DESIGN =
      TableDesign.of("webtable_anchors", StoredAnchor.class)
          .key(StoredAnchor::key)
          .family("a")
          .column(StoredAnchor::text, "a:t")
          .splits(StoredPage.splits())
          .build();

  /** The links of each page, which the record layer keeps as they are in the page's row. */
  static final View<StoredPage, StoredAnchor> VIEW =
      View.of(
          StoredPage.DESIGN,
          DESIGN,
          page -> page.outgoing().stream().map(StoredAnchor::of).toList());

  static RowKeyBuilder<StoredAnchor> key(RowKeyBuilder<StoredAnchor> key) {
    return key.part(StoredAnchor::site)
        .part(StoredAnchor::port, Parts.unsignedInt(Short.BYTES))
        .part(StoredAnchor::secure)
        .part(StoredAnchor::path)
        .part(StoredAnchor::fromSite)
        .part(StoredAnchor::fromPort, Parts.unsignedInt(Short.BYTES))
        .part(StoredAnchor::fromSecure)
        .part(StoredAnchor::fromPath)
        .part(StoredAnchor::place, Parts.unsignedInt(Short.BYTES));
  }

  static StoredAnchor of(PageAnchor anchor) {
    PageUrl target = anchor.target();
    PageUrl source = anchor.source();
    return new StoredAnchor(
        target.site(),
        target.port(),
        target.secure(),
        target.path(),
        source.site(),
        source.port(),
        source.secure(),
        source.path(),
        anchor.place(),
        anchor.text());
  }

  PageAnchor anchor() {
    return new PageAnchor(
        StoredPage.url(fromSite, fromPort, fromSecure, fromPath),
        place,
        StoredPage.url(site, port, secure, path),
        text);
  }
}
