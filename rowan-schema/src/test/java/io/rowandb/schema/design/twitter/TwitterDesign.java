package io.rowandb.schema.design.twitter;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.KeyPart;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import java.time.Instant;
import java.util.List;

/** The tables of the Twitter-like system. */
final class TwitterDesign {
  /**
   * Somebody who has signed up.
   *
   * @param email null for none
   * @param posts how many he wrote
   */
  record User(String name, String nickname, String email, long posts) {}

  /** A post of a user. */
  record Twit(String user, Instant time, long id, String text) {}

  /** That one user follows another. */
  record Follow(String follower, String followed) {}

  /**
   * A post on a reader's home page.
   *
   * @param sequence tells the author's posts of one millisecond apart
   */
  record StreamPost(String reader, Instant time, String author, long sequence, String text) {}

  private TwitterDesign() {}

  static final Digest MD5 = Digest.md5(4);
  static final KeyPart<Instant> DESC = Parts.descending(Parts.millis());

  static final TableDesign<User> USERS =
      TableDesign.of("users", User.class)
          .key(k -> k.part(User::name, Parts.textToEnd()))
          .family("i")
          .column(User::nickname, "i:n")
          .column(User::email, "i:e")
          .counter(User::posts, "i:p")
          .build();

  static final TableDesign<Twit> TWITS =
      TableDesign.of("twits", Twit.class)
          .key(k -> k.hash(MD5, Twit::user).part(Twit::user).part(Twit::time, DESC).part(Twit::id))
          .family("t")
          .column(Twit::text, "t:x")
          .build();

  static final TableDesign<Follow> FOLLOWS = side("follows", Follow::follower, Follow::followed);
  static final View<Follow, Follow> FOLLOWED_BY =
      View.of(FOLLOWS, side("followedBy", Follow::followed, Follow::follower), List::of);

  static TableDesign<Follow> side(String name, Field<Follow, String> of, Field<Follow, String> to) {
    return TableDesign.of(name, Follow.class)
        .key(k -> k.hash(MD5, of).part(of).part(to, Parts.textToEnd()))
        .family("f")
        .splits(Splits.even(4))
        .build();
  }

  static final TableDesign<StreamPost> TWITS_STREAM =
      TableDesign.of("twitsStream", StreamPost.class)
          .key(
              k ->
                  k.hash(MD5, StreamPost::reader)
                      .part(StreamPost::reader)
                      .part(StreamPost::time, DESC)
                      .part(StreamPost::author)
                      .part(StreamPost::sequence))
          .family("i")
          .column(StreamPost::text, "i:x")
          .splits(Splits.even(4))
          .build();
}
