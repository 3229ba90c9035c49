/**
 * A Twitter-like system: users, their posts, who follows whom, and home pages.
 *
 * <pre>
 *   users        | name |                                              i: nickname, e-mail, posts
 *   twits        | MD5(user) 4 | user, 00 00 | time, newest first 8 | id 8 |              t: text
 *   follows      | MD5(follower) 4 | follower, 00 00 | followed |
 *   followedBy   | MD5(followed) 4 | followed, 00 00 | follower |
 *   twitsStream  | MD5(reader) 4 | reader, 00 00 | time, newest first 8 |
 *                | author, 00 00 | sequence 8 |                                           i: text
 *
 *   the newest posts of a user        twits         1 range: the user
 *   his posts from..to                twits         1 range: the user and the times
 *   one post                          twits         1 get
 *   how many posts he has             users         1 get, of a counter
 *   whom do I follow                  follows       1 range: me
 *   who follows me                    followedBy    1 range: me
 *   do I follow him                   follows       1 get
 *   my home page, page by page        twitsStream   1 range: me
 *   the same without the stream       twits         1 range for each whom I follow, merged
 * </pre>
 *
 * <p>Both tables of follows are written as one: {@code followedBy} is a view of {@code follows},
 * each of whose rows says, in a cell of 26 bytes, whether the other table has its row too. A client
 * that dies between the tables leaves a row that says that it has not, and a repair, or the next
 * write of it, ends what was begun ({@code FollowDeathTest}).
 *
 * <p>The article's keys have the whole MD5 of each name and no name. Here four bytes of it spread
 * the rows, and the name itself, which no other name's bytes begin with, follows: shorter for names
 * of up to 10 bytes, no two names share a key, and no column has to hold the name. Its key of the
 * stream is reader and time alone, with which posts of one millisecond overwrite one another; here
 * author and sequence tell them apart. Nicknames are in no data set, so there are no copies of
 * them.
 *
 * <p>Read {@code TwitterDesign} first.
 */
package io.rowandb.schema.design.twitter;
