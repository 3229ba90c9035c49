/** Tests of the rows that reads find. */
package io.rowandb.schema.pattern.rows;
