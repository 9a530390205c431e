using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Dapplex
{
    /// <summary>The names of a type: as C# shows it, and as the expression compiler reads it.</summary>
    internal static class TypeNames
    {
        private static readonly Dictionary<Type, string> Keywords = new Dictionary<Type, string>
        {
            { typeof(object), "object" }, { typeof(string), "string" }, { typeof(bool), "bool" }, { typeof(char), "char" },
            { typeof(byte), "byte" }, { typeof(sbyte), "sbyte" }, { typeof(short), "short" }, { typeof(ushort), "ushort" },
            { typeof(int), "int" }, { typeof(uint), "uint" }, { typeof(long), "long" }, { typeof(ulong), "ulong" },
            { typeof(float), "float" }, { typeof(double), "double" }, { typeof(decimal), "decimal" }, { typeof(void), "void" },
            { typeof(IntPtr), "nint" }, { typeof(UIntPtr), "nuint" },
        };

        /// <summary>With namespace and keywords: <c>System.Collections.Generic.List&lt;Shop.Order&gt;</c>, <c>int?</c>.</summary>
        public static string Full(Type type) => Print(type, true);

        /// <summary>Without namespaces: <c>List&lt;Order&gt;</c>.</summary>
        public static string Simple(Type type) => Print(type, false);

        /// <summary>
        /// As an expression names it, from <c>global::</c>. A part that C# cannot write stands there as <c>__dapplex_</c> and the
        /// hexadecimal UTF-8 of its metadata name; the expression compiler puts the true name in its place.
        /// </summary>
        public static string Syntax(Type type)
        {
            if (Keywords.TryGetValue(type, out var keyword)) return keyword;
            if (type.IsPointer) return Syntax(type.GetElementType()!) + "*";
            if (type.IsArray) return ArraySyntax(type);
            if (type.IsGenericParameter) return "object";
            var arguments = new Queue<Type>(type.GetGenericArguments());
            var levels = Nesting(type);
            var parts = levels.Select(level => Part(level.Name) + (level == levels[0] ? Home(level) : "") + Arguments(level, arguments, Syntax));
            var name = string.Join(".", parts);
            return "global::" + (string.IsNullOrEmpty(type.Namespace) ? "" : string.Join(".", type.Namespace!.Split('.').Select(Part)) + ".") + name;
        }

        public static string WithoutArity(string name)
        {
            var tick = name.IndexOf('`');
            return tick < 0 ? name : name.Substring(0, tick);
        }

        public static bool IsAnonymous(Type type) => type.Name.StartsWith("<>f__AnonymousType", StringComparison.Ordinal);

        private static string Print(Type type, bool full)
        {
            if (Keywords.TryGetValue(type, out var keyword)) return keyword;
            if (type.IsByRef) return "ref " + Print(type.GetElementType()!, full);
            if (type.IsPointer) return Print(type.GetElementType()!, full) + "*";
            if (type.IsArray) return ArrayName(type, full);
            if (type.IsGenericParameter) return type.Name;
            var underlying = Nullable.GetUnderlyingType(type);
            if (underlying != null) return Print(underlying, full) + "?";
            if (IsAnonymous(type)) return Anonymous(type, full);
            if (IsTuple(type)) return "(" + string.Join(", ", type.GetGenericArguments().Select(argument => Print(argument, full))) + ")";
            var arguments = new Queue<Type>(type.GetGenericArguments());
            var parts = Nesting(type).Select(level => Readable(level.Name) + Arguments(level, arguments, one => Print(one, full))).ToList();
            var name = full ? string.Join(".", parts) : parts.Last();
            return full && !string.IsNullOrEmpty(type.Namespace) ? type.Namespace + "." + name : name;
        }

        /// <summary>By its definition: a type whose arguments are type parameters, such as a base type <c>List&lt;T&gt;</c>, has no full name.</summary>
        private static bool IsTuple(Type type) =>
            type.IsGenericType && !type.IsGenericTypeDefinition && type.GetGenericTypeDefinition().FullName!.StartsWith("System.ValueTuple`", StringComparison.Ordinal)
            && type.GetGenericArguments().Length is > 1 and < 8;

        private static string Anonymous(Type type, bool full) =>
            "<anonymous type: " + string.Join(", ", type.GetProperties().Select(one => Print(one.PropertyType, full) + " " + one.Name)) + ">";

        private static List<Type> Nesting(Type type)
        {
            var levels = new List<Type>();
            for (Type? level = type; level != null; level = level.DeclaringType) levels.Insert(0, level);
            return levels;
        }

        /// <summary>The arguments of a nested generic type stand in one list, the outer types' first.</summary>
        private static string Arguments(Type level, Queue<Type> arguments, Func<Type, string> print)
        {
            var tick = level.Name.IndexOf('`');
            if (tick < 0 || !int.TryParse(level.Name.Substring(tick + 1), out var count)) return "";
            var own = new List<string>();
            for (var i = 0; i < count && arguments.Count > 0; i++) own.Add(print(arguments.Dequeue()));
            return "<" + string.Join(", ", own) + ">";
        }

        private static string ArrayName(Type type, bool full)
        {
            var ranks = new StringBuilder();
            var element = type;
            for (; element.IsArray; element = element.GetElementType()!) ranks.Append('[').Append(',', element.GetArrayRank() - 1).Append(']');
            return Print(element, full) + ranks;
        }

        private static string ArraySyntax(Type type)
        {
            var ranks = new StringBuilder();
            var element = type;
            for (; element.IsArray; element = element.GetElementType()!) ranks.Append('[').Append(',', element.GetArrayRank() - 1).Append(']');
            return Syntax(element) + ranks;
        }

        /// <summary>The name of a file-local type is <c>&lt;File&gt;F0123__Name</c> in metadata.</summary>
        private static string Readable(string name)
        {
            var plain = WithoutArity(name);
            if (plain.Length > 0 && plain[0] == '<')
            {
                var at = plain.IndexOf(">F", StringComparison.Ordinal);
                var end = at < 0 ? -1 : plain.IndexOf("__", at, StringComparison.Ordinal);
                if (end > 0) return plain.Substring(end + 2);
            }
            return plain;
        }

        /// <summary>Each assembly may have an anonymous type of the same name: <c>_in_</c> and the assembly tells which is meant.</summary>
        private static string Home(Type type) => type.Name[0] == '<' && string.IsNullOrEmpty(type.Namespace) ? "_in_" + Hex(type.Assembly.GetName().Name ?? "") : "";

        private static string Hex(string name) => string.Concat(Encoding.UTF8.GetBytes(name).Select(b => b.ToString("x2")));

        private static string Part(string name)
        {
            var plain = WithoutArity(name);
            if (plain.All(c => char.IsLetterOrDigit(c) || c == '_') && !char.IsDigit(plain[0])) return "@" + plain;
            return "__dapplex_" + Hex(plain);
        }
    }
}
