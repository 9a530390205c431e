using System;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Serialization;

namespace Dapplex
{
    /// <summary>Addresses, sizes and offsets as the runtime has them, read from the objects themselves.</summary>
    internal static unsafe class Layout
    {
        private delegate IntPtr AddressOfField(object target);

        private delegate int SizeOfType();

        private static readonly Dictionary<FieldInfo, int> Offsets = new Dictionary<FieldInfo, int>();
        private static readonly Dictionary<Type, int> Sizes = new Dictionary<Type, int>();

        /// <summary>Where the object is now; the next collection may move it.</summary>
        public static long Address(object value) => *(long*)&value;

        public static string Hex(long address) => "0x" + address.ToString("X16", CultureInfo.InvariantCulture);

        /// <summary>
        /// Bytes on the heap with header and method table pointer: the base size of the method table, and for arrays and strings
        /// the components.
        /// </summary>
        public static long SizeOf(object value)
        {
            var table = *(byte**)Address(value);
            var size = (long)*(uint*)(table + 4);
            if (value is string text) return size + 2L * text.Length;
            if (value is Array array) return size + (long)*(ushort*)table * array.LongLength;
            return size;
        }

        /// <summary>Bytes that a variable of this type takes: a reference, or the whole struct.</summary>
        public static int SizeOfVariable(Type type)
        {
            if (!type.IsValueType) return IntPtr.Size;
            lock (Sizes)
            {
                if (Sizes.TryGetValue(type, out var known)) return known;
                var size = Emit.Make<SizeOfType>(typeof(int), Type.EmptyTypes, (plain, typed, _) =>
                {
                    typed(OpCodes.Sizeof, type);
                    plain(OpCodes.Ret);
                })();
                return Sizes[type] = size;
            }
        }

        /// <summary>
        /// Bytes from the object's address (8 for the first field: the method table pointer is before it), or from the beginning
        /// of a struct. -1 where no instance can be made to measure on.
        /// </summary>
        public static int Offset(FieldInfo field, object? target)
        {
            lock (Offsets)
            {
                if (Offsets.TryGetValue(field, out var known)) return known;
                var offset = Measure(field, target);
                if (offset >= 0) Offsets[field] = offset;
                return offset;
            }
        }

        private static int Measure(FieldInfo field, object? target)
        {
            var owner = field.DeclaringType!;
            if (target == null || !owner.IsInstanceOfType(target)) target = Instance(owner);
            if (target == null) return -1;
            var addressOf = Emit.Make<AddressOfField>(typeof(IntPtr), new[] { typeof(object) }, (plain, typed, emitField) =>
            {
                plain(OpCodes.Ldarg_0);
                if (owner.IsValueType) typed(OpCodes.Unbox, owner);
                emitField(OpCodes.Ldflda, field);
                plain(OpCodes.Conv_U);
                plain(OpCodes.Ret);
            });
            var size = SizeOf(target);
            // A collection between the two reads would move the object: the difference is then outside it.
            for (var i = 0; i < 5; i++)
            {
                var before = Address(target);
                var offset = addressOf(target).ToInt64() - before;
                if (before == Address(target) && offset > 0 && offset < size) return (int)offset - (owner.IsValueType ? IntPtr.Size : 0);
            }
            return -1;
        }

        private static object? Instance(Type type)
        {
            if (type.IsAbstract || type.IsInterface || type.ContainsGenericParameters || type == typeof(string) || type.IsArray || IsByRefLike(type)) return null;
            try { return FormatterServices.GetUninitializedObject(type); }
            catch (ArgumentException) { return null; }
            catch (NotSupportedException) { return null; }
            catch (MemberAccessException) { return null; }
        }

        private static bool IsByRefLike(Type type)
        {
            foreach (var attribute in type.CustomAttributes)
                if (attribute.AttributeType.FullName == "System.Runtime.CompilerServices.IsByRefLikeAttribute") return true;
            return false;
        }
    }
}
