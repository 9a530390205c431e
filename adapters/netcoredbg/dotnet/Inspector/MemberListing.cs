using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Dapplex
{
    /// <summary>members_get</summary>
    internal static class MemberListing
    {
        private const BindingFlags Declared =
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        /// <summary><c>kinds</c>: field, property, method, event, constructor, nested_type; all without it.</summary>
        public static JsonObject Read(Query query)
        {
            var type = TypeFinder.Asked(query, "TYPE_NOT_FOUND");
            var kinds = query.Text("kinds")?.Split(',');
            var members = new[] { type }.Concat(ClassDescription.Bases(type).Where(one => one != typeof(object)))
                .SelectMany(level => level.GetMembers(Declared).Where(IsWritten).Select(member => (level, member)))
                .Where(one => kinds == null || kinds.Contains(Kind(one.member)));
            var page = Page.Of(query, "members", members, one => Describe(one.member, one.level == type));
            page.Add("type", TypeNames.Full(type));
            return page;
        }

        public static string Kind(MemberInfo member)
        {
            switch (member.MemberType)
            {
                case MemberTypes.NestedType: return "nested_type";
                default: return member.MemberType.ToString().ToLowerInvariant();
            }
        }

        public static JsonObject Describe(MemberInfo member, bool direct) => new JsonObject
        {
            { "name", member is ConstructorInfo ? TypeNames.WithoutArity(member.DeclaringType!.Name) : member.Name },
            { "kind", Kind(member) },
            { "type", TypeOf(member) is Type type ? TypeNames.Full(type) : null },
            { "declaring_type", TypeNames.Full(member.DeclaringType!) },
            { "accessibility", Accessor(member) is MethodBase method ? ClassDescription.Accessibility(method) : FieldAccess(member as FieldInfo) },
            { "static", (Accessor(member)?.IsStatic ?? (member as FieldInfo)?.IsStatic) == true },
            { "signature", member is MethodBase signed ? FunctionDescription.Signature(signed) : null },
            { "direct", direct },
        };

        /// <summary>Not what the compiler made: accessors, backing fields, closures.</summary>
        private static bool IsWritten(MemberInfo member) => member.Name[0] != '<' && !(member is MethodInfo method && method.IsSpecialName);

        private static Type? TypeOf(MemberInfo member)
        {
            switch (member)
            {
                case FieldInfo field: return field.FieldType;
                case PropertyInfo property: return property.PropertyType;
                case MethodInfo method: return method.ReturnType;
                case EventInfo one: return one.EventHandlerType;
                default: return null;
            }
        }

        private static MethodBase? Accessor(MemberInfo member)
        {
            switch (member)
            {
                case MethodBase method: return method;
                case PropertyInfo property: return property.GetGetMethod(true) ?? property.GetSetMethod(true);
                case EventInfo one: return one.GetAddMethod(true);
                default: return null;
            }
        }

        private static string? FieldAccess(FieldInfo? field) =>
            field == null ? null : field.IsPublic ? "public" : field.IsPrivate ? "private" : field.IsFamily ? "protected" : "internal";
    }
}
