/** Tests of leaderboards. */
package io.rowandb.systems.board;
