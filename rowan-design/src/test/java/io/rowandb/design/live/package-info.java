/** Tests of {@code io.rowandb.design.live}. */
package io.rowandb.design.live;
