/**
 * {@code ./rowan load --bulk}: lines of text become rows of a table through sorted files. Files
 * enter; a table with their rows leaves. Lines are read and split in the main thread ({@link
 * io.rowandb.cli.load.LineReader}, {@link io.rowandb.cli.load.LineCells}); the engine sorts and
 * merges cells in other threads ({@link io.rowandb.engine.bulk}). After a crash or a stop the same
 * command continues: its progress is in the working directory ({@link
 * io.rowandb.cli.load.LineLoadMark}). The table gets all rows in one step or none.
 *
 * <p>Read {@link io.rowandb.cli.load.FileLoad} first.
 */
package io.rowandb.cli.load;
