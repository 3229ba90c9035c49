/** Tests of views: deaths at every call, and two writers in every order. */
package io.rowandb.schema.view;
