using System;
using System.Collections.Generic;
using System.Reflection;

namespace Dapplex
{
    /// <summary>Which code is the runtime's own: its getters and enumerators are known to end and to change nothing.</summary>
    internal static class Framework
    {
        private static readonly HashSet<string> Tokens = new HashSet<string>
        {
            "7cec85d7bea7798e", "b77a5c561934e089", "b03f5f7f11d50a3a", "cc7b13ffcd2ddd51", "adb9793829ddae60", "31bf3856ad364e35",
        };

        /// <summary>Whether this getter calls a function that the program gave it.</summary>
        public static bool CallsProgram(Type type, string property)
        {
            if (property != "Value" || !type.IsGenericType) return false;
            var definition = type.GetGenericTypeDefinition();
            return definition == typeof(Lazy<>) || definition == typeof(System.Threading.ThreadLocal<>);
        }

        public static bool Owns(Type type) => Owns(type.Assembly);

        public static bool Owns(Assembly assembly)
        {
            var full = assembly.GetName();
            var token = full.GetPublicKeyToken();
            if (token == null || token.Length == 0) return false;
            var name = full.Name ?? "";
            return (name.StartsWith("System.", StringComparison.Ordinal) || name.StartsWith("Microsoft.", StringComparison.Ordinal)
                || name == "System" || name == "netstandard" || name == "mscorlib")
                && Tokens.Contains(BitConverter.ToString(token).Replace("-", "").ToLowerInvariant());
        }
    }
}
