using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    /// <summary>inspect_function: a method by <c>Namespace.Type.Method</c>, with all its overloads.</summary>
    internal static class FunctionDescription
    {
        private const BindingFlags Any =
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.FlattenHierarchy;

        public static JsonObject Read(Query query)
        {
            var symbol = query.Required("symbol").Trim();
            var dot = symbol.LastIndexOf('.');
            // Without a type it is a method of the one whose method the selected frame stands in.
            var owner = dot < 0 ? query.Text("type") : symbol.Substring(0, dot);
            var type = owner == null ? null : TypeFinder.Find(owner);
            var name = symbol.Substring(dot + 1);
            if (type == null) throw TypeFinder.Find(symbol) != null ? NotFunction(symbol, "a type") : Missing(symbol);
            var methods = Methods(type, name);
            if (methods.Count == 0)
            {
                if (Members.Find(type, name) != null) throw NotFunction(symbol, "a field or property");
                throw TypeFinder.Find(symbol) != null ? NotFunction(symbol, "a type") : Missing(symbol);
            }
            var first = methods[0];
            return new JsonObject
            {
                { "symbol", TypeNames.Full(first.DeclaringType!) + "." + name },
                { "kind", methods.Count > 1 ? "generic-function" : "method" },
                { "lambda_list", Parameters(first) },
                { "type", Signature(first) },
                { "methods", methods.Select(Describe).ToArray() },
                { "modulePath", first.Module.Assembly.Location },
                { "token", first.MetadataToken },
                { "documentationId", DocumentationId(first) },
            };
        }

        public static string Parameters(MethodBase method) => "(" + string.Join(", ", method.GetParameters().Select(Parameter)) + ")";

        public static string Signature(MethodBase method)
        {
            var result = method is MethodInfo info ? TypeNames.Full(info.ReturnType) + " " : "";
            var generic = method.IsGenericMethodDefinition ? "<" + string.Join(", ", method.GetGenericArguments().Select(one => one.Name)) + ">" : "";
            return string.Join(" ", ClassDescription.Qualifiers(method)) + " " + result + method.Name + generic + Parameters(method);
        }

        private static string Parameter(ParameterInfo parameter)
        {
            var modifier = parameter.IsOut ? "out " : parameter.IsIn && parameter.ParameterType.IsByRef ? "in " : parameter.IsDefined(typeof(ParamArrayAttribute)) ? "params " : "";
            var type = TypeNames.Full(modifier.Length > 0 && parameter.ParameterType.IsByRef ? parameter.ParameterType.GetElementType()! : parameter.ParameterType);
            return modifier + type + " " + parameter.Name + (parameter.HasDefaultValue ? " = " + ValueText.Of(parameter.DefaultValue, ReadRules.Listing) : "");
        }

        private static JsonObject Describe(MethodBase method) => new JsonObject
        {
            { "name", method.Name },
            { "qualifiers", ClassDescription.Qualifiers(method) },
            { "specializers", method.GetParameters().Select(one => TypeNames.Full(one.ParameterType)).ToArray() },
            { "lambda_list", Parameters(method) },
            { "type", Signature(method) },
            { "token", method.MetadataToken },
        };

        private static List<MethodBase> Methods(Type type, string name)
        {
            var plain = name.Split('(', '<')[0];
            IEnumerable<MethodBase> all = type.GetMethods(Any);
            if (plain == "ctor" || plain == TypeNames.WithoutArity(type.Name)) all = type.GetConstructors(Any & ~BindingFlags.Static);
            else all = all.Where(method => method.Name == plain || method.Name.StartsWith("<", StringComparison.Ordinal) && method.Name.Contains("g__" + plain + "|"));
            return all.OrderBy(method => method.GetParameters().Length).ToList();
        }

        /// <summary>As it stands in the XML documentation file of an assembly, without the parameters.</summary>
        private static string DocumentationId(MethodBase method) => "M:" + (method.DeclaringType!.FullName ?? "").Replace('+', '.') + "." + method.Name;

        private static InspectorException Missing(string symbol) =>
            new InspectorException("FUNCTION_NOT_FOUND", "Function '" + symbol + "' not found", new JsonObject { { "symbol", symbol } });

        private static InspectorException NotFunction(string symbol, string what) =>
            new InspectorException("NOT_A_FUNCTION", "'" + symbol + "' is " + what + ", not a method", new JsonObject { { "symbol", symbol }, { "is", what } });
    }
}
