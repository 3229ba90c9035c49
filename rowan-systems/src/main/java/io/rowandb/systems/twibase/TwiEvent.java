package io.rowandb.systems.twibase;

import java.time.Instant;

/** What users do, as data sets and made-up traffic tell it. */
public sealed interface TwiEvent {
  /** Signs up; who is there already stays as they are. */
  record Joined(String name, String nickname, String email, Instant time) implements TwiEvent {}

  /** Follows from then on. */
  record Followed(String follower, String followed, Instant time) implements TwiEvent {}

  /** Posts. */
  record Posted(String author, String text, Instant time) implements TwiEvent {}
}
