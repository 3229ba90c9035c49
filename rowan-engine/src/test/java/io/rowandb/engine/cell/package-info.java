/**
 * Cells for all tests of the engine, and the contract of every {@code CellScanner}: memstore, store
 * file and merge extend {@code CellScannerContract}.
 */
package io.rowandb.engine.cell;
