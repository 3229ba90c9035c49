/**
 * An immutable sorted file of cells: HFile version 3, byte for byte as HBase reads and writes it.
 *
 * <p>Enters: cells in {@link io.rowandb.engine.cell.CellOrder}, once, through {@link
 * io.rowandb.engine.storefile.StoreFileWriter}. Leaves: {@link io.rowandb.engine.cell.CellScanner}s
 * over a {@link io.rowandb.engine.storefile.StoreFile}, whose cells are views of blocks in the
 * {@link io.rowandb.engine.cache.BlockCache}. There are no threads here: a writer belongs to the
 * thread that flushes or compacts, a scanner to the thread that reads, and an open file and the
 * cache are shared by all.
 *
 * <p>A family's DATA_BLOCK_ENCODING and COMPRESSION apply to files written from then on; files with
 * other settings remain readable, and compactions rewrite them. Blocks are decoded when they are
 * loaded ({@code DeltaDecoder}), so above that level all blocks are alike: the row directory,
 * searches and cell views are those of plain blocks. The price is that a block takes as much of the
 * cache as without an encoding, while HBase caches it as it is on disk. An encoding saves disk
 * space and disk reads, not cache.
 *
 * <p>A reader of single cells reads parts of blocks ({@code PartReader}), everything else whole
 * blocks.
 *
 * <p>After a crash a finished file is complete, because {@code finish} forces it; an unfinished one
 * has no trailer and is refused. The manifest must list only finished files. Damage is found by
 * checksums and bounds, and reported as {@link io.rowandb.engine.io.CorruptFileException} with file
 * and offset.
 *
 * <p>Read {@code HFileFormat} first (the drawing), then {@link
 * io.rowandb.engine.storefile.StoreFile}. This package depends only on {@code cell}, {@code cache}
 * and {@code io}.
 */
package io.rowandb.engine.storefile;
