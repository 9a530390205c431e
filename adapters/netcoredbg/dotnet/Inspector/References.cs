using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace Dapplex
{
    /// <summary>
    /// A walk over the objects that can be reached from the statics and from the objects that have an id: the runtime offers no
    /// way through the whole heap from inside. Bounded in objects and time; what it does not find may still exist.
    /// </summary>
    internal sealed class HeapWalk
    {
        private const int MostObjects = 400000;

        private readonly HashSet<object> seen = new HashSet<object>(new ByIdentity());
        private readonly Queue<object> waiting = new Queue<object>();
        private readonly Stopwatch time = Stopwatch.StartNew();
        private readonly int milliseconds;

        public HeapWalk(int milliseconds) => this.milliseconds = milliseconds;

        public int Visited => seen.Count;

        /// <summary>The bound was met before the end.</summary>
        public bool IsCut { get; private set; }

        /// <summary>Every edge: who refers, how, to what. The root of a static is the name of its type.</summary>
        public IEnumerable<(object owner, string path, object target)> Edges()
        {
            foreach (var (field, value) in StaticRoots())
            {
                yield return (field.DeclaringType!, field.Name, value);
                Enter(value);
            }
            foreach (var value in Handles.Living()) Enter(value);
            while (waiting.Count > 0)
            {
                if (seen.Count > MostObjects || time.ElapsedMilliseconds > milliseconds) { IsCut = true; yield break; }
                var owner = waiting.Dequeue();
                foreach (var (path, target) in Outbound(owner))
                {
                    yield return (owner, path, target);
                    Enter(target);
                }
            }
        }

        /// <summary>The references an object holds, those inside its structs too.</summary>
        public static IEnumerable<(string path, object target)> Outbound(object owner)
        {
            if (owner is string || owner is Type || owner is System.Reflection.MemberInfo) yield break;
            if (owner is Array array)
            {
                var element = array.GetType().GetElementType()!;
                if (element.IsPrimitive || element.IsPointer || element.IsEnum) yield break;
                var i = 0;
                foreach (var item in array)
                {
                    foreach (var edge in Of("[" + i + "]", item, 0)) yield return edge;
                    i++;
                }
                yield break;
            }
            foreach (var edge in Inside("", owner, 0)) yield return edge;
        }

        private static IEnumerable<(string path, object target)> Inside(string path, object owner, int depth)
        {
            foreach (var member in Members.Of(owner.GetType()))
            {
                if (member.Field == null || member.IsStatic || member.Type.IsPointer || member.Type.IsPrimitive || member.Type.IsByRef || depth > 4) continue;
                foreach (var edge in Of(path + (path.Length == 0 ? "" : ".") + member.Name, member.Field.GetValue(owner), depth + 1)) yield return edge;
            }
        }

        private static IEnumerable<(string path, object target)> Of(string path, object? value, int depth)
        {
            if (value == null) return Enumerable.Empty<(string, object)>();
            if (!value.GetType().IsValueType) return new[] { (path, value) };
            return value.GetType().IsPrimitive || value.GetType().IsEnum ? Enumerable.Empty<(string, object)>() : Inside(path, value, depth);
        }

        private void Enter(object value)
        {
            if (!value.GetType().IsValueType && seen.Add(value)) waiting.Enqueue(value);
        }

        private static IEnumerable<(System.Reflection.FieldInfo field, object value)> StaticRoots()
        {
            foreach (var type in TypeFinder.Assemblies().Where(one => !TypeFinder.IsFramework(one)).SelectMany(TypeFinder.TypesOf))
            {
                if (type.ContainsGenericParameters) continue;
                foreach (var member in Members.Of(type))
                {
                    if (member.Field == null || !member.IsStatic || member.DeclaringType != type || member.Type.IsPrimitive || member.Type.IsPointer) continue;
                    if (member.Field.IsLiteral || !Statics.CanRead(member.Field)) continue;
                    if (member.Field.GetValue(null) is object value && !value.GetType().IsValueType) yield return (member.Field, value);
                }
            }
        }

        private sealed class ByIdentity : IEqualityComparer<object>
        {
            public new bool Equals(object? one, object? other) => ReferenceEquals(one, other);

            public int GetHashCode(object value) => System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(value);
        }
    }

    /// <summary>references_get</summary>
    internal static class References
    {
        private const int Milliseconds = 1200;

        public static JsonObject Read(Query query)
        {
            var value = Handles.Get(query.Number("id", 0));
            var most = query.Number("max", 100);
            if (query.Text("direction") != "inbound")
            {
                var all = HeapWalk.Outbound(value).ToList();
                return new JsonObject
                {
                    { "object_id", query.Number("id", 0) }, { "direction", "outbound" }, { "references", all.Take(most).Select(one => Row(one.path, one.target)).ToArray() },
                    { "total", all.Count }, { "truncated", all.Count > most }, { "complete", true },
                };
            }
            var walk = new HeapWalk(Milliseconds);
            var found = new List<JsonObject>();
            var more = false;
            foreach (var (owner, path, target) in walk.Edges())
            {
                if (!ReferenceEquals(target, value)) continue;
                if (found.Count == most) { more = true; break; }
                found.Add(owner is Type type ? Static(type, path) : Row(path, owner));
            }
            return new JsonObject
            {
                { "object_id", query.Number("id", 0) }, { "direction", "inbound" }, { "references", found }, { "total", found.Count }, { "truncated", more || walk.IsCut },
                { "complete", false }, { "visited", walk.Visited }, { "searched", "what static fields and objects with an id can reach" },
            };
        }

        private static JsonObject Row(string path, object one) => new JsonObject
        {
            { "object_id", Handles.Put(one, false) }, { "field", path }, { "type", TypeNames.Full(one.GetType()) }, { "value", ValueText.Of(one, ReadRules.Listing) },
        };

        private static JsonObject Static(Type type, string field) => new JsonObject { { "field", field }, { "type", TypeNames.Full(type) }, { "static", true }, { "value", TypeNames.Full(type) + "." + field } };
    }

    /// <summary>instances_get</summary>
    internal static class Instances
    {
        private const int Milliseconds = 1200;

        public static JsonObject Read(Query query)
        {
            var type = TypeFinder.Asked(query, "TYPE_NOT_FOUND");
            var most = query.Number("max", 100);
            var walk = new HeapWalk(Milliseconds);
            var found = new List<object>();
            var known = new HashSet<int>();
            bool Fits(object value) => type.IsInstanceOfType(value) || (type.IsGenericTypeDefinition && value.GetType().IsGenericType && value.GetType().GetGenericTypeDefinition() == type);
            foreach (var value in Handles.Living().Concat(walk.Edges().Select(edge => edge.target)))
            {
                if (value.GetType().IsValueType || !Fits(value) || !known.Add(Handles.Put(value, false))) continue;
                found.Add(value);
                if (found.Count > most) break;
            }
            return new JsonObject
            {
                { "type", TypeNames.Full(type) },
                { "instances", found.Take(most).Select(Row).ToArray() },
                { "total", Math.Min(found.Count, most) },
                { "truncated", found.Count > most || walk.IsCut },
                { "complete", false },
                { "visited", walk.Visited },
                { "searched", "what static fields and objects with an id can reach" },
            };
        }

        private static JsonObject Row(object value) => new JsonObject
        {
            { "object_id", Handles.Put(value, false) }, { "address", Layout.Hex(Layout.Address(value)) }, { "size", Layout.SizeOf(value) },
            { "type", TypeNames.Full(value.GetType()) }, { "value", ValueText.Of(value, ReadRules.Listing) },
        };
    }
}
