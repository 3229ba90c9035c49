/**
 * What may be set: for a database, and by HBase's attributes for a table or a family.
 *
 * <p>Enters: options, as the program chose them, and attributes, as HBase's client stores them.
 * Leaves: the settings of the rooms below, checked by HBase's rules; a value that breaks one is
 * refused by its key. What is set here is immutable and used by any thread; no thread lives here.
 * Nothing is on disk: the attributes are in the catalogue, and after a crash they are read and
 * checked as at every opening.
 *
 * <p>Read {@link io.rowandb.engine.settings.DatabaseOptions} first, then {@link
 * io.rowandb.engine.settings.FamilyAttributes}.
 */
package io.rowandb.engine.settings;
