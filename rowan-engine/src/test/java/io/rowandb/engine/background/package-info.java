/**
 * Work in the background, a piece at a time: which threads there are, what waits for them, and how
 * fast compactions may be. Read {@code CompactionsTest} first.
 */
package io.rowandb.engine.background;
