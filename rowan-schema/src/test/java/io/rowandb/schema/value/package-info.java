/** Tests of text as bytes. */
package io.rowandb.schema.value;
