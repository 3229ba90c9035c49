/**
 * What every encoding of values needs: strict UTF-8, bytes written as text, the rules of times, and
 * the failure for malformed bytes. Like {@code field} a lowest package: it depends on no other.
 */
package io.rowandb.schema.value;
