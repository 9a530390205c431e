using System;
using System.Collections.Generic;
using System.Linq;

namespace Dapplex
{
    /// <summary>object_inspect: address, size, and every field with its offset.</summary>
    internal sealed class ObjectInspection
    {
        private const int MostFields = 2000;

        private readonly ReadRules rules;
        private readonly int pageSize;
        private readonly List<object> path = new List<object>();
        private int fieldsLeft = MostFields;
        private bool hasCircularRef;
        private bool truncated;

        private ObjectInspection(ReadRules rules, int pageSize)
        {
            this.rules = rules;
            this.pageSize = pageSize;
        }

        public static JsonObject Read(Query query)
        {
            var value = Handles.Get(query.Number("id", 0));
            var inspection = new ObjectInspection(ReadRules.From(query), query.Number("count", 100));
            return inspection.Root(value, query.Number("depth", 1), query.Number("start", 0));
        }

        private JsonObject Root(object value, int depth, int start)
        {
            var type = value.GetType();
            var items = Collection.Of(value, rules);
            var fields = Fields(value, depth, start);
            return new JsonObject
            {
                { "address", type.IsValueType ? null : Layout.Hex(Layout.Address(value)) },
                { "typeName", type.ToString() },
                { "size", type.IsValueType ? Layout.SizeOfVariable(type) : Layout.SizeOf(value) },
                { "value", ValueText.Of(value, rules) },
                { "fields", fields },
                { "isNull", false },
                { "hasCircularRef", hasCircularRef },
                { "truncated", truncated },
                { "objectId", Handles.Put(value, type.IsValueType) },
                { "start", items == null ? null : (object)start },
                { "total", items == null ? fields.Count : items.Count },
            };
        }

        private List<JsonObject> Fields(object value, int depth, int start)
        {
            path.Add(value);
            var items = value is string ? null : Collection.Of(value, rules);
            var fields = items != null ? Items(value, items, depth, start) : Declared(value, depth);
            path.RemoveAt(path.Count - 1);
            return fields;
        }

        private List<JsonObject> Declared(object value, int depth)
        {
            var fields = new List<JsonObject>();
            foreach (var member in Members.Of(value.GetType()))
            {
                if (member.Field == null || member.IsStatic) continue;
                if (fieldsLeft-- <= 0) { truncated = true; break; }
                var offset = Layout.Offset(member.Field, value);
                var content = member.Type.IsPointer ? "(pointer)" : member.Field.GetValue(value);
                fields.Add(Field(member.Name, content, member.Type, offset < 0 ? null : (object)offset, depth));
            }
            return fields;
        }

        private List<JsonObject> Items(object value, Collection items, int depth, int start)
        {
            var fields = new List<JsonObject>();
            var array = value as Array;
            var element = array?.GetType().GetElementType();
            var index = start;
            foreach (var item in items.Page(start, Math.Min(pageSize, Math.Max(0, fieldsLeft))))
            {
                fieldsLeft--;
                // The elements come after the method table pointer, the length and, for several dimensions, lengths and bounds.
                var offset = array == null ? null : (object)(Layout.SizeOf(array) - 8 - (array.LongLength - index) * Layout.SizeOfVariable(element!));
                fields.Add(Field(item.Name, item.Value, element ?? typeof(object), offset, depth));
                index++;
            }
            if (start + fields.Count < items.Count) truncated = true;
            return fields;
        }

        private JsonObject Field(string name, object? value, Type declared, object? offset, int depth)
        {
            var type = value == null || declared.IsPointer ? declared : value.GetType();
            var isCircular = value != null && !type.IsValueType && path.Any(one => ReferenceEquals(one, value));
            hasCircularRef |= isCircular;
            var inside = Rows.HasChildren(value);
            var expand = inside && !isCircular && depth > 1;
            return new JsonObject
            {
                { "name", name },
                { "typeName", type.ToString() },
                { "value", declared.IsPointer ? value : ValueText.Of(value, rules) },
                { "offset", offset },
                { "size", Layout.SizeOfVariable(declared) },
                { "hasChildren", inside || value is string && !declared.IsPointer },
                { "objectId", value == null || declared.IsPointer || !(inside || value is string) ? null : (object)Handles.Put(value, type.IsValueType) },
                { "circular", isCircular ? (object)true : null },
                { "fields", expand ? Fields(value!, depth - 1, 0) : null },
                { "total", expand ? Collection.Of(value!, rules)?.Count : null },
            };
        }
    }
}
