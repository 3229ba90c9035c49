/** Several designs for one kind of data, measured with the same records and questions. */
package io.rowandb.systems.measure;
