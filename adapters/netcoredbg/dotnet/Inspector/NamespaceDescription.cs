using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    /// <summary>inspect_package: a namespace with its types, and which namespaces its signatures name.</summary>
    internal static class NamespaceDescription
    {
        private const int Most = 500;

        private const BindingFlags Declared =
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        public static JsonObject Read(Query query)
        {
            var name = query.Required("name");
            var types = All().Where(type => (type.Namespace ?? "") == name && !type.IsNested && type.Name[0] != '<').OrderBy(type => type.Name, StringComparer.Ordinal).ToList();
            if (types.Count == 0) throw new InspectorException("PACKAGE_NOT_FOUND", "Package '" + name + "' not found", new JsonObject { { "package_name", name } });
            var start = query.Number("start", 0);
            return new JsonObject
            {
                { "package_name", name },
                { "nicknames", Array.Empty<string>() },
                { "uses", types.Take(Most).SelectMany(Named).Where(one => one != name).Distinct().OrderBy(one => one, StringComparer.Ordinal).ToArray() },
                { "used_by", UsedBy(name) },
                { "symbols", types.Skip(start).Take(Most).Select(Symbol).ToArray() },
                { "total_symbols", types.Count },
            };
        }

        private static IEnumerable<Type> All() => TypeFinder.Assemblies().SelectMany(TypeFinder.TypesOf);

        /// <summary>Of the program's own assemblies; the runtime's would name nothing that says anything.</summary>
        private static string[] UsedBy(string name) => TypeFinder.Assemblies().Where(one => !TypeFinder.IsFramework(one)).SelectMany(TypeFinder.TypesOf)
            .GroupBy(type => type.Namespace ?? "").Where(group => group.Key != name && group.Take(Most).Any(type => Named(type).Contains(name)))
            .Select(group => group.Key).Where(one => one.Length > 0).OrderBy(one => one, StringComparer.Ordinal).ToArray();

        private static JsonObject Symbol(Type type) => new JsonObject
        {
            { "name", TypeNames.Simple(type) }, { "kinds", new[] { ClassDescription.Kind(type) } }, { "external", type.IsPublic },
        };

        private static IEnumerable<string> Named(Type type)
        {
            var named = new List<Type?> { type.BaseType };
            named.AddRange(type.GetInterfaces());
            try
            {
                named.AddRange(type.GetFields(Declared).Select(one => one.FieldType));
                foreach (var method in type.GetMethods(Declared))
                {
                    named.Add(method.ReturnType);
                    named.AddRange(method.GetParameters().Select(one => one.ParameterType));
                }
            }
            // A signature may name an assembly that is not there.
            catch (System.IO.IOException) { }
            catch (TypeLoadException) { }
            return named.Where(one => !string.IsNullOrEmpty(one?.Namespace)).Select(one => one!.Namespace!).Distinct();
        }
    }
}
