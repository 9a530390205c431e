using System.Text;
using Dapplex.ExpressionCompiler.Symbols;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>Puts the names in place that C# text cannot have: types that the compiler made.</summary>
internal sealed class UnspeakableNames : CSharpSyntaxRewriter
{
    public override SyntaxToken VisitToken(SyntaxToken token)
    {
        if (!token.IsKind(SyntaxKind.IdentifierToken) || !token.ValueText.StartsWith(TypeNaming.Unspeakable, StringComparison.Ordinal)) return token;
        var name = Encoding.UTF8.GetString(Convert.FromHexString(token.ValueText[TypeNaming.Unspeakable.Length..]));
        return SyntaxFactory.Identifier(token.LeadingTrivia, SyntaxKind.IdentifierToken, name, name, token.TrailingTrivia);
    }
}

/// <summary>
/// <c>this</c>, and the members that are named without it. The class that is compiled is not the program's, so both are
/// written out: instance members on the captured object, static ones on their type.
/// </summary>
internal sealed class ImplicitThis(INamedTypeSymbol? type, IReadOnlyDictionary<INamedTypeSymbol, string> typeTexts, ISet<string> locals, bool hasThis) : CSharpSyntaxRewriter
{
    public const string Name = "this__";

    public override SyntaxNode? VisitThisExpression(ThisExpressionSyntax node) => SyntaxFactory.IdentifierName(Name).WithTriviaFrom(node);

    public override SyntaxNode? VisitBaseExpression(BaseExpressionSyntax node) => SyntaxFactory.IdentifierName(Name).WithTriviaFrom(node);

    public override SyntaxNode? VisitIdentifierName(IdentifierNameSyntax node) => Qualified(node) ?? base.VisitIdentifierName(node);

    public override SyntaxNode? VisitGenericName(GenericNameSyntax node) =>
        Qualified(node) is MemberAccessExpressionSyntax found ? found.WithName((SimpleNameSyntax)base.VisitGenericName(node)!) : base.VisitGenericName(node);

    private ExpressionSyntax? Qualified(SimpleNameSyntax node)
    {
        if (!Analysis.IsFree(node) || locals.Contains(node.Identifier.ValueText) || IsTypePosition(node)) return null;
        for (var owner = type; owner != null; owner = owner.ContainingType)
        {
            var member = Member(owner, node);
            if (member is null or INamedTypeSymbol) continue;
            if (member.IsStatic) return Access(SyntaxFactory.ParseExpression(TextOf(owner)), node);
            if (!hasThis || !SymbolEqualityComparer.Default.Equals(owner, type)) return null;
            return IsColorColor(member, node) ? null : Access(SyntaxFactory.IdentifierName(Name), node);
        }
        return null;
    }

    private string TextOf(INamedTypeSymbol owner) => typeTexts.TryGetValue(owner, out var text) ? text : owner.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);

    private static MemberAccessExpressionSyntax Access(ExpressionSyntax owner, SimpleNameSyntax name) =>
        SyntaxFactory.MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, owner, name.WithoutTrivia()).WithTriviaFrom(name);

    private static ISymbol? Member(INamedTypeSymbol owner, SimpleNameSyntax name)
    {
        for (INamedTypeSymbol? level = owner; level != null; level = level.BaseType)
            if (level.GetMembers(name.Identifier.ValueText).FirstOrDefault(one => one is not IMethodSymbol { MethodKind: MethodKind.Constructor }) is { } found) return found;
        return null;
    }

    /// <summary>A property <c>Status</c> of type Status: before a static member the name means the type.</summary>
    private static bool IsColorColor(ISymbol member, SimpleNameSyntax node)
    {
        var own = member switch { IPropertySymbol property => property.Type, IFieldSymbol field => field.Type, _ => null };
        return own != null && own.Name == node.Identifier.ValueText && node.Parent is MemberAccessExpressionSyntax access && access.Expression == node
            && own.GetMembers(access.Name.Identifier.ValueText).Any(one => one.IsStatic);
    }

    private static bool IsTypePosition(SimpleNameSyntax node) => node.Parent switch
    {
        ObjectCreationExpressionSyntax creation => creation.Type == node,
        CastExpressionSyntax cast => cast.Type == node,
        TypeOfExpressionSyntax or DefaultExpressionSyntax or SizeOfExpressionSyntax => true,
        TypeArgumentListSyntax or ArrayTypeSyntax or NullableTypeSyntax => true,
        VariableDeclarationSyntax declaration => declaration.Type == node,
        ParameterSyntax parameter => parameter.Type == node,
        DeclarationExpressionSyntax declaration => declaration.Type == node,
        DeclarationPatternSyntax pattern => pattern.Type == node,
        RecursivePatternSyntax pattern => pattern.Type == node,
        TypePatternSyntax => true,
        BinaryExpressionSyntax binary => binary.Right == node && (binary.IsKind(SyntaxKind.AsExpression) || binary.IsKind(SyntaxKind.IsExpression)),
        QualifiedNameSyntax => true,
        _ => false,
    };
}
