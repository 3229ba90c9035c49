package io.rowandb.schema.key;

import java.util.List;

/**
 * What determines the bytes of a stretch of a key; used to compare stretches of different keys.
 *
 * @param fields the fields whose values they depend on
 * @param form how they depend on them, without the fields' names
 */
public record KeyForm(List<String> fields, String form) {}
