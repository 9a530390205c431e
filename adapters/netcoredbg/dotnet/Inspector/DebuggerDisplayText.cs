using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Reflection;
using System.Text;

namespace Dapplex
{
    /// <summary>
    /// <c>[DebuggerDisplay("{Name,nq} of {Orders.Count}")]</c>: literal text and paths of members, of which the last may be a
    /// method without arguments. Anything else between braces is left as it stands, and so is what would run code of the program
    /// where that is not allowed.
    /// </summary>
    internal static class DebuggerDisplayText
    {
        private const BindingFlags Any =
            BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.FlattenHierarchy;

        /// <summary>Displays that show each other must end.</summary>
        [ThreadStatic]
        private static int depth;

        /// <summary>Null when the type has no such attribute, or when nothing that it names may be read.</summary>
        public static string? Of(object value, ReadRules rules)
        {
            var type = value.GetType();
            var attribute = type.GetCustomAttributes<DebuggerDisplayAttribute>(true).FirstOrDefault() ?? OnAssembly(type);
            if (attribute?.Value == null || depth > 2) return null;
            depth++;
            string? Shown() => Fill(attribute.Value!, value, rules);
            string? Failed(string failure) => "{" + TypeNames.Simple(type) + ": its [DebuggerDisplay] " + failure + "}";
            try { return Framework.Owns(type) || !rules.AllowSideEffects ? Guarded.Here(Shown, Failed) : Guarded.Run(Shown, Failed); }
            finally { depth--; }
        }

        private static DebuggerDisplayAttribute? OnAssembly(Type type)
        {
            var definition = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
            return type.Assembly.GetCustomAttributes<DebuggerDisplayAttribute>().FirstOrDefault(one => one.Target == type || one.Target == definition);
        }

        private static string? Fill(string format, object value, ReadRules rules)
        {
            var text = new StringBuilder();
            var read = 0;
            var left = 0;
            for (var i = 0; i < format.Length; i++)
            {
                if (format[i] == '\\' && i + 1 < format.Length) { text.Append(format[++i]); continue; }
                var end = format[i] == '{' ? format.IndexOf('}', i) : -1;
                if (end < 0) { text.Append(format[i]); continue; }
                var part = Hole(format.Substring(i + 1, end - i - 1), value, rules);
                if (part == null) left++;
                else read++;
                text.Append(part ?? format.Substring(i, end - i + 1));
                i = end;
            }
            return read == 0 && left > 0 ? null : text.ToString();
        }

        private static string? Hole(string hole, object value, ReadRules rules)
        {
            var parts = hole.Split(',').Select(part => part.Trim()).ToArray();
            if (!TryRead(parts[0], value, rules, out var part)) return null;
            if (parts.Skip(1).Any(one => one == "nq" || one == "raw") && part is string plain) return plain;
            return ValueText.Of(part, rules, 2);
        }

        private static bool TryRead(string path, object value, ReadRules rules, out object? result)
        {
            // Of the runtime's own types, what they name for debuggers themselves changes nothing.
            var isOwn = Framework.Owns(value.GetType());
            bool MayCall(MethodInfo method) => rules.AllowSideEffects || (isOwn && Framework.Owns(method.DeclaringType!));
            result = value;
            foreach (var raw in path.Split('.'))
            {
                var name = raw.TrimEnd('?');
                if (name == "this") continue;
                if (result == null) return true;
                if (!TryStep(name, result, rules, MayCall, out result)) return false;
            }
            return true;
        }

        private static bool TryStep(string name, object value, ReadRules rules, Func<MethodInfo, bool> mayCall, out object? result)
        {
            var type = value.GetType();
            result = null;
            if (name.EndsWith("()", StringComparison.Ordinal))
            {
                var method = Levels(type).Select(level => level.GetMethod(name.Substring(0, name.Length - 2), Any, null, Type.EmptyTypes, null)).FirstOrDefault(one => one != null);
                if (method == null || !mayCall(method)) return false;
                result = method.Invoke(value, null);
                return true;
            }
            var member = Members.Find(type, name);
            if (member == null) return type.IsArray && name == "Length" && (result = ((Array)value).Length) != null;
            if (member.RunsProgram && !rules.AllowSideEffects) return false;
            result = member.Field != null ? member.Field.GetValue(value) : member.Property!.GetValue(value);
            return true;
        }

        private static IEnumerable<Type> Levels(Type type)
        {
            for (Type? level = type; level != null; level = level.BaseType) yield return level;
        }
    }
}
