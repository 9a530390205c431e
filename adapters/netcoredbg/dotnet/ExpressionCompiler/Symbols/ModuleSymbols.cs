using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>The metadata of a module and its portable PDB: beside it, inside it, or where the build put it.</summary>
internal sealed class ModuleSymbols
{
    private static readonly Dictionary<string, (DateTime Written, ModuleSymbols Symbols)> Known = [];

    private ModuleSymbols(PEReader image, MetadataReader metadata, MetadataReader? pdb)
    {
        Image = image;
        Metadata = metadata;
        Pdb = pdb;
    }

    public PEReader Image { get; }

    public MetadataReader Metadata { get; }

    /// <summary>Null when there are no portable symbols.</summary>
    public MetadataReader? Pdb { get; }

    /// <summary>Read again when the file has been written since.</summary>
    public static ModuleSymbols Of(string path)
    {
        var written = File.GetLastWriteTimeUtc(path);
        lock (Known)
        {
            if (Known.TryGetValue(path, out var known) && known.Written == written) return known.Symbols;
            var symbols = Open(path);
            Known[path] = (written, symbols);
            return symbols;
        }
    }

    public static MetadataReader PdbOf(string path) =>
        Of(path).Pdb ?? throw new RequestFailure("UNSUPPORTED", $"{path} has no portable symbols (.pdb)");

    private static ModuleSymbols Open(string path)
    {
        if (!File.Exists(path)) throw new RequestFailure("MODULE_NOT_FOUND", $"module file {path} is not there");
        var image = new PEReader(new MemoryStream(File.ReadAllBytes(path)));
        if (!image.HasMetadata) throw new RequestFailure("UNSUPPORTED", $"{path} is no .NET assembly");
        MetadataReader? pdb = null;
        try
        {
            if (image.TryOpenAssociatedPortablePdb(path, OpenOrNull, out var provider, out _)) pdb = provider?.GetMetadataReader();
        }
        catch (BadImageFormatException)
        {
            // Symbols in another format: as if there were none.
        }
        return new ModuleSymbols(image, image.GetMetadataReader(), pdb);
    }

    private static Stream? OpenOrNull(string path) => File.Exists(path) ? new MemoryStream(File.ReadAllBytes(path)) : null;
}
