/**
 * A log store in a browser and over HTTP. Read {@link io.rowandb.systems.web.logs.LogPages} first:
 * it plugs in; {@link io.rowandb.systems.web.logs.LogApi} is the API, {@link
 * io.rowandb.systems.web.logs.LogViews} the HTML.
 *
 * <p>Requests come with questions and lines; pages, JSON and lines of JSON leave. Each request has
 * a thread, and takes a store of its own from a pool ({@link
 * io.rowandb.systems.web.logs.OpenLogs}). A line that was acknowledged is there after a crash; of a
 * body that was not answered, the first lines may be there, and it can be sent again.
 */
package io.rowandb.systems.web.logs;
