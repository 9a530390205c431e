using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>
/// What a text that spells out no call runs of the program all the same: getters, indexers, conversions, and whatever a
/// dynamic value does. Automatic properties and those of the framework only read.
/// </summary>
internal static class ProgramCode
{
    /// <summary>Framework getters that call a function of the program.</summary>
    private static readonly HashSet<string> Callers = ["System.Lazy<T>.Value", "System.Lazy<T, TMetadata>.Value", "System.Threading.ThreadLocal<T>.Value"];

    /// <summary>The name of the first one in the text, which is the last statement of the compiled method; null when there is none.</summary>
    public static string? First(CSharpCompilation compilation)
    {
        var tree = compilation.SyntaxTrees[0];
        var method = tree.GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>().Last();
        var text = compilation.GetSemanticModel(tree).GetOperation(method.Body!.Statements.Last());
        return text?.DescendantsAndSelf().Select(NameOf).FirstOrDefault(name => name != null);
    }

    private static string? NameOf(IOperation operation) => operation switch
    {
        IPropertyReferenceOperation reference => IsCode(reference.Property) || reference.Arguments.Any(IsProgramKey) ? reference.Property.Name : null,
        IImplicitIndexerReferenceOperation reference => IsCode(reference.LengthSymbol) || IsCode(reference.IndexerSymbol) ? reference.IndexerSymbol.Name : null,
        IConversionOperation { OperatorMethod: { } method } => IsFramework(method.ContainingAssembly) ? null : method.Name,
        IConversionOperation { Operand.Type.TypeKind: TypeKind.Dynamic } conversion => conversion.Type?.SpecialType == SpecialType.System_Object ? null : "dynamic",
        IDynamicMemberReferenceOperation dynamic => dynamic.MemberName,
        IDynamicIndexerAccessOperation => "this[]",
        _ => null,
    };

    private static bool IsCode(ISymbol symbol) => symbol switch
    {
        IPropertySymbol property => IsCode(property),
        IMethodSymbol method => !IsFramework(method.ContainingAssembly),
        _ => false,
    };

    private static bool IsCode(IPropertySymbol property)
    {
        // What stands behind an interface or a virtual property of the framework may be the program's.
        if (IsFramework(property.ContainingAssembly))
            return property.ContainingType.TypeKind == TypeKind.Interface || IsReplaceable(property) || Callers.Contains(property.OriginalDefinition.ToDisplayString());
        if (property.ContainingType.IsAnonymousType) return false;
        return IsReplaceable(property) || !HasBackingField(property);
    }

    private static bool IsReplaceable(IPropertySymbol property) =>
        !property.ContainingType.IsSealed && (property.IsVirtual || property.IsAbstract || (property.IsOverride && !property.IsSealed));

    /// <summary>A collection of the framework asks its keys whether they are equal: for a class of the program that is its code.</summary>
    private static bool IsProgramKey(IArgumentOperation argument) =>
        argument.Value.Type is { TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Interface } type && !IsFramework(type.ContainingAssembly);

    private static bool HasBackingField(IPropertySymbol property) =>
        property.ContainingType.OriginalDefinition.GetMembers("<" + property.Name + ">k__BackingField").Any();

    private static bool IsFramework(IAssemblySymbol? assembly) =>
        assembly != null && (assembly.Name.StartsWith("System.", StringComparison.Ordinal) || assembly.Name is "System" or "mscorlib" or "netstandard");
}
