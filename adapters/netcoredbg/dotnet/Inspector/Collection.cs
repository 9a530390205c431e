using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    internal struct Item
    {
        public Item(string name, object? value)
        {
            Name = name;
            Value = value;
        }

        public string Name { get; }

        public object? Value { get; }
    }

    /// <summary>The items of something that holds items. What the program wrote itself is enumerated only where it may be run.</summary>
    internal sealed class Collection
    {
        private readonly Func<int, int, IEnumerable<Item>> page;

        private Collection(string kind, int count, Func<int, int, IEnumerable<Item>> page)
        {
            Kind = kind;
            Count = count;
            this.page = page;
        }

        /// <summary>array, list or dictionary</summary>
        public string Kind { get; }

        public int Count { get; }

        public IEnumerable<Item> Page(int start, int count) => page(start, count);

        public static Collection? Of(object value, ReadRules rules)
        {
            if (rules.Raw || value is string) return null;
            if (value is Array array) return OfArray(array);
            var type = value.GetType();
            if (!(value is IEnumerable) || type.Namespace == "System.Linq" || !Counted(type)) return OfMemory(value, type);
            if (!rules.AllowSideEffects && !IsTrusted(type)) return null;
            var count = CountOf(value);
            if (count < 0) return null;
            if (value is IDictionary dictionary) return new Collection("dictionary", count, (start, wanted) => Pairs(dictionary, start, wanted));
            if (IsA(type, typeof(IReadOnlyDictionary<,>)) || IsA(type, typeof(IDictionary<,>)))
                return new Collection("dictionary", count, (start, wanted) => PairObjects((IEnumerable)value, start, wanted));
            if (value is IList list && IsTrusted(type)) return new Collection("list", count, (start, wanted) => Indexed(i => list[i], start, Math.Min(wanted, count - start)));
            return new Collection("list", count, (start, wanted) => Enumerated((IEnumerable)value, start, wanted));
        }

        private static Collection OfArray(Array array) =>
            new Collection("array", array.Length, (start, wanted) => ArrayItems(array, start, Math.Min(wanted, array.Length - start)));

        /// <summary>Memory, ArraySegment and their like: their ToArray is the runtime's own.</summary>
        private static Collection? OfMemory(object value, Type type)
        {
            if (!type.IsGenericType) return null;
            var name = type.GetGenericTypeDefinition().FullName;
            if (name != "System.Memory`1" && name != "System.ReadOnlyMemory`1") return null;
            var copy = (Array)type.GetMethod("ToArray", Type.EmptyTypes)!.Invoke(value, null)!;
            return new Collection("list", copy.Length, OfArray(copy).Page);
        }

        private static bool Counted(Type type) =>
            typeof(ICollection).IsAssignableFrom(type) || IsA(type, typeof(ICollection<>)) || IsA(type, typeof(IReadOnlyCollection<>));

        private static bool IsA(Type type, Type definition) =>
            type.GetInterfaces().Any(one => one.IsGenericType && one.GetGenericTypeDefinition() == definition);

        /// <summary>The runtime's own, or a class of the program that derives from one and does not enumerate anew.</summary>
        private static bool IsTrusted(Type type)
        {
            for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            {
                if (Framework.Owns(level)) return true;
                var own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
                if (level.GetMethods(own).Any(method => method.Name.EndsWith("GetEnumerator", StringComparison.Ordinal) || method.Name.EndsWith("get_Count", StringComparison.Ordinal)))
                    return false;
            }
            return false;
        }

        private static int CountOf(object value)
        {
            if (value is ICollection counted) return Default(() => counted.Count);
            foreach (var one in value.GetType().GetInterfaces())
            {
                if (!one.IsGenericType) continue;
                var definition = one.GetGenericTypeDefinition();
                if (definition == typeof(ICollection<>) || definition == typeof(IReadOnlyCollection<>))
                    return Default(() => (int)one.GetProperty("Count")!.GetValue(value)!);
            }
            return -1;
        }

        /// <summary>An ImmutableArray that was never made throws for its count.</summary>
        private static int Default(Func<int> count)
        {
            try { return count(); }
            catch (InvalidOperationException) { return -1; }
            catch (TargetInvocationException) { return -1; }
            catch (NullReferenceException) { return -1; }
        }

        private static IEnumerable<Item> Indexed(Func<int, object?> at, int start, int count)
        {
            for (var i = start; i < start + count; i++) yield return new Item("[" + i + "]", at(i));
        }

        private static IEnumerable<Item> ArrayItems(Array array, int start, int count)
        {
            if (array.Rank == 1)
            {
                var low = array.GetLowerBound(0);
                for (var i = start; i < start + count; i++) yield return new Item("[" + (i + low) + "]", Element(array, i + low));
                yield break;
            }
            var at = new int[array.Rank];
            for (var i = start; i < start + count; i++)
            {
                var rest = i;
                for (var d = array.Rank - 1; d >= 0; d--)
                {
                    at[d] = array.GetLowerBound(d) + rest % array.GetLength(d);
                    rest /= array.GetLength(d);
                }
                yield return new Item("[" + string.Join(", ", at) + "]", array.GetValue(at));
            }
        }

        /// <summary>Pointers cannot be boxed.</summary>
        private static object? Element(Array array, int index) =>
            array.GetType().GetElementType()!.IsPointer ? "(pointer)" : array.GetValue(index);

        private static IEnumerable<Item> Enumerated(IEnumerable values, int start, int count)
        {
            var i = 0;
            foreach (var value in values)
            {
                if (i >= start + count) yield break;
                if (i >= start) yield return new Item("[" + i + "]", value);
                i++;
            }
        }

        private static IEnumerable<Item> Pairs(IDictionary values, int start, int count)
        {
            var i = 0;
            var pairs = values.GetEnumerator();
            while (i < start + count && pairs.MoveNext())
            {
                if (i++ < start) continue;
                yield return new Item("[" + ValueText.Of(pairs.Key, ReadRules.Listing, 1) + "]", pairs.Value);
            }
        }

        private static IEnumerable<Item> PairObjects(IEnumerable values, int start, int count)
        {
            var i = 0;
            foreach (var pair in values)
            {
                if (i >= start + count) yield break;
                if (i++ < start) continue;
                var type = pair!.GetType();
                var key = type.GetProperty("Key")?.GetValue(pair);
                yield return new Item("[" + ValueText.Of(key, ReadRules.Listing, 1) + "]", type.GetProperty("Value")?.GetValue(pair));
            }
        }
    }
}
