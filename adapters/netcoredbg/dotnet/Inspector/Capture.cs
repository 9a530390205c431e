using System;

namespace Dapplex
{
    /// <summary>
    /// The ways in for a variable. The debugger calls a method only if the runtime type of each argument equals the type of
    /// the parameter, so there is one for every kind of variable; which form is tried when is the caller's business.
    /// </summary>
    public interface IAny
    {
    }

    /// <summary>For a variable of any type that can be written as a type argument by naming the variable itself.</summary>
    public sealed class AnyBox<T, TElement>
    {
        public string In(T value) => Captured.Describe(value);

        public string In(TElement[] value) => Captured.Describe(value);

        public string In(TElement[,] value) => Captured.Describe(value);

        public string In(TElement[,,] value) => Captured.Describe(value);

        public string In(TElement[][] value) => Captured.Describe(value);

        public string In(TElement[][][] value) => Captured.Describe(value);
    }

    /// <summary>For a type that is written out.</summary>
    public sealed class Box<T>
    {
        /// <summary>A null that the debugger accepts for a variable of this type.</summary>
#pragma warning disable CA2211, CS8601
        public static T Null = default;
#pragma warning restore CA2211, CS8601

        public static string Put(T value) => Captured.Describe(value);

        public static T Get(int id) => (T)Handles.Get(id);

        public string In(T value) => Captured.Describe(value);
    }

    /// <summary>
    /// For an instance of any class: the debugger compares only the kind of the argument with an extension's parameter, so an
    /// interface that nobody implements takes them all. It may be used as an object, and as nothing else.
    /// </summary>
    public static class Extensions
    {
        public static string XPut(this string key, IAny value) => Captured.Describe(value);

        public static string XPut(this string key, object[] value) => Captured.Describe(value);

        public static string XPut(this string key, string value) => Captured.Describe(value);

        public static string XPutA2(this string key, object[,] value) => Captured.Describe(value);
    }

    internal static class Captured
    {
        /// <summary>
        /// What a caller needs to show the value and to compile against it: id, type, readable text. A struct came as a copy
        /// that nothing else holds, so it is kept.
        /// </summary>
        public static string Describe(object? value) => Inspector.Answer(() =>
        {
            if (value == null) return new JsonObject { { "isNull", true } };
            return Rows.Value(value, value.GetType().IsValueType, ReadRules.Listing);
        });
    }
}
