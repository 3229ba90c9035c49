/**
 * Designs of tables from files, and rows as their designs read them. A Java source file, a jar or a
 * directory of classes enters; {@link io.rowandb.schema.table.TableDesign}s leave, and rows as text
 * in which keys and fields can be read. Whoever gives a design file runs its code: it is compiled
 * in memory and its classes are initialized.
 *
 * <p>Runs in the thread that calls; all but the loading is immutable. Nothing is written.
 *
 * <p>Read {@link io.rowandb.cli.design.DesignFiles} first.
 */
package io.rowandb.cli.design;
