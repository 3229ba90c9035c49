/**
 * Bytes and files: everything the engine asks of the operating system.
 *
 * <p>Enters: paths and byte ranges. Leaves: files that append, files that read, and errors that
 * name the file; {@link io.rowandb.engine.io.FailureLog} takes the errors of all rooms that nobody
 * waits for. No thread lives here. Knows no other room. After a crash a file has what was forced,
 * and a name is there once its directory was forced; more may be there. Read {@link
 * io.rowandb.engine.io.FileSystem} first.
 */
package io.rowandb.engine.io;
