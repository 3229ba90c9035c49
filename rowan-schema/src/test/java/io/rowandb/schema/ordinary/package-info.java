/** Tables of ordinary classes: a bean with setters, one with a builder, one with a constructor. */
package io.rowandb.schema.ordinary;
