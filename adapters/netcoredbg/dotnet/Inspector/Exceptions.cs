using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;

namespace Dapplex
{
    /// <summary>An exception with what it carries, without running its own code.</summary>
    internal static class Exceptions
    {
        private const int Deepest = 20;

        private static readonly FieldInfo? Message = typeof(Exception).GetField("_message", BindingFlags.Instance | BindingFlags.NonPublic);

        /// <summary>Message may be overridden by the program; what was given to the constructor is a field.</summary>
        public static string MessageOf(Exception error)
        {
            var getter = error.GetType().GetProperty("Message")?.GetGetMethod()?.DeclaringType;
            if (getter != null && Framework.Owns(getter)) return error.Message;
            return Message?.GetValue(error) as string ?? "";
        }

        public static JsonObject Read(Query query)
        {
            var value = Handles.Get(query.Number("id", 0));
            if (!(value is Exception error)) throw new InspectorException("INVALID_REFERENCE", "not an exception but " + TypeNames.Full(value.GetType()));
            return Describe(error, 0);
        }

        public static JsonObject Describe(Exception error, int depth)
        {
            var inner = new List<JsonObject>();
            if (depth < Deepest)
            {
                if (error is AggregateException many) foreach (var one in many.InnerExceptions) inner.Add(Describe(one, depth + 1));
                else if (error.InnerException != null) inner.Add(Describe(error.InnerException, depth + 1));
            }
            return new JsonObject
            {
                { "object_id", Handles.Put(error, false) },
                { "type", TypeNames.Simple(error.GetType()) },
                { "type_full", TypeNames.Full(error.GetType()) },
                { "types", TypesOf(error) },
                { "message", MessageOf(error) },
                { "stack", error.StackTrace },
                { "hresult", "0x" + error.HResult.ToString("X8") },
                { "source", error.Source },
                { "data", Data(error) },
                { "inner", inner },
            };
        }

        /// <summary>Its type and those above it.</summary>
        private static List<string> TypesOf(Exception error)
        {
            var types = new List<string>();
            for (Type? type = error.GetType(); type != null && type != typeof(object); type = type.BaseType) types.Add(TypeNames.Full(type));
            return types;
        }

        private static JsonObject? Data(Exception error)
        {
            if (error.Data.Count == 0) return null;
            var data = new JsonObject();
            foreach (DictionaryEntry entry in error.Data) data.Add(entry.Key as string ?? ValueText.Of(entry.Key, ReadRules.Listing), ValueText.Of(entry.Value, ReadRules.Listing));
            return data;
        }
    }
}
