using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text;

namespace Dapplex
{
    /// <summary>One line for a value, as C# would write it where it can.</summary>
    internal static class ValueText
    {
        private const int LongestString = 4000;
        private const int Nested = 3;

        public static string Of(object? value, ReadRules rules) => Of(value, rules, Nested);

        public static string Of(object? value, ReadRules rules, int levels)
        {
            if (value == null) return "null";
            var known = Scalar(value);
            if (known != null) return known;
            var type = value.GetType();
            if (type.IsArray) return "{" + ArrayText((Array)value) + "}";
            if (rules.Raw || levels == 0) return "{" + TypeNames.Simple(type) + "}";
            return Built(value, type, rules, levels) ?? Displayed(value, type, rules) ?? "{" + TypeNames.Simple(type) + "}";
        }

        /// <summary>A string in C# escapes, cut at a limit that its end tells.</summary>
        public static string Quoted(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (var c in text.Length > LongestString ? text.Substring(0, LongestString) : text) quoted.Append(Escape(c, '"'));
            if (text.Length > LongestString) quoted.Append('\u2026');
            return quoted.Append('"').ToString();
        }

        /// <summary>Values with nothing inside. Null for everything else. Runs no code of the program.</summary>
        public static string? Scalar(object value)
        {
            switch (value)
            {
                case string text: return Quoted(text);
                case char c: return "'" + Escape(c, '\'') + "'";
                case bool b: return b ? "true" : "false";
                case Enum e: return EnumText(e);
                case float f: return f.ToString("R", CultureInfo.InvariantCulture);
                case double d: return d.ToString("R", CultureInfo.InvariantCulture);
                case DateTime time: return time.ToString(time.TimeOfDay == TimeSpan.Zero ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm:ss.FFFFFFFK", CultureInfo.InvariantCulture);
                case DateTimeOffset time: return time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFFK", CultureInfo.InvariantCulture);
                case IntPtr pointer: return pointer.ToInt64().ToString(CultureInfo.InvariantCulture);
                case UIntPtr pointer: return pointer.ToUInt64().ToString(CultureInfo.InvariantCulture);
                case Type type: return "typeof(" + TypeNames.Full(type) + ")";
                case Exception exception: return "{" + TypeNames.Simple(exception.GetType()) + ": " + Exceptions.MessageOf(exception) + "}";
                case Delegate function: return "{" + TypeNames.Simple(function.GetType()) + ": " + MethodText(function.Method) + "}";
                case Uri uri: return "{" + uri.OriginalString + "}";
                case Version version: return version.ToString();
                case StringBuilder text: return Quoted(text.Length > LongestString ? text.ToString(0, LongestString) + "\u2026" : text.ToString());
                case IFormattable formattable when Framework.Owns(value.GetType()) && value.GetType().IsValueType:
                    return formattable.ToString(null, CultureInfo.InvariantCulture);
                default: return null;
            }
        }

        /// <summary>Values shown by their parts, without any of their own code.</summary>
        private static string? Built(object value, Type type, ReadRules rules, int levels)
        {
            if (type.IsGenericType && type.FullName!.StartsWith("System.ValueTuple`", StringComparison.Ordinal))
                return "(" + string.Join(", ", TupleParts(value).Select(part => Of(part, rules, levels - 1))) + ")";
            if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>))
                return "[" + Of(Part(value, "Key"), rules, levels - 1) + ", " + Of(Part(value, "Value"), rules, levels - 1) + "]";
            if (TypeNames.IsAnonymous(type)) return PartsText(value, "", rules, levels);
            return Members.IsRecord(type) && !Members.Overrides(type, "ToString") ? PartsText(value, TypeNames.Simple(type) + " ", rules, levels) : null;
        }

        private static string? Displayed(object value, Type type, ReadRules rules)
        {
            var items = Collection.Of(value, rules);
            var display = DebuggerDisplayText.Of(value, rules);
            if (display != null) return display;
            if (items != null) return items.Count < 0 ? null : "Count = " + items.Count.ToString(CultureInfo.InvariantCulture);
            if (!rules.AllowSideEffects || !Members.Overrides(type, "ToString")) return null;
            return Guarded.Run(() => "{" + value + "}", failure => "{" + failure + "}");
        }

        private static string PartsText(object value, string name, ReadRules rules, int levels)
        {
            var parts = Members.Of(value.GetType()).Where(slot => slot.Field != null && !slot.IsStatic)
                .Select(slot => slot.Name + " = " + Of(slot.Field!.GetValue(value), rules, levels - 1));
            return name + "{ " + string.Join(", ", parts) + " }";
        }

        private static object? Part(object pair, string name) => pair.GetType().GetProperty(name)!.GetValue(pair);

        private static IEnumerable<object?> TupleParts(object tuple)
        {
            foreach (var field in tuple.GetType().GetFields())
            {
                var part = field.GetValue(tuple);
                if (field.Name != "Rest") yield return part;
                else foreach (var rest in TupleParts(part!)) yield return rest;
            }
        }

        private static string ArrayText(Array array)
        {
            var lengths = Enumerable.Range(0, array.Rank).Select(i => array.GetLength(i).ToString(CultureInfo.InvariantCulture));
            var element = array.GetType().GetElementType()!;
            var inner = "";
            for (; element.IsArray; element = element.GetElementType()!) inner += "[" + new string(',', element.GetArrayRank() - 1) + "]";
            return TypeNames.Simple(element) + "[" + string.Join(", ", lengths) + "]" + inner;
        }

        private static string MethodText(MethodInfo method) =>
            (method.DeclaringType == null ? "" : TypeNames.Simple(method.DeclaringType) + ".") + method.Name;

        /// <summary><c>A | B</c> as <c>[Flags]</c> has it; a number that names nothing stays a number.</summary>
        private static string EnumText(Enum value)
        {
            var text = value.ToString();
            return text.Replace(", ", " | ");
        }

        private static string Escape(char c, char quote)
        {
            switch (c)
            {
                case '\\': return "\\\\";
                case '\n': return "\\n";
                case '\r': return "\\r";
                case '\t': return "\\t";
                case '\0': return "\\0";
                default:
                    if (c == quote) return "\\" + c;
                    return char.IsControl(c) ? "\\u" + ((int)c).ToString("x4", CultureInfo.InvariantCulture) : c.ToString();
            }
        }
    }
}
