/**
 * Rowan with HBase's shaded client in the place of the plain one: what the class path of such a
 * program holds, and what a program does first at both doors. Rowan's classes are those of {@code
 * rowan-client}, not compiled again. Nothing is kept between tests.
 *
 * <p>Read {@link io.rowandb.shaded.ShadedDoorsTest} first.
 */
package io.rowandb.shaded;
