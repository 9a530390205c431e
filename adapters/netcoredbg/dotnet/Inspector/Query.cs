using System;
using System.Collections.Generic;
using System.Globalization;

namespace Dapplex
{
    /// <summary>
    /// What an operation is asked, in the form of a URL query: ASCII without quotes or backslashes, so it can stand in any
    /// string literal that the debugger reads.
    /// </summary>
    internal sealed class Query
    {
        private readonly Dictionary<string, string> values = new Dictionary<string, string>();

        public Query(string text)
        {
            foreach (var pair in text.Split(new[] { '&' }, StringSplitOptions.RemoveEmptyEntries))
            {
                var at = pair.IndexOf('=');
                values[pair.Substring(0, at)] = Uri.UnescapeDataString(pair.Substring(at + 1));
            }
        }

        public string? Text(string name) => values.TryGetValue(name, out var value) ? value : null;

        public string Required(string name) =>
            Text(name) ?? throw new InspectorException("INVALID_PARAMETER", "'" + name + "' is missing");

        public int Number(string name, int otherwise) =>
            values.TryGetValue(name, out var value) ? int.Parse(value, CultureInfo.InvariantCulture) : otherwise;

        public bool Flag(string name) => Text(name) == "true";
    }
}
