using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>Which properties of a text are code of the program. Automatic properties and those of the framework only read.</summary>
internal static class ProgramGetters
{
    /// <summary>The name of the first one in the compiled method; null when there is none.</summary>
    public static string? First(CSharpCompilation compilation)
    {
        var tree = compilation.SyntaxTrees[0];
        var model = compilation.GetSemanticModel(tree);
        var method = tree.GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>().Last();
        return method.DescendantNodes().OfType<ExpressionSyntax>().Select(one => model.GetSymbolInfo(one).Symbol)
            .OfType<IPropertySymbol>().FirstOrDefault(IsCode)?.Name;
    }

    private static bool IsCode(IPropertySymbol property)
    {
        if (IsFramework(property.ContainingAssembly)) return property.ContainingType.TypeKind == TypeKind.Interface;
        if (property.ContainingType.IsAnonymousType) return false;
        var isReplaceable = property.IsVirtual || property.IsAbstract || (property.IsOverride && !property.IsSealed);
        return isReplaceable || !HasBackingField(property);
    }

    private static bool HasBackingField(IPropertySymbol property) =>
        property.ContainingType.OriginalDefinition.GetMembers("<" + property.Name + ">k__BackingField").Any();

    private static bool IsFramework(IAssemblySymbol? assembly) =>
        assembly != null && (assembly.Name.StartsWith("System.", StringComparison.Ordinal) || assembly.Name is "System" or "mscorlib" or "netstandard");
}
