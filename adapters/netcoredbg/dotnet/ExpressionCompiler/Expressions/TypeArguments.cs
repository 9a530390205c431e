using Microsoft.CodeAnalysis;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>
/// What the type parameters of a frame stand for. The debugger does not tell; the types of the values do, held against the
/// declared types.
/// </summary>
internal sealed class TypeArguments
{
    private readonly Dictionary<string, ITypeSymbol> found = [];

    public IReadOnlyDictionary<string, ITypeSymbol> Found => found;

    public void Learn(ITypeSymbol declared, ITypeSymbol runtime)
    {
        switch (declared)
        {
            case ITypeParameterSymbol parameter:
                found.TryAdd(parameter.Name, runtime);
                break;
            case IArrayTypeSymbol array when runtime is IArrayTypeSymbol other:
                Learn(array.ElementType, other.ElementType);
                break;
            case INamedTypeSymbol named when runtime is INamedTypeSymbol other:
                LearnNamed(named, other);
                break;
            case INamedTypeSymbol { TypeKind: TypeKind.Interface } wanted when runtime is IArrayTypeSymbol array:
                var implemented = array.AllInterfaces.FirstOrDefault(one => Same(one, wanted));
                if (implemented != null) LearnNamed(wanted, implemented);
                break;
        }
    }

    private void LearnNamed(INamedTypeSymbol declared, INamedTypeSymbol runtime)
    {
        if (Levels(runtime).Concat(runtime.AllInterfaces).FirstOrDefault(one => Same(one, declared)) is not { } match) return;
        for (var i = 0; i < declared.TypeArguments.Length; i++) Learn(declared.TypeArguments[i], match.TypeArguments[i]);
        if (declared.ContainingType != null && match.ContainingType != null) LearnNamed(declared.ContainingType, match.ContainingType);
    }

    private static bool Same(INamedTypeSymbol one, INamedTypeSymbol other) => SymbolEqualityComparer.Default.Equals(one.OriginalDefinition, other.OriginalDefinition);

    private static IEnumerable<INamedTypeSymbol> Levels(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? level = type; level != null; level = level.BaseType) yield return level;
    }
}
