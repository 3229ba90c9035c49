/**
 * Posts, comments and replies. Read {@link io.rowandb.systems.forum.Forum} first; {@link
 * io.rowandb.systems.forum.ForumAttempts} has the designs beside it.
 *
 * <p>Three tables. A hash is two bytes of MD5 of the post's id; a place is {@code life 4 | move 4};
 * a path has, for each comment from the post's own down, {@code time 8 | id | 00}.
 *
 * <pre>
 * forum_posts      hash | post
 *   p: h    head: sequence, state, life, move, layout, moving, leftover, comments
 *   p: d    details: author, time, title, tags
 *   p: x    text
 *   p: n    note: the rows of a change of tall comments, until they are written
 *   p: k    cursor: the last key that a move has copied
 *   c: place | a | time | id        parent, author, text; or removed    the wide comments
 *   c: place | d | ~time | ~id | FF nothing                             the newest first
 *   c: place | i | id               digest, path; removed or not
 *   c: place | t | path             nothing                             the order of reading
 * forum_comments   hash | post | 00 | place | a, i or t as above        the tall comments
 *   c: c    the value of the column above
 * forum_lists      salt(post) | author, or nothing | ~time | post | life
 * </pre>
 *
 * <table>
 * <caption>What a question reads</caption>
 * <tr><th>question</th><th>wide</th><th>tall</th></tr>
 * <tr><td>a post, its count</td><td>a get of p</td><td>a get of p</td></tr>
 * <tr><td>the oldest comments</td><td>a range of columns a</td><td>a scan of rows a</td></tr>
 * <tr><td>the newest</td><td>a range of d, a get of a</td><td>a reversed scan of rows a</td></tr>
 * <tr><td>a thread, the replies to one</td><td>a range of t, a get of a</td>
 *     <td>a scan of rows t, a get of each a</td></tr>
 * <tr><td>the newest posts, an author's</td><td colspan="2">8 merged scans of lists, a get of each
 *     p</td></tr>
 * </table>
 *
 * <p>Each change is decided by one {@code checkAndMutate} of the post's row: the head must be the
 * one that was read, and the next one has another sequence number. States go {@code GONE -> OPEN ->
 * REMOVING -> GONE}; a head stays for ever. A wide comment is all in that mutation. The rows of a
 * tall one are in its note: they are written behind it, with the sequence number as their time, by
 * whoever finds the note; then the note goes, if the head is still the same. So rows that come late
 * are older than what replaced them. A removed comment is written over and never deleted: that
 * holds behind any compaction too.
 *
 * <p>A move copies cells to the next place, some with each mutation of the head; who wants to
 * change the comments meanwhile helps. Readers use the old place until the last of these mutations,
 * and read again if the place is another one behind their read. Only rows of places that are over
 * are deleted; no place comes twice.
 *
 * <p>A program that dies leaves a note, a cursor, leftover rows, a post in state REMOVING, or rows
 * of lists of a post that was never published, which nobody sees. All but the last are ended by the
 * next call that changes the post, or {@code resume}; {@code repair} ends them of all posts.
 */
package io.rowandb.systems.forum;
