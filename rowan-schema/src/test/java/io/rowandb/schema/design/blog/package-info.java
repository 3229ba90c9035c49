/**
 * A blog with comments: the threads of a forum. A post has its comments as details, by one
 * declaration either as columns of its row, or as rows below it in a table of their own, which tens
 * of thousands make no row too wide in.
 *
 * <pre>
 *   posts      | Murmur3(thread) 2 | thread 4 | id 4 |   i: kind, time, author, score, title
 *                                                        t: text, 3 versions
 *                                                        c: time, newest first, 8 | id 4 | a, s or x
 *   comments   | Murmur3(thread) 2 | thread 4 | post 4 | time 8 | id 4 |
 *                                                        d: author, score, text; in memory
 *
 *   a post with its comments           posts   1 get: its thread and id (and 1 range of comments)
 *   a question with all answers and
 *   all comments                       posts   1 range: the thread (and 1 of comments for each)
 *   the comments of a post             pages from the newest, of its row or of its range
 *   one comment                        1 get
 * </pre>
 *
 * <p>The article has a family for each field of a comment with its time as the qualifier: more
 * families than HBase bears, and comments of one second overwrite one another. Here one family has
 * them all, with the field behind the comment's key.
 *
 * <p>Read {@code BlogDesign} first.
 */
package io.rowandb.schema.design.blog;
