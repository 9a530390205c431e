using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>
/// Texts that only lead to a value: names, members, elements, casts and parentheses. Such a text spells out no call, so
/// whoever writes it asks for a read. What it runs all the same, such as a getter, is in <see cref="ProgramCode"/>.
/// </summary>
internal static class AccessSyntax
{
    public static bool IsAccess(SyntaxNode? node) => node switch
    {
        SimpleNameSyntax or AliasQualifiedNameSyntax or PredefinedTypeSyntax or InstanceExpressionSyntax or MemberBindingExpressionSyntax => true,
        ParenthesizedExpressionSyntax inner => IsAccess(inner.Expression),
        CastExpressionSyntax cast => IsAccess(cast.Expression),
        BinaryExpressionSyntax binary => binary.IsKind(SyntaxKind.AsExpression) && IsAccess(binary.Left),
        PostfixUnaryExpressionSyntax unary => unary.IsKind(SyntaxKind.SuppressNullableWarningExpression) && IsAccess(unary.Operand),
        PrefixUnaryExpressionSyntax unary => unary.IsKind(SyntaxKind.PointerIndirectionExpression) && IsAccess(unary.Operand),
        MemberAccessExpressionSyntax access => IsAccess(access.Expression),
        ConditionalAccessExpressionSyntax access => IsAccess(access.Expression) && IsAccess(access.WhenNotNull),
        ElementAccessExpressionSyntax access => IsAccess(access.Expression) && access.ArgumentList.Arguments.All(IsKey),
        ElementBindingExpressionSyntax binding => binding.ArgumentList.Arguments.All(IsKey),
        _ => false,
    };

    private static bool IsKey(ArgumentSyntax argument) => argument.RefKindKeyword.IsKind(SyntaxKind.None) && IsKey(argument.Expression);

    private static bool IsKey(ExpressionSyntax key) => key switch
    {
        LiteralExpressionSyntax => true,
        PrefixUnaryExpressionSyntax unary when unary.IsKind(SyntaxKind.UnaryMinusExpression) || unary.IsKind(SyntaxKind.IndexExpression) => IsKey(unary.Operand),
        _ => IsAccess(key),
    };
}
