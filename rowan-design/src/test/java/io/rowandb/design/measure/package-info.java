/** Tests of measurements. */
package io.rowandb.design.measure;
