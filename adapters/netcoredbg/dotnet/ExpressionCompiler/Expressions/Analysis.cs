using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Dapplex.ExpressionCompiler.Expressions;

internal sealed record AnalyzeRequest(string Expression);

internal sealed record Diagnosed(string Id, string Message, int? Column = null);

/// <summary>What a text asks of its frame, before anything is compiled.</summary>
internal sealed record Analyzed(string Kind, ImmutableArray<string> Names, ImmutableArray<string> Writes, bool UsesThis, ImmutableArray<Diagnosed> Diagnostics, bool IsAccess = false);

internal static class Analysis
{
    private static readonly CSharpParseOptions Options = new(LanguageVersion.Preview, DocumentationMode.None);

    public static object Of(AnalyzeRequest request)
    {
        var parsed = Parsed.Of(request.Expression);
        if (parsed.Diagnostics.Length > 0) return new Analyzed("invalid", [], [], false, parsed.Diagnostics);
        var names = FreeNames(parsed.Root);
        return new Analyzed(
            parsed.Root is ExpressionSyntax ? "expression" : "statements",
            [.. names.Distinct()],
            [.. Writes(parsed.Root).Where(names.Contains).Distinct()],
            parsed.Root.DescendantNodesAndSelf().Any(node => node is ThisExpressionSyntax or BaseExpressionSyntax),
            [],
            AccessSyntax.IsAccess(parsed.Root));
    }

    /// <summary>Names that stand for something outside the text: not behind a dot, not declared within.</summary>
    public static List<string> FreeNames(SyntaxNode root)
    {
        var declared = Declared(root);
        return [.. root.DescendantNodesAndSelf().OfType<SimpleNameSyntax>().Where(IsFree).Select(name => name.Identifier.ValueText).Where(name => !declared.Contains(name))];
    }

    public static HashSet<string> Declared(SyntaxNode root)
    {
        var names = new HashSet<string>();
        foreach (var node in root.DescendantNodesAndSelf())
        {
            switch (node)
            {
                case ParameterSyntax parameter: names.Add(parameter.Identifier.ValueText); break;
                case VariableDeclaratorSyntax variable: names.Add(variable.Identifier.ValueText); break;
                case SingleVariableDesignationSyntax variable: names.Add(variable.Identifier.ValueText); break;
                case ForEachStatementSyntax loop: names.Add(loop.Identifier.ValueText); break;
                case CatchDeclarationSyntax caught: names.Add(caught.Identifier.ValueText); break;
                case FromClauseSyntax from: names.Add(from.Identifier.ValueText); break;
                case LetClauseSyntax let: names.Add(let.Identifier.ValueText); break;
                case JoinClauseSyntax join: names.Add(join.Identifier.ValueText); break;
                case JoinIntoClauseSyntax into: names.Add(into.Identifier.ValueText); break;
                case QueryContinuationSyntax into: names.Add(into.Identifier.ValueText); break;
                case LocalFunctionStatementSyntax function: names.Add(function.Identifier.ValueText); break;
            }
        }
        return names;
    }

    public static bool IsFree(SimpleNameSyntax name) => name.Parent switch
    {
        MemberAccessExpressionSyntax access => access.Expression == name,
        MemberBindingExpressionSyntax => false,
        QualifiedNameSyntax qualified => qualified.Left == name,
        AliasQualifiedNameSyntax => false,
        NameColonSyntax => false,
        NameEqualsSyntax => false,
        // The members that an initializer sets, or a pattern looks at, belong to another object.
        AssignmentExpressionSyntax { Parent: InitializerExpressionSyntax } assignment => assignment.Left != name,
        _ => true,
    };

    /// <summary>Variables that may be changed: assigned, counted, passed by reference, or assigned into.</summary>
    private static IEnumerable<string> Writes(SyntaxNode root)
    {
        foreach (var node in root.DescendantNodesAndSelf())
        {
            var target = node switch
            {
                AssignmentExpressionSyntax { Parent: not InitializerExpressionSyntax } assignment => assignment.Left,
                PrefixUnaryExpressionSyntax unary when unary.IsKind(SyntaxKind.PreIncrementExpression) || unary.IsKind(SyntaxKind.PreDecrementExpression) => unary.Operand,
                PostfixUnaryExpressionSyntax unary when !unary.IsKind(SyntaxKind.SuppressNullableWarningExpression) => unary.Operand,
                ArgumentSyntax argument when argument.RefKindKeyword.IsKind(SyntaxKind.RefKeyword) || argument.RefKindKeyword.IsKind(SyntaxKind.OutKeyword) => argument.Expression,
                _ => null,
            };
            foreach (var name in Roots(target)) yield return name;
        }
    }

    private static IEnumerable<string> Roots(ExpressionSyntax? target)
    {
        while (target is not null)
        {
            switch (target)
            {
                case IdentifierNameSyntax name: yield return name.Identifier.ValueText; yield break;
                case TupleExpressionSyntax tuple:
                    foreach (var name in tuple.Arguments.SelectMany(one => Roots(one.Expression))) yield return name;
                    yield break;
                case MemberAccessExpressionSyntax access: target = access.Expression; break;
                case ElementAccessExpressionSyntax access: target = access.Expression; break;
                case ParenthesizedExpressionSyntax inner: target = inner.Expression; break;
                default: yield break;
            }
        }
    }

    /// <summary>A text as an expression, or else as statements.</summary>
    internal sealed record Parsed(SyntaxNode Root, ImmutableArray<Diagnosed> Diagnostics)
    {
        public static Parsed Of(string text)
        {
            if (SyntaxFactory.ParseTokens(text).Any(token => token.ValueText == "await" && token.IsKind(SyntaxKind.IdentifierToken)))
                return new Parsed(SyntaxFactory.EmptyStatement(), [new Diagnosed("DAPPLEX1", "await cannot be used here: the program is stopped, so nothing would finish the task; read .Result of one that is done")]);
            var expression = SyntaxFactory.ParseExpression(text, 0, Options);
            var errors = Errors(expression);
            if (errors.IsEmpty) return new Parsed(expression, []);
            var block = SyntaxFactory.ParseStatement("{" + text + "\n}", 0, Options);
            if (!text.TrimEnd().EndsWith(';') && !text.TrimEnd().EndsWith('}') || block is not BlockSyntax) return new Parsed(expression, errors);
            var inBlock = Errors(block);
            return new Parsed(block, [.. inBlock.Select(one => one with { Column = one.Column - 1 })]);
        }

        private static ImmutableArray<Diagnosed> Errors(SyntaxNode node) => [.. node.GetDiagnostics()
            .Where(one => one.Severity == DiagnosticSeverity.Error)
            .Select(one => new Diagnosed(one.Id, one.GetMessage(System.Globalization.CultureInfo.InvariantCulture), one.Location.SourceSpan.Start + 1))];
    }
}
