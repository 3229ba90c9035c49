/**
 * Pages and an HTTP API for the worked systems: {@code ./rowan systems serve} runs them on a store.
 *
 * <p>A system plugs in as a {@link io.rowandb.systems.web.SystemPages}, which is listed in {@link
 * io.rowandb.systems.web.program.PluggedSystems}: it has a name, a title, and routes. All else is
 * here and the same for all: the web server ({@link io.rowandb.systems.web.SystemsServer}), who may
 * ask ({@link io.rowandb.systems.web.RequestGuard}), checked values ({@link
 * io.rowandb.systems.web.Values}), bounded bodies, errors, escaped HTML ({@link
 * io.rowandb.systems.web.Html}), the frame around pages, two languages. Pages are made here, by the
 * server, and need no script.
 *
 * <p>Requests are answered in the web server's threads, each by one. The command's thread opens the
 * store, waits for a signal and closes both. After a crash every record that was acknowledged is
 * there, as for any other program on a store.
 *
 * <p>Read {@link io.rowandb.systems.web.SystemPages} first.
 */
package io.rowandb.systems.web;
