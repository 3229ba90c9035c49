/**
 * The pages of a crawler, the links between them, and what is to be fetched next. Read {@link
 * io.rowandb.systems.webtable.Webtable} and {@link io.rowandb.systems.webtable.Frontier} first;
 * {@link io.rowandb.systems.webtable.WebtableAttempts} has the designs beside them.
 *
 * <table>
 *   <caption>Rows</caption>
 *   <tr><td>{@code webtable}</td><td>{@code site | port | secure | path}</td></tr>
 *   <tr><td>{@code webtable_anchors}</td><td>the target's row, then the source's, then the place</td></tr>
 *   <tr><td>{@code webtable_hosts}</td><td>{@code bucket(site) | site}</td></tr>
 *   <tr><td>{@code webtable_urls}</td><td>{@code bucket(site) | site | port | secure | path}</td></tr>
 * </table>
 *
 * <p>A site is a host with its labels reversed and a dot behind the last.
 */
package io.rowandb.systems.webtable;
