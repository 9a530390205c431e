using System;
using System.Collections.Generic;
using System.Linq;

namespace Dapplex
{
    /// <summary>layout_get: the fields of a type by offset, with the gaps between them.</summary>
    internal static class TypeLayout
    {
        public static JsonObject Read(Query query)
        {
            var type = TypeFinder.Asked(query, "TYPE_NOT_FOUND");
            if (type.ContainsGenericParameters || type.IsInterface)
                throw new InspectorException("UNSUPPORTED", TypeNames.Full(type) + " has no layout of its own: name a type that can have instances", new JsonObject { { "capability", "layout" } });
            var target = query.Text("id") == null ? null : Handles.Get(query.Number("id", 0));
            var fields = Members.Of(type).Where(one => one.Field != null && !one.IsStatic)
                .Select(one => (one, offset: Layout.Offset(one.Field!, target), size: Layout.SizeOfVariable(one.Type)))
                .OrderBy(one => one.offset).ToList();
            var header = type.IsValueType ? 0 : IntPtr.Size;
            var size = type.IsValueType ? Layout.SizeOfVariable(type) : Total(type, target);
            var rows = new List<JsonObject>();
            for (var i = 0; i < fields.Count; i++)
            {
                var (member, offset, length) = fields[i];
                // On the heap the word before the method table pointer is counted in the size, though offsets begin after it.
                var end = i + 1 < fields.Count ? fields[i + 1].offset : size < 0 ? offset + length : size - (type.IsValueType ? 0 : IntPtr.Size);
                rows.Add(new JsonObject
                {
                    { "name", member.Name },
                    { "type", TypeNames.Full(member.Type) },
                    { "offset", offset < 0 ? null : (object)offset },
                    { "size", length },
                    { "padding", offset < 0 ? null : (object)Math.Max(0, end - offset - length) },
                    { "declaring_type", TypeNames.Full(member.DeclaringType) },
                });
            }
            return new JsonObject
            {
                { "type", TypeNames.Full(type) },
                { "kind", ClassDescription.Kind(type) },
                { "total_size", size < 0 ? null : (object)size },
                { "header_size", header },
                { "fields", rows },
                { "layout", size < 0 ? "unavailable" : null },
            };
        }

        private static int Total(Type type, object? target)
        {
            var measured = target ?? (type.IsAbstract || type == typeof(string) || type.IsArray ? null : System.Runtime.Serialization.FormatterServices.GetUninitializedObject(type));
            return measured == null ? -1 : (int)Layout.SizeOf(measured);
        }
    }
}
