/**
 * The settings of a database, and those of tables and families by HBase's attributes.
 *
 * <p>Enters: options, as the program chose them, and attributes, as HBase's client stores them.
 * Leaves: the settings of the packages below, checked by HBase's rules; a value that breaks a rule
 * is refused with its key. Settings are immutable and used by any thread; there are no threads
 * here. Nothing is on disk: the attributes are in the catalogue, and after a crash they are read
 * and checked as at every opening.
 *
 * <p>Read {@link io.rowandb.engine.settings.DatabaseOptions} first, then {@link
 * io.rowandb.engine.settings.FamilyAttributes}.
 */
package io.rowandb.engine.settings;
