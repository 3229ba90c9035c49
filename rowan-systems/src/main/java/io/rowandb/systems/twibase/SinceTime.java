package io.rowandb.systems.twibase;

import java.time.Instant;

/** That a user likes a post, or blocks another user. */
record SinceTime(Instant since) {}
