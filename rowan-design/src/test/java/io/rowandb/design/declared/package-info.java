/** Tests of {@code io.rowandb.design.declared}. */
package io.rowandb.design.declared;
