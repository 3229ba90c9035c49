/**
 * One embedded database: its life cycle, recovery and changes of its tables. The entry point for
 * clients of the engine.
 *
 * <p>Enters: options, descriptors of tables, and, through the regions of a {@link
 * io.rowandb.engine.background.TableView}, changes and reads. Leaves: regions, figures, and errors
 * that name what is damaged. Requests run in the threads of the callers. After a crash {@link
 * io.rowandb.engine.Database#open} restores what the manifest lists and the log holds; it changes
 * nothing on disk before it has read all of that.
 *
 * <p>Read {@link io.rowandb.engine.Database} first, then {@code Recovery} and {@code Schema}.
 */
package io.rowandb.engine;
