/**
 * What the compiler takes, and what it refuses: calls with values of another type than their field.
 */
package io.rowandb.schema.typed;
