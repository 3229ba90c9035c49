/**
 * One embedded database: its life, recovery, changes of its tables. A client of the engine starts
 * here.
 *
 * <p>Enters: options, descriptors of tables, and, through the regions of a {@link
 * io.rowandb.engine.background.TableView}, changes and reads. Leaves: regions, figures, and errors
 * that name what is damaged. Requests run in the threads of the callers. After a crash {@link
 * io.rowandb.engine.Database#open} finds what the manifest lists and the log holds; it changes
 * nothing on disk before all of that was read.
 *
 * <p>Read {@link io.rowandb.engine.Database} first, then {@code Recovery} and {@code Schema}.
 */
package io.rowandb.engine;
