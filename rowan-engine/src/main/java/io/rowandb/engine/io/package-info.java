/**
 * Bytes and files: everything that the engine needs from the operating system.
 *
 * <p>Enters: paths and byte ranges. Leaves: files that append, files that read, and errors that
 * name the file; {@link io.rowandb.engine.io.FailureLog} takes the errors of all background work.
 * There are no threads here. The package depends on no other. After a crash a file has what was
 * forced, and a name exists if its directory was forced; more may be there. Read {@link
 * io.rowandb.engine.io.FileSystem} first.
 */
package io.rowandb.engine.io;
