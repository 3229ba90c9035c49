package io.rowandb.schema.pattern;

import java.util.List;
import java.util.Optional;

/**
 * Some records of a read.
 *
 * @param records in its order
 * @param next what the next page is asked for with, in this process or another; empty behind the
 *     last record
 * @param <R> the record
 */
public record Page<R>(List<R> records, Optional<String> next) {}
