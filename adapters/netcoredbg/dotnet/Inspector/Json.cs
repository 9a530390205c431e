using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Dapplex
{
    /// <summary>A JSON object under construction. Members whose value is null are left out when it is printed.</summary>
    internal sealed class JsonObject : IEnumerable
    {
        private readonly List<KeyValuePair<string, object?>> members = new List<KeyValuePair<string, object?>>();

        public void Add(string name, object? value) => members.Add(new KeyValuePair<string, object?>(name, value));

        public IEnumerator GetEnumerator() => members.GetEnumerator();

        public override string ToString()
        {
            var text = new StringBuilder();
            Json.Write(text, this);
            return text.ToString();
        }
    }

    /// <summary>Prints JSON in ASCII: netcoredbg ends a string at NUL and passes other control characters on as they are.</summary>
    internal static class Json
    {
        public static void Write(StringBuilder text, object? value)
        {
            switch (value)
            {
                case null: text.Append("null"); break;
                case string s: WriteString(text, s); break;
                case bool b: text.Append(b ? "true" : "false"); break;
                case JsonObject o: WriteObject(text, o); break;
                case IEnumerable items: WriteArray(text, items); break;
                case IFormattable number: text.Append(number.ToString(null, CultureInfo.InvariantCulture)); break;
                default: throw new ArgumentException("no JSON for " + value.GetType());
            }
        }

        private static void WriteObject(StringBuilder text, JsonObject value)
        {
            text.Append('{');
            var separator = "";
            foreach (KeyValuePair<string, object?> member in value)
            {
                if (member.Value == null) continue;
                text.Append(separator);
                separator = ",";
                WriteString(text, member.Key);
                text.Append(':');
                Write(text, member.Value);
            }
            text.Append('}');
        }

        private static void WriteArray(StringBuilder text, IEnumerable items)
        {
            text.Append('[');
            var separator = "";
            foreach (var item in items)
            {
                text.Append(separator);
                separator = ",";
                Write(text, item);
            }
            text.Append(']');
        }

        private static void WriteString(StringBuilder text, string value)
        {
            text.Append('"');
            foreach (var c in value)
            {
                if (c == '"' || c == '\\') text.Append('\\').Append(c);
                else if (c >= ' ' && c < 127) text.Append(c);
                else text.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
            }
            text.Append('"');
        }
    }
}
