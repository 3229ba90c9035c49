/** Marks of rows are as drawn. */
package io.rowandb.schema.pattern.chain;
