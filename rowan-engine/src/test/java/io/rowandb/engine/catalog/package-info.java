/**
 * The manifest: its bytes, its edits, and what is refused in it. Read {@code ManifestTest} first.
 */
package io.rowandb.engine.catalog;
