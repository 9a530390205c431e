using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    /// <summary>
    /// What stands below a value, by page. Views: <c>default</c> (items, a debugger proxy of the runtime, or members), <c>raw</c> (the
    /// members as they are), <c>static</c>, <c>proxy</c> (a debugger proxy of the program, whose code runs). Views are offered as rows
    /// of their own, so that they never mix with the members.
    /// </summary>
    internal static class ChildRows
    {
        private const int Most = 1000;

        private sealed class Listing
        {
            public int Count;
            public Func<int, int, IEnumerable<JsonObject>> Page = (_, __) => Enumerable.Empty<JsonObject>();
        }

        /// <summary>Elements or members that a stop shows of one object.</summary>
        private const int Shown = 8;

        public static JsonObject Read(Query query)
        {
            var parts = Parts(Handles.Get(query.Number("id", 0)), query.Text("view") ?? "default", ReadRules.From(query), query.Text("filter"));
            var start = Math.Max(0, query.Number("start", 0));
            var count = query.Number("count", 0);
            return Page(parts, start, count <= 0 || count > Most ? Most : count);
        }

        /// <summary><c>ids</c>: the text of each object and the first of what stands below it, in one call.</summary>
        public static JsonObject Contents(Query query) => new JsonObject
        {
            { "objects", query.Required("ids").Split(',').Select(id => Content(Handles.Get(int.Parse(id, CultureInfo.InvariantCulture)))).ToArray() },
        };

        private static JsonObject Content(object value)
        {
            var filter = Collection.Of(value, ReadRules.Listing) == null ? null : "indexed";
            var content = Page(Parts(value, "default", ReadRules.Listing, filter), 0, Shown);
            content.Add("value", ValueText.Of(value, ReadRules.Listing));
            return content;
        }

        private static JsonObject Page(List<Listing> parts, int start, int count)
        {
            var total = parts.Sum(part => part.Count);
            var rows = new List<JsonObject>();
            var before = 0;
            foreach (var part in parts)
            {
                var from = Math.Max(0, start + rows.Count - before);
                var wanted = Math.Min(count - rows.Count, part.Count - from);
                if (wanted > 0) rows.AddRange(part.Page(from, wanted));
                before += part.Count;
            }
            return new JsonObject { { "rows", rows }, { "total", total } };
        }

        /// <summary>One computed property, run because it was asked for by name.</summary>
        private static JsonObject Property(object value, Member member, MemberName name)
        {
            var item = Slots.Item(value, member);
            return item.Value is Unreadable failure ? Failed(member, failure.Text) : Named(Rows.Part(member.Name, item.Value, member.Type, ReadRules.Listing, name.Suffix), name);
        }

        private static JsonObject Named(JsonObject row, MemberName name)
        {
            if (name.Cast != null) row.Add("cast", name.Cast);
            if (name.Owner != null) row.Add("owner", name.Owner);
            return row;
        }

        private static List<Listing> Parts(object value, string view, ReadRules rules, string? filter)
        {
            var type = value.GetType();
            var parts = new List<Listing>();
            if (view == "static") return new List<Listing> { MemberRows(value, Members.Of(type).Where(one => one.IsStatic), rules) };
            if (view.StartsWith("property:", StringComparison.Ordinal))
            {
                var member = Members.Find(type, view.Substring(9)) ?? throw Slots.NotFound(type, view.Substring(9));
                return new List<Listing> { One(Property(value, member, MemberName.Of(type, member))) };
            }
            var items = view == "default" ? Collection.Of(value, rules) : null;
            var proxyName = view == "raw" || items != null ? null : ProxyName(type);
            var isOffered = proxyName != null && view == "default" && !IsRuntimes(type);
            var proxy = proxyName == null || isOffered ? null : NewProxy(value, proxyName);
            if (items != null && filter != "named") parts.Add(ItemRows(items, value is Array || value is System.Collections.IList));
            if (filter == "indexed") return parts;
            if (items == null) AddMembers(parts, proxy ?? value, proxy != null, true, rules);
            if (isOffered) parts.Add(One(Group("Debugger View", value, "proxy")));
            if (view == "proxy") return parts;
            if ((items != null && items.Kind != "array") || proxy != null) parts.Add(One(Group("Raw View", value, "raw")));
            else if (items == null && Members.Of(type).Any(one => one.IsStatic)) parts.Add(One(Group("Static members", value, "static")));
            return parts;
        }

        /// <param name="items">what is listed</param>
        /// <param name="isIndexed">an index on the expression of the object gives the item</param>
        private static Listing ItemRows(Collection items, bool isIndexed) => new Listing
        {
            Count = items.Count,
            Page = (start, count) => items.Page(start, count)
                .Select(item => Rows.Part(item.Name, item.Value, typeof(object), ReadRules.Listing, isIndexed ? item.Name : null)),
        };

        private static void AddMembers(List<Listing> parts, object value, bool isProxy, bool isNamed, ReadRules rules)
        {
            var members = Members.Of(value.GetType()).Where(one => !one.IsStatic && (!isProxy || one.IsPublic)).ToArray();
            var shown = rules.Raw ? members : members.Where(one => one.Browsable != DebuggerBrowsableState.Never).ToArray();
            bool IsOpened(Member one) => !rules.Raw && one.Browsable == DebuggerBrowsableState.RootHidden && (isProxy || rules.AllowSideEffects || !one.RunsProgram);
            parts.Add(MemberRows(value, shown.Where(one => !IsOpened(one)), isProxy ? new ReadRules(true, false) : rules, isNamed && !isProxy));
            foreach (var member in shown.Where(IsOpened))
            {
                var inner = member.Field != null ? member.Field.GetValue(value) : Guarded.Run<object?>(() => member.Property!.GetValue(value), _ => null);
                if (inner == null) continue;
                var items = Collection.Of(inner, rules);
                if (items != null) parts.Add(ItemRows(items, false));
                else AddMembers(parts, inner, false, false, rules);
            }
        }

        private static Listing MemberRows(object value, IEnumerable<Member> members, ReadRules rules, bool isNamed = true)
        {
            var all = members.ToArray();
            return new Listing { Count = all.Length, Page = (start, count) => all.Skip(start).Take(count).Select(one => Row(value, one, rules, isNamed ? MemberName.Of(value.GetType(), one) : MemberName.None)) };
        }

        private static JsonObject Row(object value, Member member, ReadRules rules, MemberName name)
        {
            if (member.Field != null) return FieldRow(value, member, rules, name);
            if (rules.AllowSideEffects || !member.RunsProgram) return Property(value, member, name);
            return Named(new JsonObject
            {
                { "name", member.Name }, { "type", TypeNames.Full(member.Type) }, { "value", "" }, { "hasChildren", true }, { "lazy", true },
                { "id", Handles.Put(value, false) }, { "view", "property:" + member.Name }, { "evaluate", name.Suffix },
            }, name);
        }

        /// <summary>A pointer cannot be boxed without its type; reading a literal runs nothing.</summary>
        private static JsonObject FieldRow(object value, Member member, ReadRules rules, MemberName name)
        {
            if (member.Type.IsPointer || member.Field!.FieldType.IsByRef)
                return new JsonObject { { "name", member.Name }, { "type", TypeNames.Full(member.Type) }, { "value", "(pointer)" }, { "hasChildren", false } };
            if (member.IsStatic && !Statics.CanRead(member.Field))
                return new JsonObject { { "name", member.Name }, { "type", TypeNames.Full(member.Type) }, { "value", "(not initialized yet)" }, { "hasChildren", false } };
            return Named(Rows.Part(member.Name, member.Field.GetValue(member.IsStatic ? null : value), member.Type, rules, name.Suffix), name);
        }

        private static JsonObject Failed(Member member, string failure) => new JsonObject
        {
            { "name", member.Name }, { "type", TypeNames.Full(member.Type) }, { "value", failure }, { "hasChildren", false }, { "failed", true },
        };

        private static JsonObject Group(string name, object value, string view) => new JsonObject
        {
            { "name", name }, { "type", "" }, { "value", "" }, { "hasChildren", true }, { "id", Handles.Put(value, false) }, { "view", view },
        };

        private static Listing One(JsonObject row) => new Listing { Count = 1, Page = (_, __) => new[] { row } };

        /// <summary>The proxies of LINQ run the query of the program.</summary>
        private static bool IsRuntimes(Type type) => Framework.Owns(type) && type.Namespace != "System.Linq";

        private static string? ProxyName(Type type) => type.GetCustomAttributes<DebuggerTypeProxyAttribute>(true).FirstOrDefault()?.ProxyTypeName;

        /// <summary>The type says with <c>[DebuggerTypeProxy]</c> that this constructor and these getters are for debuggers.</summary>
        private static object? NewProxy(object value, string name)
        {
            var type = value.GetType();
            return Guarded.Run<object?>(() =>
            {
                var proxy = Type.GetType(name, assembly => System.Linq.Enumerable.FirstOrDefault(AppDomain.CurrentDomain.GetAssemblies(), one => one.GetName().Name == assembly.Name), null) ?? type.Assembly.GetType(name.Split(',')[0]);
                if (proxy == null) return null;
                if (proxy.IsGenericTypeDefinition) proxy = proxy.MakeGenericType(type.GetGenericArguments());
                return Activator.CreateInstance(proxy, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, null, new[] { value }, null);
            }, _ => null);
        }
    }
}
