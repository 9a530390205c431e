using System;

namespace Dapplex
{
    /// <summary>A value as everything shows it: id, type, one line of text, whether there is more inside.</summary>
    internal static class Rows
    {
        public static JsonObject Read(Query query) => Value(Handles.Get(query.Number("id", 0)), false, ReadRules.From(query));

        /// <param name="value">not null</param>
        /// <param name="keep">when nothing but the id will hold it</param>
        /// <param name="rules">what may be run to show it</param>
        public static JsonObject Value(object value, bool keep, ReadRules rules)
        {
            var type = value.GetType();
            var items = Collection.Of(value, rules);
            return new JsonObject
            {
                { "id", Handles.Put(value, keep) },
                { "type", TypeNames.Full(type) },
                { "typeName", type.ToString() },
                { "syntax", TypeNames.Syntax(type) },
                { "value", ValueText.Of(value, rules) },
                { "kind", Kind(value) },
                { "isValueType", type.IsValueType },
                { "isDynamic", IsDynamic(type) ? (object)true : null },
                { "hasChildren", HasChildren(value) },
                { "count", items == null ? null : (object)items.Count },
            };
        }

        /// <summary>One member of a value; <paramref name="evaluate"/> is what is put behind the parent's expression.</summary>
        public static JsonObject Part(string name, object? value, Type declared, ReadRules rules, string? evaluate)
        {
            if (value == null)
                return new JsonObject { { "name", name }, { "type", TypeNames.Full(declared) }, { "value", "null" }, { "hasChildren", false }, { "evaluate", evaluate } };
            var type = value.GetType();
            var items = Collection.Of(value, rules);
            var inside = HasChildren(value);
            return new JsonObject
            {
                { "name", name },
                { "type", TypeNames.Full(type) },
                { "value", ValueText.Of(value, rules) },
                { "hasChildren", inside },
                { "id", inside || (!type.IsValueType && !(value is string)) ? (object)Handles.Put(value, type.IsValueType) : null },
                { "count", items == null ? null : (object)items.Count },
                { "evaluate", evaluate },
            };
        }

        public static bool HasChildren(object? value)
        {
            if (value == null || value is string) return false;
            var type = value.GetType();
            if (type.IsPrimitive || type.IsEnum || value is decimal || value is Type) return false;
            if (type.IsValueType && Framework.Owns(type) && ValueText.Scalar(value) != null) return false;
            if (value is Array array) return array.Length > 0;
            return Members.Of(type).Length > 0;
        }

        /// <summary>As inspect_object names it.</summary>
        public static string Kind(object value)
        {
            var type = value.GetType();
            if (value is string) return "string";
            if (type.IsEnum) return "enum";
            if (value is bool) return "boolean";
            if (value is char) return "character";
            if (type.IsPrimitive || value is decimal) return "number";
            if (value is Delegate) return "function";
            var items = Collection.Of(value, ReadRules.Listing);
            if (items != null) return items.Kind;
            return type.IsValueType ? "struct" : "object";
        }

        private static bool IsDynamic(Type type) => type.GetInterface("System.Dynamic.IDynamicMetaObjectProvider") != null;
    }
}
