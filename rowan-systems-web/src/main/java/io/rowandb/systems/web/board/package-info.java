/**
 * Leaderboards in a browser and over HTTP. Read {@link io.rowandb.systems.web.board.BoardPages}
 * first: it plugs in; {@link io.rowandb.systems.web.board.BoardApi} is the API, {@link
 * io.rowandb.systems.web.board.BoardViews} the HTML.
 *
 * <p>Requests come with scores, points and questions; pages and JSON leave. Each request has a
 * thread, and a leaderboard that no other thread uses meanwhile ({@link
 * io.rowandb.systems.web.board.OpenBoards}). What was acknowledged is there after a crash; points
 * whose answer was lost are sent again with the same id, and count once.
 */
package io.rowandb.systems.web.board;
