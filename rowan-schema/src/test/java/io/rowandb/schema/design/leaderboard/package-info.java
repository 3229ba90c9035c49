/**
 * Leaderboards of footballers, teams and posts of a forum.
 *
 * <pre>
 *   standings  | board, 00 00 | points, the most first 8 | name |
 *   scores     | board, 00 00 | name |                               s: points, a counter
 *   ties       | board, 00 00 | points, the most first 8 |           s: names, a counter
 *
 *   the first k              standings   1 range: the board
 *   the last k               standings   1 range, read backwards
 *   the rank of somebody     scores      1 get, then
 *                            ties        1 range: the board, more points
 *   k before and k behind    standings   1 to 4 ranges: his points, before and behind his name;
 *                                        more points, backwards; fewer points
 *   he gets points           scores      1 increment
 *                            standings   1 put of the new row, then 1 delete of the old
 *                            ties        1 increment for each of the two
 * </pre>
 *
 * <p>The article writes {@code Integer.MAX_VALUE} minus the points, which negative points have no
 * form in; a number whose bits are all inverted keeps the same order for every number.
 *
 * <p>Whose points fall to what they were gets the row again that he had before. The family of
 * {@code standings} has {@code NEW_VERSION_BEHAVIOR}, for otherwise HBase hides what is written in
 * the millisecond of a deletion.
 *
 * <p>Read {@code LeaderboardDesign} first, then {@code StandingBoards}.
 */
package io.rowandb.schema.design.leaderboard;
