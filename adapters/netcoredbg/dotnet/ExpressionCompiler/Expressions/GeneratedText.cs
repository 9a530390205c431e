using System.Text;
using Dapplex.ExpressionCompiler.Symbols;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>The C# around an expression: usings of its file, its variables under their names, access to what is private.</summary>
internal static class GeneratedText
{
    public const string EntryType = "DapplexEval";

    /// <summary>Nothing but the prologue: usings, aliases for type parameters, and the namespace to stand in.</summary>
    public static string Head(FrameContext? frame, IEnumerable<string> assemblies, IReadOnlyDictionary<string, string> typeArguments)
    {
        var text = new StringBuilder("#nullable disable\n");
        var usings = frame == null ? [] : frame.Usings.ToList();
        foreach (var common in new[] { "using System;", "using System.Collections.Generic;", "using System.Linq;" })
            if (!usings.Contains(common)) usings.Add(common);
        // An alias that has the name of a type parameter would be the second of its name.
        foreach (var one in usings.Distinct()) text.Append(one).Append('\n');
        foreach (var (name, type) in typeArguments) text.Append($"using {name} = {type};\n");
        foreach (var name in assemblies) text.Append($"[assembly: System.Runtime.CompilerServices.IgnoresAccessChecksTo(\"{name}\")]\n");
        text.Append("namespace System.Runtime.CompilerServices { [System.AttributeUsage(System.AttributeTargets.Assembly, AllowMultiple = true)] ");
        text.Append("internal sealed class IgnoresAccessChecksToAttribute : System.Attribute { public IgnoresAccessChecksToAttribute(string name) { } } }\n");
        return text.ToString();
    }

    /// <summary>The class, inside the namespace of the frame, so that names are looked up as the source looks them up.</summary>
    public static string InNamespace(FrameContext? frame, string body)
    {
        if (string.IsNullOrEmpty(frame?.Namespace)) return body;
        return $"namespace {frame.Namespace}\n{{\n{StaticUsings(frame)}{body}\n}}\n";
    }

    public static string FullEntryType(FrameContext? frame) => string.IsNullOrEmpty(frame?.Namespace) ? EntryType : frame.Namespace + "." + EntryType;

    /// <summary>The types nested in the frame's own type are named without it.</summary>
    private static string StaticUsings(FrameContext frame) => $"using static {frame.TypeSyntax};\n";

    public static string Method(IEnumerable<string> lines) =>
        $"public static class {EntryType}\n{{\npublic static object Run(object[] a__)\n{{\n{string.Join("\n", lines)}\n}}\n}}";

    /// <summary>One parameter: a span came as an array or a string.</summary>
    public static string Variable(string name, string type, int index)
    {
        var at = $"a__[{index}]";
        if (type.StartsWith("global::@System.@ReadOnlySpan<char>", StringComparison.Ordinal)) return $"{type} {name} = System.MemoryExtensions.AsSpan((string){at});";
        if (type.StartsWith("global::@System.@Span<", StringComparison.Ordinal) || type.StartsWith("global::@System.@ReadOnlySpan<", StringComparison.Ordinal))
        {
            var element = type[(type.IndexOf('<') + 1)..^1];
            return $"{type} {name} = System.MemoryExtensions.AsSpan(({element}[]){at});";
        }
        return $"{type} {name} = ({type}){at};";
    }
}
