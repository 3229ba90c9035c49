package io.rowandb.schema.packed;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.DescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.FieldOptions;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.MessageOptions;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.Descriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.DescriptorValidationException;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FieldDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FileDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.DurationProto;
import org.apache.hbase.thirdparty.com.google.protobuf.DynamicMessage;
import org.apache.hbase.thirdparty.com.google.protobuf.TimestampProto;

/** {@link Everything} as Protobuf's own classes know it, from a definition of its own. */
final class ProtobufMessages {
  private static final Map<Type, FieldDescriptorProto.Type> TYPES =
      Map.ofEntries(
          Map.entry(Boolean.class, FieldDescriptorProto.Type.TYPE_BOOL),
          Map.entry(boolean.class, FieldDescriptorProto.Type.TYPE_BOOL),
          Map.entry(Byte.class, FieldDescriptorProto.Type.TYPE_INT32),
          Map.entry(byte.class, FieldDescriptorProto.Type.TYPE_INT32),
          Map.entry(Short.class, FieldDescriptorProto.Type.TYPE_INT32),
          Map.entry(short.class, FieldDescriptorProto.Type.TYPE_INT32),
          Map.entry(Character.class, FieldDescriptorProto.Type.TYPE_UINT32),
          Map.entry(char.class, FieldDescriptorProto.Type.TYPE_UINT32),
          Map.entry(Integer.class, FieldDescriptorProto.Type.TYPE_INT32),
          Map.entry(int.class, FieldDescriptorProto.Type.TYPE_INT32),
          Map.entry(Long.class, FieldDescriptorProto.Type.TYPE_INT64),
          Map.entry(long.class, FieldDescriptorProto.Type.TYPE_INT64),
          Map.entry(Float.class, FieldDescriptorProto.Type.TYPE_FLOAT),
          Map.entry(float.class, FieldDescriptorProto.Type.TYPE_FLOAT),
          Map.entry(Double.class, FieldDescriptorProto.Type.TYPE_DOUBLE),
          Map.entry(double.class, FieldDescriptorProto.Type.TYPE_DOUBLE),
          Map.entry(String.class, FieldDescriptorProto.Type.TYPE_STRING),
          Map.entry(BigDecimal.class, FieldDescriptorProto.Type.TYPE_STRING),
          Map.entry(Thread.State.class, FieldDescriptorProto.Type.TYPE_STRING),
          Map.entry(LocalDate.class, FieldDescriptorProto.Type.TYPE_SINT64),
          Map.entry(YearMonth.class, FieldDescriptorProto.Type.TYPE_SINT64),
          Map.entry(Year.class, FieldDescriptorProto.Type.TYPE_SINT64),
          Map.entry(LocalTime.class, FieldDescriptorProto.Type.TYPE_STRING),
          Map.entry(LocalDateTime.class, FieldDescriptorProto.Type.TYPE_STRING),
          Map.entry(UUID.class, FieldDescriptorProto.Type.TYPE_BYTES),
          Map.entry(byte[].class, FieldDescriptorProto.Type.TYPE_BYTES));

  private static final Map<Type, String> MESSAGES =
      Map.of(
          Instant.class, ".google.protobuf.Timestamp",
          OffsetDateTime.class, ".google.protobuf.Timestamp",
          ZonedDateTime.class, ".google.protobuf.Timestamp",
          Duration.class, ".google.protobuf.Duration");

  private static final Map<String, FieldDescriptorProto.Type> FORMS =
      Map.of(
          "a", FieldDescriptorProto.Type.TYPE_SINT32,
          "b", FieldDescriptorProto.Type.TYPE_SINT64,
          "c", FieldDescriptorProto.Type.TYPE_SFIXED32,
          "d", FieldDescriptorProto.Type.TYPE_SFIXED64,
          "e", FieldDescriptorProto.Type.TYPE_SINT32,
          "f", FieldDescriptorProto.Type.TYPE_SFIXED64);

  private ProtobufMessages() {}

  /** The definition, with one tag for all numbers of a list or one for each. */
  static Descriptor everything(boolean oneTag) throws DescriptorValidationException {
    FileDescriptorProto.Builder file =
        FileDescriptorProto.newBuilder()
            .setName("everything.proto")
            .setSyntax("proto2") // Where every field tells whether it is there.
            .addDependency(TimestampProto.getDescriptor().getFullName())
            .addDependency(DurationProto.getDescriptor().getFullName());
    file.addMessageType(message(Everything.class, oneTag));
    for (RecordComponent part : Everything.class.getRecordComponents()) {
      file.addMessageType(message(part.getType(), oneTag));
    }
    return FileDescriptor.buildFrom(
            file.build(),
            new FileDescriptor[] {TimestampProto.getDescriptor(), DurationProto.getDescriptor()})
        .findMessageTypeByName("Everything");
  }

  private static DescriptorProto message(Class<?> type, boolean oneTag) {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(type.getSimpleName());
    int number = 1;
    for (RecordComponent component : type.getRecordComponents()) {
      message.addField(field(number++, component, oneTag));
      if (component.getType() == Map.class) {
        message.addNestedType(entry(component));
      }
    }
    return message.build();
  }

  private static FieldDescriptorProto field(int number, RecordComponent component, boolean oneTag) {
    if (component.getType() == Map.class) {
      return named(number, component.getName())
          .setLabel(Label.LABEL_REPEATED)
          .setTypeName(entryName(component))
          .build();
    }
    FieldDescriptorProto.Builder field = named(number, component.getName());
    Type type = component.getGenericType();
    field.setLabel(Label.LABEL_OPTIONAL);
    if (type instanceof ParameterizedType list) {
      type = list.getActualTypeArguments()[0];
      field.setLabel(Label.LABEL_REPEATED);
    }
    if (!TYPES.containsKey(type)) {
      field.setTypeName(messageName(type));
    } else {
      boolean form = component.getDeclaringRecord() == Everything.Forms.class;
      field.setType(form ? FORMS.get(component.getName()) : TYPES.get(type));
      if (field.getLabel() == Label.LABEL_REPEATED && isNumber(field.getType())) {
        field.setOptions(FieldOptions.newBuilder().setPacked(oneTag));
      }
    }
    return field.build();
  }

  private static FieldDescriptorProto.Builder named(int number, String name) {
    return FieldDescriptorProto.newBuilder().setName(name).setNumber(number);
  }

  private static String messageName(Type type) {
    return MESSAGES.getOrDefault(type, "." + ((Class<?>) type).getSimpleName());
  }

  /** As Protobuf demands it: {@code ByTextEntry} of {@code byText}. */
  private static String entryName(RecordComponent map) {
    String name = map.getName();
    return Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Entry";
  }

  private static DescriptorProto entry(RecordComponent map) {
    Type[] arguments = ((ParameterizedType) map.getGenericType()).getActualTypeArguments();
    return DescriptorProto.newBuilder()
        .setName(entryName(map))
        .setOptions(MessageOptions.newBuilder().setMapEntry(true))
        .addField(part(1, "key", arguments[0]))
        .addField(part(2, "value", arguments[1]))
        .build();
  }

  private static FieldDescriptorProto part(int number, String name, Type type) {
    FieldDescriptorProto.Builder part = named(number, name).setLabel(Label.LABEL_OPTIONAL);
    return TYPES.containsKey(type)
        ? part.setType(TYPES.get(type)).build()
        : part.setTypeName(messageName(type)).build();
  }

  private static boolean isNumber(FieldDescriptorProto.Type type) {
    return type != FieldDescriptorProto.Type.TYPE_STRING
        && type != FieldDescriptorProto.Type.TYPE_BYTES;
  }

  /** A record as a message of Protobuf's. */
  static DynamicMessage message(Record record, Descriptor type)
      throws ReflectiveOperationException {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object value = component.getAccessor().invoke(record);
      FieldDescriptor field = type.findFieldByName(component.getName());
      if (value instanceof List<?> list) {
        for (Object element : list) {
          message.addRepeatedField(field, value(element, field));
        }
      } else if (value instanceof Set<?> set) {
        for (Object element : sorted(set, field)) {
          message.addRepeatedField(field, element);
        }
      } else if (value instanceof Map<?, ?> map) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          message.addRepeatedField(field, entry(entry, field.getMessageType()));
        }
      } else if (value != null) {
        message.setField(field, value(value, field));
      }
    }
    return message.build();
  }

  private static DynamicMessage entry(Map.Entry<?, ?> entry, Descriptor type)
      throws ReflectiveOperationException {
    FieldDescriptor key = type.findFieldByName("key");
    FieldDescriptor value = type.findFieldByName("value");
    return DynamicMessage.newBuilder(type)
        .setField(key, value(entry.getKey(), key))
        .setField(value, value(entry.getValue(), value))
        .build();
  }

  /** The elements of a set as Protobuf has them, in the order of their bytes. */
  private static List<Object> sorted(Set<?> set, FieldDescriptor field)
      throws ReflectiveOperationException {
    List<Object> elements = new ArrayList<>();
    for (Object element : set) {
      elements.add(value(element, field));
    }
    elements.sort((a, b) -> Arrays.compareUnsigned(bytes(a, field), bytes(b, field)));
    return elements;
  }

  /** Those of one element, without a tag, and a length that numbers have behind one tag. */
  private static byte[] bytes(Object element, FieldDescriptor field) {
    byte[] bytes =
        DynamicMessage.newBuilder(field.getContainingType())
            .addRepeatedField(field, element)
            .build()
            .toByteArray();
    return Arrays.copyOfRange(bytes, field.isPacked() ? 2 : 1, bytes.length);
  }

  private static Object value(Object value, FieldDescriptor field)
      throws ReflectiveOperationException {
    if (value instanceof Byte || value instanceof Short) {
      return ((Number) value).intValue();
    } else if (value instanceof Character unit) {
      return (int) unit;
    } else if (value instanceof YearMonth month) {
      return month.getLong(ChronoField.PROLEPTIC_MONTH);
    } else if (value instanceof Year year) {
      return (long) year.getValue();
    } else if (value instanceof BigDecimal
        || value instanceof Thread.State
        || value instanceof LocalTime
        || value instanceof LocalDateTime) {
      return value.toString();
    } else if (value instanceof LocalDate date) {
      return date.toEpochDay();
    } else if (value instanceof byte[] bytes) {
      return ByteString.copyFrom(bytes);
    } else if (value instanceof UUID uuid) {
      return ByteString.fromHex(uuid.toString().replace("-", ""));
    } else if (value instanceof Instant instant) {
      return seconds(field, instant.getEpochSecond(), instant.getNano());
    } else if (value instanceof OffsetDateTime time) {
      return seconds(field, time.toEpochSecond(), time.getNano());
    } else if (value instanceof ZonedDateTime time) {
      return seconds(field, time.toEpochSecond(), time.getNano());
    } else if (value instanceof Duration duration) {
      // Towards zero, other than Java's own parts of a duration.
      BigDecimal[] parts =
          new BigDecimal(duration.getSeconds())
              .add(BigDecimal.valueOf(duration.getNano(), 9))
              .divideAndRemainder(BigDecimal.ONE);
      return seconds(field, parts[0].longValueExact(), parts[1].movePointRight(9).intValueExact());
    } else if (value instanceof Record nested) {
      return message(nested, field.getMessageType());
    }
    return value;
  }

  /** A message of Protobuf's own that has these two fields. */
  private static DynamicMessage seconds(FieldDescriptor field, long seconds, int nanos) {
    Descriptor type = field.getMessageType();
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    message.setField(type.findFieldByName("seconds"), seconds);
    message.setField(type.findFieldByName("nanos"), nanos);
    return message.build();
  }
}
