/**
 * Tests of row keys. {@link io.rowandb.schema.key.PartCases} lists all parts with values; the laws
 * are tested for each of them.
 */
package io.rowandb.schema.key;
