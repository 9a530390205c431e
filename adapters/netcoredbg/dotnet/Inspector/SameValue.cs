using System;
using System.Reflection;

namespace Dapplex
{
    /// <summary>
    /// Whether a variable now holds the value that was stored in it. Objects are compared by identity, structs field by field: an
    /// <c>Equals</c> of the program must not run.
    /// </summary>
    internal static class SameValue
    {
        public static JsonObject Read(Query query) => new JsonObject
        {
            { "same", Of(Handles.Get(query.Number("one", 0)), Handles.Get(query.Number("other", 0))) },
        };

        private static bool Of(object? one, object? other)
        {
            if (ReferenceEquals(one, other)) return true;
            if (one == null || other == null) return false;
            var type = one.GetType();
            if (type != other.GetType()) return false;
            if (one is string || type.IsPrimitive || type.IsEnum || one is decimal) return one.Equals(other);
            if (!type.IsValueType) return false;
            foreach (var field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
            {
                // A pointer has no value that reflection can compare.
                if (!field.FieldType.IsPointer && !Of(field.GetValue(one), field.GetValue(other))) return false;
            }
            return true;
        }
    }
}
