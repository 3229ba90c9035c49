/** Tests of samples. */
package io.rowandb.design.sample;
