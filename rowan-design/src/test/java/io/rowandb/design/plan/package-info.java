/** Tests of designs. */
package io.rowandb.design.plan;
