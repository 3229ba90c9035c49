package io.rowandb.testkit.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which methods compiled classes call, by the type on which each is called: what stands in their
 * code, whether or not it is reached. References to methods count as calls.
 */
final class CalledMethods {
  // Fixed once read: owner's internal name, then name, then descriptor.
  private final Set<String> calls = new HashSet<>();

  private CalledMethods() {}

  /** Those of all classes in a directory, packages below left out. */
  static CalledMethods of(Path directory) throws IOException {
    CalledMethods called = new CalledMethods();
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> classes = files.filter(each -> each.toString().endsWith(".class")).toList();
      for (Path file : classes) {
        try (InputStream bytes = Files.newInputStream(file)) {
          new ClassReader(bytes).accept(called.new Classes(), ClassReader.SKIP_DEBUG);
        }
      }
    }
    return called;
  }

  /** Whether this very method is called on an object of this type. */
  boolean contains(Class<?> type, java.lang.reflect.Method method) {
    return calls.contains(
        key(Type.getInternalName(type), method.getName(), Type.getMethodDescriptor(method)));
  }

  private static String key(String owner, String name, String descriptor) {
    return owner + "." + name + descriptor;
  }

  private final class Classes extends ClassVisitor {
    Classes() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String generic, String[] exceptions) {
      return new Code();
    }
  }

  private final class Code extends MethodVisitor {
    Code() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean onInterface) {
      calls.add(key(owner, name, descriptor));
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          calls.add(key(handle.getOwner(), handle.getName(), handle.getDesc()));
        }
      }
    }
  }
}
