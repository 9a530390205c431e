using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    /// <summary>A field, or a property that has to be run. An automatic property is its field under the property's name.</summary>
    internal sealed class Member
    {
        public Member(string name, FieldInfo? field, PropertyInfo? property)
        {
            Name = name;
            Field = field;
            Property = property;
        }

        public string Name { get; }

        public FieldInfo? Field { get; }

        public PropertyInfo? Property { get; }

        public bool IsStatic => Field?.IsStatic ?? Getter?.IsStatic ?? false;

        public bool IsPublic => Property != null ? Getter?.IsPublic ?? false : Field!.IsPublic;

        public Type Type => Field?.FieldType ?? Property!.PropertyType;

        public Type DeclaringType => ((MemberInfo?)Field ?? Property!).DeclaringType!;

        public bool IsWritable => Field != null ? !Field.IsInitOnly && !Field.IsLiteral : Property!.GetSetMethod(true) != null;

        private MethodInfo? Getter => Property?.GetGetMethod(true);

        public DebuggerBrowsableState? Browsable =>
            ((MemberInfo?)Property ?? Field!).GetCustomAttribute<DebuggerBrowsableAttribute>()?.State;
    }

    internal static class Members
    {
        private const BindingFlags Declared =
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        private static readonly Dictionary<Type, Member[]> Known = new Dictionary<Type, Member[]>();

        /// <summary>All members that hold or give a value, the base types' first, fields before computed properties.</summary>
        public static Member[] Of(Type type)
        {
            lock (Known)
            {
                if (!Known.TryGetValue(type, out var members)) Known[type] = members = Read(type).ToArray();
                return members;
            }
        }

        public static Member? Find(Type type, string name) => Of(type).LastOrDefault(member => member.Name == name)
            ?? Of(type).LastOrDefault(member => member.Field?.Name == name);

        public static bool IsRecord(Type type) =>
            type.GetMethod("<Clone>$", BindingFlags.Instance | BindingFlags.Public) != null
            || (type.IsValueType && type.GetMethod("PrintMembers", Declared)?.GetCustomAttribute<System.Runtime.CompilerServices.CompilerGeneratedAttribute>() != null);

        /// <summary>Whether the program, and not the runtime or the compiler, says what this method does.</summary>
        public static bool Overrides(Type type, string method)
        {
            var found = type.GetMethod(method, Type.EmptyTypes);
            return found?.DeclaringType != null && !Framework.Owns(found.DeclaringType)
                && found.GetCustomAttribute<System.Runtime.CompilerServices.CompilerGeneratedAttribute>() == null;
        }

        /// <summary>The name of a field as the source has it: automatic properties, primary constructor parameters, hoisted locals.</summary>
        public static string SourceName(string field)
        {
            if (field.Length == 0 || field[0] != '<') return field;
            var end = field.IndexOf('>');
            if (end <= 1) return field;
            var rest = field.Substring(end + 1);
            var isKnown = rest == "k__BackingField" || rest == "P" || rest == "i__Field" || rest.StartsWith("5__", StringComparison.Ordinal);
            return isKnown ? field.Substring(1, end - 1) : field;
        }

        private static IEnumerable<Member> Read(Type type)
        {
            var levels = new List<Type>();
            for (Type? level = type; level != null; level = level.BaseType) levels.Insert(0, level);
            var properties = new List<Member>();
            foreach (var level in levels)
            {
                var own = level.GetProperties(Declared).Where(one => one.GetIndexParameters().Length == 0 && one.GetGetMethod(true) != null).ToArray();
                var fields = level.GetFields(Declared).OrderBy(field => field.MetadataToken).ToArray();
                foreach (var field in fields)
                {
                    var name = SourceName(field.Name);
                    yield return new Member(name, field, name == field.Name ? null : own.FirstOrDefault(one => one.Name == name));
                }
                var automatic = new HashSet<string>(fields.Select(field => SourceName(field.Name)).Where(name => fields.All(field => field.Name != name)));
                properties.AddRange(own.Where(one => !automatic.Contains(one.Name)).Select(one => new Member(one.Name, null, one)));
            }
            foreach (var group in properties.GroupBy(property => property.Name)) yield return group.Last();
        }
    }
}
