/**
 * Designs of tables from files, and rows as their designs read them. A Java source file, a jar or a
 * directory of classes enters; {@link io.rowandb.schema.table.TableDesign}s leave, and rows with
 * the fields of their keys and columns, as text or as JSON. Using a design file runs its code: it
 * is compiled in memory and its classes are initialized.
 *
 * <p>Runs in the caller's thread; everything except the loading is immutable. Nothing is written.
 *
 * <p>Read {@link io.rowandb.cli.design.DesignFiles} first, then {@code RowForms}.
 */
package io.rowandb.cli.design;
