using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    /// <summary>Types by the names that people write.</summary>
    internal static class TypeFinder
    {
        private static readonly Dictionary<string, string> Keywords = new Dictionary<string, string>
        {
            { "object", "System.Object" }, { "string", "System.String" }, { "bool", "System.Boolean" }, { "char", "System.Char" }, { "byte", "System.Byte" },
            { "sbyte", "System.SByte" }, { "short", "System.Int16" }, { "ushort", "System.UInt16" }, { "int", "System.Int32" }, { "uint", "System.UInt32" },
            { "long", "System.Int64" }, { "ulong", "System.UInt64" }, { "float", "System.Single" }, { "double", "System.Double" }, { "decimal", "System.Decimal" },
        };

        /// <summary>Namespaces that a short name is looked for in first: those of the frame that it was said in.</summary>
        public static string[] Near { get; set; } = Array.Empty<string>();

        /// <summary>The loaded assemblies of the program, its own before the runtime's; not what dapplex brought.</summary>
        public static IEnumerable<Assembly> Assemblies() => AppDomain.CurrentDomain.GetAssemblies()
            .Where(one => !one.IsDynamic && one != typeof(TypeFinder).Assembly && !(one.GetName().Name ?? "").StartsWith("DapplexEval", StringComparison.Ordinal))
            .OrderBy(IsFramework);

        public static bool IsFramework(Assembly assembly) => Framework.Owns(assembly);

        /// <summary>An assembly may refer to others that are not there: the types that could be loaded.</summary>
        public static Type[] TypesOf(Assembly assembly)
        {
            try { return assembly.GetTypes(); }
            catch (ReflectionTypeLoadException error) { return error.Types.Where(type => type != null).ToArray()!; }
        }

        public static Type? Find(string name)
        {
            var written = name.Trim();
            if (written.StartsWith("global::", StringComparison.Ordinal)) written = written.Substring(8);
            if (written.EndsWith("[]", StringComparison.Ordinal)) return Find(written.Substring(0, written.Length - 2))?.MakeArrayType();
            if (Keywords.TryGetValue(written, out var full)) written = full;
            var open = written.IndexOf('<');
            if (open > 0 && written.EndsWith(">", StringComparison.Ordinal)) return Generic(written, open);
            return Exact(written) ?? Ending(written);
        }

        public static Type Required(string name)
        {
            return Find(name) ?? throw new InspectorException("CLASS_NOT_FOUND", "Class '" + name + "' not found", new JsonObject
            {
                { "class_name", name }, { "nearest", Nearest(name) },
            });
        }

        /// <summary>The type of a <c>type</c> or of the object with an <c>id</c>.</summary>
        public static Type Asked(Query query, string missing)
        {
            if (query.Text("id") != null) return Handles.Get(query.Number("id", 0)).GetType();
            var name = query.Required("type");
            return Find(name) ?? throw new InspectorException(missing, "Type '" + name + "' not found", new JsonObject { { "type_name", name }, { "nearest", Nearest(name) } });
        }

        public static string? Nearest(string name)
        {
            var wanted = name.Split('.', '+').Last();
            return First(type => TypeNames.WithoutArity(type.Name).Equals(wanted, StringComparison.OrdinalIgnoreCase))?.FullName?.Replace('+', '.');
        }

        private static Type? Generic(string written, int open)
        {
            var names = Split(written.Substring(open + 1, written.Length - open - 2));
            var definition = Find(written.Substring(0, open) + "`" + names.Count);
            if (definition == null || names.All(string.IsNullOrWhiteSpace)) return definition;
            var arguments = names.Select(Find).ToArray();
            return arguments.Any(one => one == null) ? null : definition.MakeGenericType(arguments!);
        }

        private static List<string> Split(string list)
        {
            var parts = new List<string>();
            var depth = 0;
            var from = 0;
            for (var i = 0; i <= list.Length; i++)
            {
                if (i < list.Length && list[i] == '<') depth++;
                if (i < list.Length && list[i] == '>') depth--;
                if (i < list.Length && (list[i] != ',' || depth > 0)) continue;
                parts.Add(list.Substring(from, i - from));
                from = i + 1;
            }
            return parts;
        }

        /// <summary>A dot may stand for the plus of a nested type.</summary>
        private static Type? Exact(string name)
        {
            for (var written = name; ; )
            {
                foreach (var assembly in Assemblies())
                    if (assembly.GetType(written, false) is Type type) return type;
                var dot = written.LastIndexOf('.');
                if (dot < 0) return null;
                written = written.Substring(0, dot) + "+" + written.Substring(dot + 1);
            }
        }

        private static Type? Ending(string name)
        {
            var bare = name.Replace('+', '.');
            return First(type => Matches(type, bare));
        }

        /// <summary>Of the program's own types the nearest; the runtime's only where there is none.</summary>
        private static Type? First(Func<Type, bool> fits) =>
            Assemblies().Where(one => !IsFramework(one)).SelectMany(TypesOf).Where(fits).OrderBy(Distance).FirstOrDefault()
            ?? Assemblies().Where(IsFramework).SelectMany(TypesOf).FirstOrDefault(fits);

        private static int Distance(Type type)
        {
            var at = Array.IndexOf(Near, type.Namespace ?? "");
            return at < 0 ? Near.Length : at;
        }

        private static bool Matches(Type type, string name)
        {
            if (!name.EndsWith(TypeNames.WithoutArity(type.Name), StringComparison.Ordinal) && !name.EndsWith(type.Name, StringComparison.Ordinal)) return false;
            var full = (type.FullName ?? "").Replace('+', '.');
            return full == name || full.EndsWith("." + name, StringComparison.Ordinal);
        }
    }
}
