using System.Reflection.Metadata;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>Whether a module was built for debugging, as its Debuggable attribute says.</summary>
internal static class BuildKind
{
    /// <summary>DebuggingModes.DisableOptimizations</summary>
    private const int DisableOptimizations = 0x100;

    public static object Read(ModuleRequest request)
    {
        var symbols = ModuleSymbols.Of(request.Module);
        return new { optimized = IsOptimized(symbols.Metadata), symbols = symbols.Pdb != null };
    }

    private static bool IsOptimized(MetadataReader metadata)
    {
        foreach (var handle in metadata.GetAssemblyDefinition().GetCustomAttributes())
        {
            var attribute = metadata.GetCustomAttribute(handle);
            if (TypeNaming.AttributeName(metadata, attribute) != "System.Diagnostics.DebuggableAttribute") continue;
            var value = metadata.GetBlobReader(attribute.Value);
            value.ReadUInt16();
            return (value.ReadInt32() & DisableOptimizations) == 0;
        }
        return true;
    }
}
