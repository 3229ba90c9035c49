package io.rowandb.schema.key;

import java.util.List;

/**
 * What decides on the bytes of a stretch of a key, to be compared with that of another key.
 *
 * @param fields whose values they depend on
 * @param form how, without the fields' names
 */
public record KeyForm(List<String> fields, String form) {}
