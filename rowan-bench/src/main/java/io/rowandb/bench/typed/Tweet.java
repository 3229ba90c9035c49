package io.rowandb.bench.typed;

import java.time.Instant;

/**
 * The record of the benchmark.
 *
 * @param user who wrote it
 * @param time when, in milliseconds
 * @param id its number
 * @param text what it says
 * @param likes how many liked it
 */
record Tweet(String user, Instant time, long id, String text, long likes) {}
