using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    /// <summary>inspect_class</summary>
    internal static class ClassDescription
    {
        private const int MostSubclasses = 200;

        private const BindingFlags Declared =
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        public static JsonObject Read(Query query)
        {
            var type = TypeFinder.Required(query.Required("name"));
            return new JsonObject
            {
                { "class_name", TypeNames.Full(type) },
                { "kind", Kind(type) },
                { "superclasses", Bases(type).Concat(type.GetInterfaces()).Select(TypeNames.Full).ToArray() },
                { "subclasses", Subclasses(type).Take(MostSubclasses).Select(TypeNames.Full).ToArray() },
                { "slots", Members.Of(type).Select(member => Slot(type, member)).ToArray() },
                { "methods", type.GetMethods(Declared).Where(one => !one.IsSpecialName && one.Name[0] != '<').Select(Method).ToArray() },
                { "module", type.Module.Name },
                { "token", type.MetadataToken },
                { "modulePath", type.Assembly.Location },
                { "metadataName", (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName },
            };
        }

        public static string Kind(Type type)
        {
            if (type.IsEnum) return "enum";
            if (type.IsInterface) return "interface";
            if (typeof(Delegate).IsAssignableFrom(type)) return "delegate";
            if (Members.IsRecord(type)) return type.IsValueType ? "record struct" : "record";
            return type.IsValueType ? "struct" : "class";
        }

        public static IEnumerable<Type> Bases(Type type)
        {
            for (var level = type.BaseType; level != null; level = level.BaseType) yield return level;
        }

        public static string[] Qualifiers(MethodBase method)
        {
            var words = new List<string> { Accessibility(method) };
            if (method.IsStatic) words.Add("static");
            if (method.IsAbstract) words.Add("abstract");
            else if (method is MethodInfo info && method.IsVirtual && !method.IsFinal) words.Add(info.GetBaseDefinition() == info ? "virtual" : "override");
            if (method.GetCustomAttributes().Any(one => one.GetType().Name == "AsyncStateMachineAttribute")) words.Add("async");
            return words.ToArray();
        }

        public static string Accessibility(MethodBase method) =>
            method.IsPublic ? "public" : method.IsPrivate ? "private" : method.IsFamily ? "protected" : method.IsAssembly ? "internal" : "protected internal";

        private static JsonObject Slot(Type type, Member member) => new JsonObject
        {
            { "name", member.Name },
            { "type", TypeNames.Full(member.Type) },
            { "allocation", member.IsStatic ? "class" : "instance" },
            { "initargs", Array.Empty<string>() },
            { "direct", member.DeclaringType == type },
            { "computed", member.Field == null ? (object)true : null },
            { "writable", member.IsWritable },
        };

        private static JsonObject Method(MethodInfo method) => new JsonObject
        {
            { "name", method.Name },
            { "qualifiers", Qualifiers(method) },
            { "specializers", method.GetParameters().Select(one => TypeNames.Full(one.ParameterType)).ToArray() },
            { "returns", TypeNames.Full(method.ReturnType) },
        };

        /// <summary>The direct ones in the loaded assemblies; for an interface its implementers.</summary>
        private static IEnumerable<Type> Subclasses(Type type)
        {
            var definition = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
            bool Is(Type? one) => one != null && (one == type || (one.IsGenericType && one.GetGenericTypeDefinition() == definition));
            return TypeFinder.Assemblies().SelectMany(TypeFinder.TypesOf)
                .Where(one => type.IsInterface ? one != type && one.GetInterfaces().Any(Is) : Is(one.BaseType));
        }
    }
}
