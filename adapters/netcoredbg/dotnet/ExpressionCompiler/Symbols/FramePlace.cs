using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>A stack frame as the debugger tells it. <paramref name="Name"/> is its text for the method.</summary>
internal sealed record FramePlace(string Module, string Path, int Line, int Column, string Name);

/// <summary>A method and the instruction where a frame stands.</summary>
internal sealed record MethodPoint(MethodDefinitionHandle Method, int Offset);

internal static class MethodFinder
{
    /// <summary>
    /// The method whose code stands at a place of the source. Lambdas and their method share lines, so the debugger's name
    /// decides between them.
    /// </summary>
    public static MethodPoint? Find(ModuleSymbols symbols, FramePlace place)
    {
        var pdb = symbols.Pdb!;
        var documents = DocumentsOf(pdb, place.Path);
        var fitting = new List<(MethodPoint Point, int Score)>();
        foreach (var handle in pdb.MethodDebugInformation)
        {
            var information = pdb.GetMethodDebugInformation(handle);
            if (information.SequencePointsBlob.IsNil || (!information.Document.IsNil && !documents.Contains(information.Document))) continue;
            foreach (var point in information.GetSequencePoints())
            {
                if (point.IsHidden || !documents.Contains(point.Document) || point.StartLine > place.Line || point.EndLine < place.Line) continue;
                var exact = point.StartLine == place.Line && (place.Column <= 0 || point.StartColumn == place.Column) ? 1 : 0;
                fitting.Add((new MethodPoint(handle.ToDefinitionHandle(), point.Offset), exact + Fits(symbols.Metadata, handle.ToDefinitionHandle(), place.Name)));
            }
        }
        return fitting.Count == 0 ? null : fitting.MaxBy(one => one.Score).Point;
    }

    public static ImmutableHashSet<DocumentHandle> DocumentsOf(MetadataReader pdb, string path) =>
        pdb.Documents.Where(handle => IsSame(pdb.GetString(pdb.GetDocument(handle).Name), path)).ToImmutableHashSet();

    private static int Fits(MetadataReader metadata, MethodDefinitionHandle handle, string shown)
    {
        var method = metadata.GetMethodDefinition(handle);
        var name = metadata.GetString(method.Name);
        var (_, nesting) = TypeNaming.DefinitionParts(metadata, method.GetDeclaringType());
        var type = nesting[^1].Split('`')[0];
        var start = shown.Split('(')[0];
        return (start.EndsWith("." + name, StringComparison.Ordinal) || start.Contains("." + name + "<", StringComparison.Ordinal) ? 4 : 0) + (start.Contains(type, StringComparison.Ordinal) ? 2 : 0);
    }

    private static bool IsSame(string one, string other) =>
        one == other || one.Replace('\\', '/').Equals(other.Replace('\\', '/'), OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);
}
