/**
 * A blog with comments: the threads of a forum. One post has many comments; these are rows of a
 * table of their own, sorted below their post, so that tens of thousands make no row too wide.
 *
 * <pre>
 *   posts     | Murmur3(thread) 2 | thread 4 | id 4 |        i: kind, time, author, score, title
 *                                                            t: text, 3 versions
 *   comments  | Murmur3(thread) 2 | thread 4 | post 4 | time 8 | id 4 |
 *                                                            c: author, score, text; in memory
 *
 *   a post                             posts      1 get: its thread and id
 *   a question and its answers         posts      1 range: the thread
 *   all comments in a thread           comments   1 range: the thread
 *   the comments of a post             comments   1 range: thread and post; page by page
 *   its newest comments                comments   the same range, backwards
 *   its comments since a time          comments   1 range: thread, post and times
 * </pre>
 *
 * <p>The article has one row a post, and a family for each field of a comment with its time as the
 * qualifier: more families than HBase bears, and comments of one second overwrite one another.
 *
 * <p>Read {@code BlogDesign} first.
 */
package io.rowandb.schema.design.blog;
