package io.rowandb.schema.pattern;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/** What random reads through indexes are of; its fields may be empty. */
record Parcel(
    int id,
    Optional<String> sender,
    Optional<String> receiver,
    Optional<Instant> sent,
    OptionalInt grams,
    String city) {}
