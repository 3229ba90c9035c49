/**
 * What is stored, in what order: the lowest room but {@code io}'s neighbour.
 *
 * <p>Enters: bytes from clients, logs and files. Leaves: {@link io.rowandb.engine.cell.Cell} views
 * over them, never copies. No thread lives here, nothing here blocks, and nothing here touches a
 * file. Read {@link io.rowandb.engine.cell.Cell} first (the layout), then {@link
 * io.rowandb.engine.cell.CellOrder} and {@link io.rowandb.engine.cell.CellScanner} (the contract
 * every source of cells keeps).
 */
package io.rowandb.engine.cell;
