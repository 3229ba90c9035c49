/**
 * One embedded database: tables, recovery, background work. The only package a client of the engine
 * starts from.
 *
 * <p>Enters: options, descriptors of tables, and, through the regions of a {@link
 * io.rowandb.engine.TableView}, changes and reads. Leaves: regions, figures, and errors that name
 * what is damaged. Requests run in the threads of the callers, flushes, compactions and the forcing
 * of the log in {@code Maintenance}'s. After a crash {@link io.rowandb.engine.Database#open} finds
 * what the manifest lists and the log holds; it changes nothing on disk before all of that was
 * read.
 *
 * <p>{@link io.rowandb.engine.DatabaseCheck} reads a directory that nobody has open, {@link
 * io.rowandb.engine.DatabaseRepair} mends it, in the thread of the caller.
 *
 * <p>Read {@link io.rowandb.engine.Database} first, then {@code Recovery} and {@code Maintenance}.
 */
package io.rowandb.engine;
