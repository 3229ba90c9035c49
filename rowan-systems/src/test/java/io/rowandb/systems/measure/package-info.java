/** Tests of what comparisons of designs count. */
package io.rowandb.systems.measure;
