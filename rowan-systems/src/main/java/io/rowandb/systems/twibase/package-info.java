/**
 * A Twitter-like system. Read {@link io.rowandb.systems.twibase.TwiBase} first; {@link
 * io.rowandb.systems.twibase.FollowAttempts} has the designs beside it.
 */
package io.rowandb.systems.twibase;
