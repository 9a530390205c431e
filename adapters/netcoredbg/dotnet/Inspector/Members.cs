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

        /// <summary>Whether reading it runs code of the program: its own getter, or one of the framework that calls a function of the program.</summary>
        public bool RunsProgram => Field == null && (!Framework.Owns(DeclaringType) || Framework.CallsProgram(DeclaringType, Name));

        private MethodInfo? Getter => Property?.GetGetMethod(true);

        public DebuggerBrowsableState? Browsable =>
            ((MemberInfo?)Property ?? Field!).GetCustomAttribute<DebuggerBrowsableAttribute>()?.State;
    }

    /// <summary>How C# names a member of an object whose expression is known.</summary>
    internal sealed class MemberName
    {
        private MemberName(string? suffix, string? cast, string? owner)
        {
            Suffix = suffix;
            Cast = cast;
            Owner = owner;
        }

        /// <summary>What follows the expression of the object. Null when no expression names the member.</summary>
        public string? Suffix { get; }

        /// <summary>The type to which the object must be cast first, where its name alone means another member.</summary>
        public string? Cast { get; }

        /// <summary>The type, for a static member.</summary>
        public string? Owner { get; }

        public static readonly MemberName None = new MemberName(null, null, null);

        public static MemberName Of(Type type, Member member)
        {
            var dot = member.Name.LastIndexOf('.');
            // The metadata name of an explicit interface member starts with the interface.
            if (dot > 0) return IsPlain(member.Name.Replace(".", "")) ? new MemberName(member.Name.Substring(dot), member.Name.Substring(0, dot), null) : None;
            if (!IsPlain(member.Name)) return None;
            var declaring = TypeNames.Full(member.DeclaringType);
            var isSpeakable = declaring.IndexOfAny(new[] { '{', ' ' }) < 0 && declaring.IndexOf("<>", StringComparison.Ordinal) < 0;
            if (member.IsStatic) return isSpeakable ? new MemberName("." + member.Name, null, declaring) : None;
            if (!Members.IsAmbiguous(type, member.Name)) return new MemberName("." + member.Name, null, null);
            return isSpeakable ? new MemberName("." + member.Name, declaring, null) : None;
        }

        private static bool IsPlain(string name) => name.Length > 0 && name.All(c => char.IsLetterOrDigit(c) || c == '_') && !char.IsDigit(name[0]);
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

        /// <summary>Whether several types of the hierarchy declare the name, so that C# decides by the static type which one is meant.</summary>
        public static bool IsAmbiguous(Type type, string name)
        {
            var found = 0;
            for (Type? level = type; level != null; level = level.BaseType)
            {
                var property = level.GetProperties(Declared).FirstOrDefault(one => one.Name == name && one.GetIndexParameters().Length == 0);
                var isOverride = property?.GetGetMethod(true) is MethodInfo getter && getter.GetBaseDefinition().DeclaringType != getter.DeclaringType;
                if ((property != null && !isOverride) || level.GetField(name, Declared) != null) found++;
            }
            return found > 1;
        }

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
