/** The rules of thumb of {@code docs/keys.md}, each with what its breach costs on real rows. */
package io.rowandb.schema.rules;
