/** Tests of the classes that records are of. */
package io.rowandb.schema.field;
