using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>A type or method of a module by its metadata token.</summary>
internal sealed record TokenRequest(string Module, int Token);

/// <summary>Where an async method waits: the n-th await is the state n of its state machine.</summary>
internal sealed record AwaitRequest(string Module, int Token, int State);

internal sealed record Location(string File, int Line, int Column);

internal static class Locations
{
    private static readonly Guid AsyncSteps = new("54FD2AC5-E925-401A-9C2A-F94F171072F8");

    /// <summary>The first line of a method; of a type that of its first method.</summary>
    public static object Find(TokenRequest request)
    {
        var symbols = ModuleSymbols.Of(request.Module);
        if (symbols.Pdb == null) return new { };
        var handle = MetadataTokens.EntityHandle(request.Token);
        var methods = handle.Kind == HandleKind.TypeDefinition ? MethodsOf(symbols.Metadata, (TypeDefinitionHandle)handle) : [(MethodDefinitionHandle)handle];
        var location = methods.Select(method => First(symbols.Pdb, Body(symbols, method))).FirstOrDefault(one => one != null);
        return new { location };
    }

    public static object Awaiting(AwaitRequest request)
    {
        var symbols = ModuleSymbols.Of(request.Module);
        if (symbols.Pdb == null || request.State < 0) return new { };
        var method = (MethodDefinitionHandle)MetadataTokens.EntityHandle(request.Token);
        var yields = Yields(symbols.Pdb, method);
        if (request.State >= yields.Count) return new { };
        var information = symbols.Pdb.GetMethodDebugInformation(method.ToDebugInformationHandle());
        var point = information.GetSequencePoints().LastOrDefault(one => !one.IsHidden && one.Offset <= yields[request.State]);
        return point.Document.IsNil ? new { } : new { location = At(symbols.Pdb, point) };
    }

    /// <summary>An async method's own body only starts the state machine: its source belongs to MoveNext.</summary>
    private static MethodDefinitionHandle Body(ModuleSymbols symbols, MethodDefinitionHandle method)
    {
        foreach (var handle in symbols.Pdb!.MethodDebugInformation)
        {
            var information = symbols.Pdb.GetMethodDebugInformation(handle);
            if (information.GetStateMachineKickoffMethod() == method) return handle.ToDefinitionHandle();
        }
        return method;
    }

    private static IEnumerable<MethodDefinitionHandle> MethodsOf(MetadataReader metadata, TypeDefinitionHandle type) => metadata.GetTypeDefinition(type).GetMethods();

    private static Location? First(MetadataReader pdb, MethodDefinitionHandle method)
    {
        var information = pdb.GetMethodDebugInformation(method.ToDebugInformationHandle());
        if (information.SequencePointsBlob.IsNil) return null;
        var point = information.GetSequencePoints().FirstOrDefault(one => !one.IsHidden);
        return point.Document.IsNil ? null : At(pdb, point);
    }

    private static Location At(MetadataReader pdb, SequencePoint point) =>
        new(pdb.GetString(pdb.GetDocument(point.Document).Name), point.StartLine, point.StartColumn);

    /// <summary>Portable PDB, Async Method Stepping Information: catch offset, then (yield, resume offset, resume method) each.</summary>
    private static List<int> Yields(MetadataReader pdb, MethodDefinitionHandle method)
    {
        var yields = new List<int>();
        foreach (var handle in pdb.GetCustomDebugInformation(method))
        {
            var information = pdb.GetCustomDebugInformation(handle);
            if (pdb.GetGuid(information.Kind) != AsyncSteps) continue;
            var blob = pdb.GetBlobReader(information.Value);
            blob.ReadUInt32();
            while (blob.RemainingBytes > 0)
            {
                yields.Add((int)blob.ReadUInt32());
                blob.ReadUInt32();
                blob.ReadCompressedInteger();
            }
        }
        return yields;
    }
}
