/**
 * The measuring itself under test: the whole benchmark with few rows, its arithmetic, and how it
 * reports. Read {@code BenchCommandTest} first.
 */
package io.rowandb.bench;
