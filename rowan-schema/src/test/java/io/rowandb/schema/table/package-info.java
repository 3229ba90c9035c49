/** Tests of designs, and of the forms of values in cells. */
package io.rowandb.schema.table;
