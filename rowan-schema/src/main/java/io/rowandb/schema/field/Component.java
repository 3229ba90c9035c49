package io.rowandb.schema.field;

import java.lang.reflect.Type;

/**
 * A field of a class of records. One of Java's optional classes, such as {@code Optional<String>},
 * counts as one of its value's class that may be null.
 *
 * @param index its position among the fields of the class, from 0
 * @param name its name
 * @param type the class of its values; for a primitive, its wrapper class
 * @param genericType their type with type arguments, for {@code List<Comment>}
 * @param primitive whether it can hold no null
 * @param optional whether the class has its values in an optional object
 */
public record Component(
    int index, String name, Class<?> type, Type genericType, boolean primitive, boolean optional) {}
