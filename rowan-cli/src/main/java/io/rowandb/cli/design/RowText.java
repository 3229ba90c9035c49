package io.rowandb.cli.design;

/**
 * A row as people read it.
 *
 * @param key the fields in its key
 * @param fields the others, then the columns that no field has
 */
public record RowText(String key, String fields) {}
