/**
 * What every form of a value in bytes needs: strict UTF-8, bytes written as text, and the failure
 * of bytes that no value has. A lowest room, as {@code field} is: it knows no other.
 */
package io.rowandb.schema.value;
