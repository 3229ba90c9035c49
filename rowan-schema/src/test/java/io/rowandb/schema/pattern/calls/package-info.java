/** Tests of how calls are made. */
package io.rowandb.schema.pattern.calls;
