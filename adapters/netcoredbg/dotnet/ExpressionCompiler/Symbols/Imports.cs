using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>The using directives that are in force for a method, as C# writes them.</summary>
internal static class Imports
{
    public static ImmutableArray<string> Of(ModuleSymbols symbols, MethodDefinitionHandle method)
    {
        var pdb = symbols.Pdb!;
        // A state machine's methods have no scopes of their own for it: those of the method it stands for.
        var kickoff = pdb.GetMethodDebugInformation(method.ToDebugInformationHandle()).GetStateMachineKickoffMethod();
        var scopes = pdb.GetLocalScopes(method);
        if (scopes.Count == 0 && !kickoff.IsNil) scopes = pdb.GetLocalScopes(kickoff);
        var usings = new List<string>();
        var handle = scopes.Select(one => pdb.GetLocalScope(one).ImportScope).FirstOrDefault();
        while (!handle.IsNil)
        {
            var scope = pdb.GetImportScope(handle);
            foreach (var import in scope.GetImports())
                if (Written(symbols, import) is { } text && !usings.Contains(text)) usings.Add(text);
            handle = scope.Parent;
        }
        return [.. usings];
    }

    private static string? Written(ModuleSymbols symbols, ImportDefinition import)
    {
        var pdb = symbols.Pdb!;
        switch (import.Kind)
        {
            case ImportDefinitionKind.ImportNamespace:
            case ImportDefinitionKind.ImportAssemblyNamespace:
                return $"using {Text(pdb, import.TargetNamespace)};";
            case ImportDefinitionKind.ImportType:
                return $"using static {TypeText(symbols, import.TargetType)};";
            case ImportDefinitionKind.AliasNamespace:
            case ImportDefinitionKind.AliasAssemblyNamespace:
                return $"using {Text(pdb, import.Alias)} = {Text(pdb, import.TargetNamespace)};";
            case ImportDefinitionKind.AliasType:
                return $"using {Text(pdb, import.Alias)} = {TypeText(symbols, import.TargetType)};";
            default:
                return null;
        }
    }

    private static string Text(MetadataReader pdb, BlobHandle blob) => System.Text.Encoding.UTF8.GetString(pdb.GetBlobBytes(blob));

    private static string TypeText(ModuleSymbols symbols, EntityHandle handle)
    {
        var naming = TypeNaming.Instance;
        var none = new GenericNames([], []);
        return handle.Kind switch
        {
            HandleKind.TypeDefinition => naming.GetTypeFromDefinition(symbols.Metadata, (TypeDefinitionHandle)handle, 0).Render(),
            HandleKind.TypeReference => naming.GetTypeFromReference(symbols.Metadata, (TypeReferenceHandle)handle, 0).Render(),
            _ => naming.GetTypeFromSpecification(symbols.Metadata, none, (TypeSpecificationHandle)handle, 0).Render(),
        };
    }
}
