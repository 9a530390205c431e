using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    /// <summary>modules_search: names in the loaded assemblies, the program's own first.</summary>
    internal static class ModuleSearch
    {
        private const BindingFlags Declared =
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        private static readonly string[] Kinds = { "all", "module", "type", "method", "field", "property", "event" };

        public static JsonObject Read(Query query)
        {
            var kind = query.Text("kind") ?? "all";
            if (!Kinds.Contains(kind))
                throw new InspectorException("INVALID_PARAMETER", "Parameter 'kind' is not valid", new JsonObject { { "parameter", "kind" }, { "field", "kind" }, { "value", kind }, { "allowed", Kinds } });
            var fits = Pattern.From(query.Required("pattern"));
            var modules = query.Text("module");
            var assemblies = TypeFinder.Assemblies().Where(one => modules == null || TypeListing.IsNamed(one, modules)).ToList();
            return Page.Of(query, "matches", assemblies.SelectMany(one => InAssembly(one, kind, fits)), one => one);
        }

        private static IEnumerable<JsonObject> InAssembly(Assembly assembly, string kind, Func<string, bool> fits)
        {
            var module = assembly.ManifestModule.Name;
            if ((kind == "all" || kind == "module") && fits(module)) yield return new JsonObject { { "kind", "module" }, { "name", module }, { "module", module }, { "path", assembly.Location } };
            if (kind == "module") yield break;
            foreach (var type in TypeFinder.TypesOf(assembly))
            {
                if (type.Name[0] == '<') continue;
                var name = (type.FullName ?? type.Name).Replace('+', '.');
                if ((kind == "all" || kind == "type") && (fits(type.Name) || fits(name)))
                    yield return new JsonObject { { "kind", "type" }, { "name", name }, { "module", module } };
                if (kind == "type") continue;
                foreach (var member in type.GetMembers(Declared))
                {
                    if (member.Name[0] == '<' || member is Type || member is ConstructorInfo || (member is MethodInfo method && method.IsSpecialName)) continue;
                    if (kind != "all" && MemberListing.Kind(member) != kind) continue;
                    if (!fits(member.Name) && !fits(name + "." + member.Name)) continue;
                    yield return new JsonObject { { "kind", MemberListing.Kind(member) }, { "name", name + "." + member.Name }, { "module", module }, { "type", name } };
                }
            }
        }
    }
}
