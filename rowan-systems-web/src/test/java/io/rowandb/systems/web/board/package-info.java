/** Tests of leaderboards over HTTP. */
package io.rowandb.systems.web.board;
