/**
 * Whether the answers of rows to eight threads are those of some order of the calls, each at one
 * moment between its begin and its end, while flushes, compactions, splits and merges go on.
 *
 * <p>{@code Session} runs histories on a database and writes them down; {@code Linearization}
 * searches the order; {@code Evidence} shortens a history that has none. Read {@code
 * LinearizabilityTest} first.
 */
package io.rowandb.engine.linear;
