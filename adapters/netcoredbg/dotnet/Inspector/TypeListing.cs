using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;

namespace Dapplex
{
    /// <summary>types_get, members_get and modules_search over the loaded assemblies.</summary>
    internal static class TypeListing
    {
        /// <summary><c>module</c>, <c>namespace</c>, <c>pattern</c>; those given must all fit.</summary>
        public static JsonObject Read(Query query)
        {
            var module = query.Text("module");
            var space = query.Text("namespace");
            var fits = Pattern.From(query.Text("pattern"));
            var assemblies = TypeFinder.Assemblies().Where(one => module == null || IsNamed(one, module)).ToList();
            if (module != null && assemblies.Count == 0) throw new InspectorException("MODULE_NOT_FOUND", "Module '" + module + "' not found", new JsonObject { { "module", module } });
            var types = assemblies.SelectMany(TypeFinder.TypesOf)
                .Where(type => type.Name[0] != '<' && (space == null || (type.Namespace ?? "") == space) && (fits(type.Name) || fits((type.FullName ?? "").Replace('+', '.'))));
            return Page.Of(query, "types", types, Describe);
        }

        public static JsonObject Describe(Type type) => new JsonObject
        {
            { "name", TypeNames.Full(type) },
            { "kind", ClassDescription.Kind(type) },
            { "namespace", type.Namespace ?? "" },
            { "module", type.Module.Name },
            { "base_type", type.BaseType == null ? null : TypeNames.Full(type.BaseType) },
            { "accessibility", type.IsPublic || type.IsNestedPublic ? "public" : type.IsNestedPrivate ? "private" : "internal" },
        };

        public static bool IsNamed(Assembly assembly, string module)
        {
            var name = assembly.GetName().Name ?? "";
            return name.Equals(module, StringComparison.OrdinalIgnoreCase) || assembly.ManifestModule.Name.Equals(module, StringComparison.OrdinalIgnoreCase) || assembly.Location == module;
        }
    }

    /// <summary><c>*</c> and <c>?</c> as in file names, or a part of the name; between slashes a regular expression.</summary>
    internal static class Pattern
    {
        public static Func<string, bool> From(string? pattern)
        {
            if (string.IsNullOrEmpty(pattern)) return _ => true;
            try
            {
                if (pattern!.Length > 2 && pattern[0] == '/' && pattern[pattern.Length - 1] == '/')
                    return new Regex(pattern.Substring(1, pattern.Length - 2), RegexOptions.IgnoreCase, TimeSpan.FromMilliseconds(200)).IsMatch;
            }
            catch (ArgumentException error)
            {
                throw new InspectorException("INVALID_PATTERN", "Pattern '" + pattern + "' is not a regular expression: " + error.Message, new JsonObject { { "pattern", pattern } });
            }
            if (pattern.IndexOfAny(new[] { '*', '?' }) < 0) return name => name.IndexOf(pattern, StringComparison.OrdinalIgnoreCase) >= 0;
            return new Regex("^" + Regex.Escape(pattern).Replace("\\*", ".*").Replace("\\?", ".") + "$", RegexOptions.IgnoreCase).IsMatch;
        }
    }

    internal static class Page
    {
        private const int Most = 200;

        public static JsonObject Of<T>(Query query, string name, IEnumerable<T> all, Func<T, JsonObject> describe)
        {
            var start = query.Number("start", 0);
            var count = query.Number("max", Most);
            var found = all.ToList();
            var rows = found.Skip(start).Take(count).Select(describe).ToArray();
            return new JsonObject { { name, rows }, { "total", found.Count }, { "truncated", start + rows.Length < found.Count } };
        }
    }
}
