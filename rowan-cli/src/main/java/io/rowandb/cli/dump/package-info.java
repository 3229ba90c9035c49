/**
 * {@code ./rowan dump}: shows what is in a store's files. The engine decodes each format and passes
 * parts and cells on ({@link io.rowandb.engine.cell.DumpSink}); here they are selected and become
 * lines of text or JSON. Files are only read, one part at a time, so a file of any size fits any
 * heap, and the store may be open. Everything runs in the main thread.
 *
 * <p>Read {@link io.rowandb.cli.dump.DumpedFile} first, then {@link
 * io.rowandb.cli.dump.DumpOutput}.
 */
package io.rowandb.cli.dump;
