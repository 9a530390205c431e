using System;
using System.Reflection;
using System.Reflection.Emit;

namespace Dapplex
{
    /// <summary>
    /// Small methods made at run time, for what reflection cannot tell. netstandard 2.0 has the opcodes but not DynamicMethod,
    /// which every runtime has: it is reached by name.
    /// </summary>
    internal static class Emit
    {
        public delegate void Code(Action<OpCode> plain, Action<OpCode, Type> typed, Action<OpCode, FieldInfo> field);

        private static readonly Type Method = Type.GetType("System.Reflection.Emit.DynamicMethod, System.Reflection.Emit.Lightweight", false)
            ?? typeof(object).Assembly.GetType("System.Reflection.Emit.DynamicMethod", true)!;

        public static TDelegate Make<TDelegate>(Type result, Type[] parameters, Code write) where TDelegate : Delegate
        {
            var method = Activator.CreateInstance(Method, "dapplex", result, parameters, typeof(Emit).Module, true)!;
            var generator = Method.GetMethod("GetILGenerator", Type.EmptyTypes)!.Invoke(method, null)!;
            MethodInfo Emitter(params Type[] types) => generator.GetType().GetMethod("Emit", types)!;
            write(
                code => Emitter(typeof(OpCode)).Invoke(generator, new object[] { code }),
                (code, type) => Emitter(typeof(OpCode), typeof(Type)).Invoke(generator, new object[] { code, type }),
                (code, field) => Emitter(typeof(OpCode), typeof(FieldInfo)).Invoke(generator, new object[] { code, field }));
            return (TDelegate)Method.GetMethod("CreateDelegate", new[] { typeof(Type) })!.Invoke(method, new object[] { typeof(TDelegate) })!;
        }
    }
}
