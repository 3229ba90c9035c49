package io.rowandb.schema.field;

import java.lang.reflect.Type;

/**
 * A component of a record.
 *
 * @param index its position in the record's header, from 0
 * @param name its name
 * @param type its class; for a primitive, its wrapper class
 * @param genericType its type with type arguments, for {@code List<Comment>}
 * @param primitive whether it can hold no null
 */
public record Component(
    int index, String name, Class<?> type, Type genericType, boolean primitive) {}
