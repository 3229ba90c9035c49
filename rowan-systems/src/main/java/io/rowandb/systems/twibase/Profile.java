package io.rowandb.systems.twibase;

import java.time.Instant;

/**
 * What is shown of a user.
 *
 * @param name unique
 * @param nickname may change
 * @param email as given at sign-up
 * @param joined when
 * @param posts how many there are
 * @param follows how many this user follows
 * @param followers how many follow this user
 * @param liked how many posts this user likes
 */
public record Profile(
    String name,
    String nickname,
    String email,
    Instant joined,
    long posts,
    long follows,
    long followers,
    long liked) {}
