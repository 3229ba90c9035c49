/**
 * The pages of a crawler, in a browser and over HTTP: with their versions, the links between them,
 * and what is to be fetched next. In come addresses, fetches and claims; out go pages and JSON. The
 * web server's threads run here, many at once; nothing is kept but that the tables are there, and
 * the load of sample pages. After a crash each fetch whose answer came is there; one that was under
 * way is completed when it is stored again. Read {@link
 * io.rowandb.systems.web.webtable.WebtablePages} first.
 *
 * <p>What was fetched is foreign: it is shown as text, never as a page, and addresses lead to pages
 * of this server, never to where they say.
 */
package io.rowandb.systems.web.webtable;
