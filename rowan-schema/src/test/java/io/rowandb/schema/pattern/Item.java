package io.rowandb.schema.pattern;

import java.time.Instant;

/** What random reads are of. */
record Item(String owner, Instant time, String name, int kind) {}
