using System;

namespace Dapplex
{
    /// <summary>A documented failure; its type and data reach the caller of the tool as they are.</summary>
    internal sealed class InspectorException : Exception
    {
        public InspectorException(string type, string message, JsonObject? data = null) : base(message)
        {
            Type = type;
            Details = data;
        }

        public string Type { get; }

        public JsonObject? Details { get; }
    }
}
