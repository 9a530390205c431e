using System;
using System.Globalization;

namespace Dapplex
{
    /// <summary>An enum value made of its type and its number: the debugger cannot pass on a boxed one.</summary>
    internal static class Enums
    {
        public static JsonObject Read(Query query)
        {
            var type = TypeFinder.Asked(query, "TYPE_NOT_FOUND");
            var text = query.Required("value");
            var value = type.IsEnum
                ? Enum.ToObject(type, Convert.ChangeType(decimal.Parse(text, CultureInfo.InvariantCulture), Enum.GetUnderlyingType(type), CultureInfo.InvariantCulture))
                : throw new InspectorException("EVAL_FAILED", TypeNames.Full(type) + " is no enum", new JsonObject { { "kind", "adapter" } });
            return Rows.Value(value, true, ReadRules.Listing);
        }
    }
}
