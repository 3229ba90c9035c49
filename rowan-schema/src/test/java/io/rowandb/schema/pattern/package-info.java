/** Tests of reading and writing records; those of tables run on every back end. */
package io.rowandb.schema.pattern;
