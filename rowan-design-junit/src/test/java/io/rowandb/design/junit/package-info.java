/** Tests of {@code io.rowandb.design.junit}. */
package io.rowandb.design.junit;
