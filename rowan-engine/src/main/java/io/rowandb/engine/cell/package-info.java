/**
 * Cells and their order. Only {@code io} is on the same lowest level.
 *
 * <p>Enters: bytes from clients, logs and files. Leaves: {@link io.rowandb.engine.cell.Cell} views
 * over them, never copies. There are no threads here, and nothing here blocks or touches a file.
 * Read {@link io.rowandb.engine.cell.Cell} first (the layout), then {@link
 * io.rowandb.engine.cell.CellOrder} and {@link io.rowandb.engine.cell.CellScanner} (the contract of
 * every source of cells).
 */
package io.rowandb.engine.cell;
