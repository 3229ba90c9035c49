package io.rowandb.schema.pattern;

import java.time.Instant;

/** What {@link QueriesBesideWritersTest} reads and writes; the owner may be null. */
record Offer(int id, String name, String city, int score, Instant time, String owner) {}
