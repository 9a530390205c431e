using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <param name="Type">a keyword of C#, such as <c>int</c>; not uint or ulong</param>
/// <param name="Value">its value as a literal</param>
internal sealed record KnownVariable(string Name, string Type, string Value);

internal sealed record ConstantRequest(string Expression, ImmutableArray<KnownVariable> Variables);

/// <param name="Value">absent where the text has no constant value, although its variables have</param>
internal sealed record ConstantText(string? Value = null, string? Type = null);

/// <summary>
/// The value of a text whose variables are all known: with constants in their place, the compiler itself computes it (C#, "Constant
/// expressions"), and nothing has to run in the program. What would overflow or divide by zero is no constant.
/// </summary>
internal static class Constants
{
    private static readonly CSharpParseOptions ParseOptions = new(LanguageVersion.Preview, DocumentationMode.None);
    private static readonly CSharpCompilation Empty = CSharpCompilation.Create(
        "Constant",
        references: [MetadataReference.CreateFromFile(typeof(object).Assembly.Location)],
        options: new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));

    public static object Of(ConstantRequest request)
    {
        if (SyntaxFactory.ParseExpression(request.Expression, 0, ParseOptions) is not { ContainsDiagnostics: false } parsed) return new ConstantText();
        if (!parsed.DescendantNodesAndSelf().All(IsPlain)) return new ConstantText();
        var declared = string.Concat(request.Variables.Select(one => $"const {one.Type} @{one.Name} = ({one.Type})({one.Value});\n"));
        var tree = CSharpSyntaxTree.ParseText($"class C {{ void M() {{\n{declared}_ = (\n{request.Expression}\n); }} }}", ParseOptions);
        var model = Empty.AddSyntaxTrees(tree).GetSemanticModel(tree);
        if (model.GetDiagnostics().Any(one => one.Severity == DiagnosticSeverity.Error)) return new ConstantText();
        var value = tree.GetRoot().DescendantNodes().OfType<AssignmentExpressionSyntax>().Last().Right;
        return model.GetConstantValue(value) is { HasValue: true, Value: { } constant } && TypeOf(constant) is { } type
            ? new ConstantText(TextOf(constant), type)
            : new ConstantText();
    }

    /// <summary>
    /// Names of variables, literals and operators: nothing that the program could give another meaning. A constant int becomes a uint
    /// beside one, which a variable does not.
    /// </summary>
    private static bool IsPlain(SyntaxNode node) => node switch
    {
        LiteralExpressionSyntax { Token.Value: uint or ulong } => false,
        PrefixUnaryExpressionSyntax => !node.IsKind(SyntaxKind.PreIncrementExpression) && !node.IsKind(SyntaxKind.PreDecrementExpression),
        _ => node is IdentifierNameSyntax or LiteralExpressionSyntax or BinaryExpressionSyntax or ParenthesizedExpressionSyntax or ConditionalExpressionSyntax,
    };

    private static string TextOf(object value) => value is bool truth ? (truth ? "true" : "false") : Convert.ToString(value, CultureInfo.InvariantCulture)!;

    private static string? TypeOf(object value) => value switch
    {
        bool => "bool",
        byte => "byte",
        sbyte => "sbyte",
        short => "short",
        ushort => "ushort",
        int => "int",
        uint => "uint",
        long => "long",
        ulong => "ulong",
        _ => null,
    };
}
