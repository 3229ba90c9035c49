/** Tests of estimates. */
package io.rowandb.design.estimate;
