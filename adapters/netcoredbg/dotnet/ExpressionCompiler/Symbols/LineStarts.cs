using System.Reflection.Metadata;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>Where a line of the source begins that has code in several places, such as the three of a <c>for</c>.</summary>
internal static class LineStarts
{
    /// <summary>The first column of the line that has code, in any method: there a breakpoint on the line is. Null where it has none.</summary>
    public static int? Column(ModuleSymbols symbols, string path, int line)
    {
        var pdb = symbols.Pdb!;
        var documents = MethodFinder.DocumentsOf(pdb, path);
        var columns = pdb.MethodDebugInformation
            .Select(pdb.GetMethodDebugInformation)
            .Where(one => !one.SequencePointsBlob.IsNil && (one.Document.IsNil || documents.Contains(one.Document)))
            .SelectMany(one => one.GetSequencePoints())
            .Where(one => !one.IsHidden && one.StartLine == line && documents.Contains(one.Document))
            .Select(one => (int?)one.StartColumn);
        return columns.Min();
    }
}
