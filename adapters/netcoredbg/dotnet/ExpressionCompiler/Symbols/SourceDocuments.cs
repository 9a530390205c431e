using System.IO.Compression;
using System.Reflection.Metadata;
using System.Text;

namespace Dapplex.ExpressionCompiler.Symbols;

internal sealed record ModuleRequest(string Module);

internal sealed record SourceRequest(string Module, string Path);

/// <summary>The source files that a module was built from, and the text of those that the symbols carry.</summary>
internal static class SourceDocuments
{
    private static readonly Guid EmbeddedSource = new("0E8A571B-6926-466E-B4AD-8AB04611F5FE");
    private static readonly Guid Sha256 = new("8829D00F-11B8-4213-878B-770E8597AC16");
    private static readonly Guid Sha1 = new("FF1816EC-AA5E-4D10-87F7-6F4963833460");

    public static object List(ModuleRequest request)
    {
        var pdb = ModuleSymbols.PdbOf(request.Module);
        return new
        {
            documents = pdb.Documents.Select(pdb.GetDocument).Select(document => new
            {
                path = pdb.GetString(document.Name),
                algorithm = AlgorithmName(pdb.GetGuid(document.HashAlgorithm)),
                checksum = Convert.ToHexStringLower(pdb.GetBlobBytes(document.Hash)),
            }).ToArray(),
            embedded = pdb.Documents.Where(handle => EmbeddedBlob(pdb, handle) != null).Select(handle => pdb.GetString(pdb.GetDocument(handle).Name)).ToArray(),
        };
    }

    public static object Read(SourceRequest request)
    {
        var pdb = ModuleSymbols.PdbOf(request.Module);
        foreach (var handle in pdb.Documents)
        {
            if (pdb.GetString(pdb.GetDocument(handle).Name) != request.Path) continue;
            return EmbeddedBlob(pdb, handle) is { } blob
                ? new { content = Decoded(pdb.GetBlobBytes(blob)) }
                : throw new RequestFailure("UNSUPPORTED", $"the symbols of {request.Module} do not carry the text of {request.Path}");
        }
        throw new RequestFailure("INVALID_FILE", $"{request.Path} is no source of {request.Module}");
    }

    private static BlobHandle? EmbeddedBlob(MetadataReader pdb, DocumentHandle document)
    {
        foreach (var handle in pdb.GetCustomDebugInformation(document))
        {
            var information = pdb.GetCustomDebugInformation(handle);
            if (pdb.GetGuid(information.Kind) == EmbeddedSource) return information.Value;
        }
        return null;
    }

    /// <summary>Four bytes tell the length before compression; 0 means it is not compressed (Portable PDB, Embedded Source).</summary>
    private static string Decoded(byte[] blob)
    {
        var length = BitConverter.ToInt32(blob, 0);
        using var raw = new MemoryStream(blob, 4, blob.Length - 4);
        using Stream content = length == 0 ? raw : new DeflateStream(raw, CompressionMode.Decompress);
        using var reader = new StreamReader(content, Encoding.UTF8, true);
        return reader.ReadToEnd();
    }

    private static string AlgorithmName(Guid id) => id == Sha256 ? "SHA256" : id == Sha1 ? "SHA1" : "unknown";
}
