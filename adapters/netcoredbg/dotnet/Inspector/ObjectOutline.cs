using System;
using System.Collections.Generic;
using System.Linq;

namespace Dapplex
{
    /// <summary>inspect_object: what an object is, and its elements down to a depth.</summary>
    internal sealed class ObjectOutline
    {
        private const int MostElements = 3000;

        private readonly ReadRules rules;
        private readonly int pageSize;
        private readonly List<object> path = new List<object>();
        private int left = MostElements;
        private bool truncated;

        private ObjectOutline(ReadRules rules, int pageSize)
        {
            this.rules = rules;
            this.pageSize = pageSize;
        }

        public static JsonObject Read(Query query)
        {
            var value = Handles.Get(query.Number("id", 0));
            var outline = new ObjectOutline(ReadRules.From(query), query.Number("maxElements", 100));
            var start = query.Number("start", 0);
            var elements = outline.Elements(value, query.Number("maxDepth", 3), start, out var total);
            return new JsonObject
            {
                { "type", "OBJECT" },
                { "kind", Rows.Kind(value) },
                { "type_name", TypeNames.Full(value.GetType()) },
                { "description", ValueText.Of(value, outline.rules) },
                { "elements", elements },
                { "total_elements", total },
                { "start", start == 0 ? null : (object)start },
                { "truncated", outline.truncated || start + elements.Count < total ? (object)true : null },
            };
        }

        private List<JsonObject> Elements(object value, int depth, int start, out int total)
        {
            var rows = new List<JsonObject>();
            total = 0;
            if (!Rows.HasChildren(value)) return rows;
            path.Add(value);
            var items = Collection.Of(value, rules);
            var members = items != null ? null : Members.Of(value.GetType()).Where(one => !one.IsStatic && (one.Field != null || rules.AllowSideEffects)).ToArray();
            total = items?.Count ?? members!.Length;
            var page = items != null ? items.Page(start, pageSize) : members!.Skip(start).Take(pageSize).Select(one => Slots.Item(value, one));
            foreach (var item in page)
            {
                if (left-- <= 0) { truncated = true; break; }
                rows.Add(Element(item, depth));
            }
            path.RemoveAt(path.Count - 1);
            return rows;
        }

        private JsonObject Element(Item item, int depth)
        {
            var value = item.Value;
            if (value == null) return new JsonObject { { "name", item.Name }, { "value", "null" } };
            if (value is Unreadable failure) return new JsonObject { { "name", item.Name }, { "value", failure.Text }, { "failed", true } };
            var isCircular = !value.GetType().IsValueType && path.Any(one => ReferenceEquals(one, value));
            var inside = Rows.HasChildren(value);
            var total = 0;
            var deeper = inside && !isCircular && depth > 1 ? Elements(value, depth - 1, 0, out total) : null;
            return new JsonObject
            {
                { "name", item.Name },
                { "value", ValueText.Of(value, rules) },
                { "object_id", inside || value is string ? (object)Handles.Put(value, value.GetType().IsValueType) : null },
                { "type_name", TypeNames.Full(value.GetType()) },
                { "elements", deeper },
                { "total_elements", deeper == null ? null : (object)total },
                { "circular", isCircular ? (object)true : null },
            };
        }
    }

    /// <summary>In the place of a value that could not be read.</summary>
    internal sealed class Unreadable
    {
        public Unreadable(string text) => Text = text;

        public string Text { get; }
    }
}
