/** Tests of moving the records of a live table to one of another design. */
package io.rowandb.schema.migration;
