using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Microsoft.CodeAnalysis;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>
/// What an expression can be compiled against: the modules that are loaded, and what stands beside them, because a program
/// that has not used LINQ yet has not loaded it.
/// </summary>
internal static class References
{
    private static readonly Dictionary<string, (string Name, PortableExecutableReference Reference)?> Known = [];

    /// <param name="modules">paths of loaded modules; the first of a name counts</param>
    /// <param name="own">an assembly that is always there: the inspector</param>
    public static Dictionary<string, PortableExecutableReference> Of(IEnumerable<string> modules, string own)
    {
        var loaded = modules.Where(File.Exists).ToList();
        var folders = loaded.Select(Path.GetDirectoryName).Where(folder => folder != null).Distinct().ToList();
        var beside = folders.SelectMany(folder => Directory.EnumerateFiles(folder!, "*.dll"));
        var references = new Dictionary<string, PortableExecutableReference>(StringComparer.OrdinalIgnoreCase);
        foreach (var path in loaded.Append(own).Concat(beside))
            if (Read(path) is { } found) references.TryAdd(found.Name, found.Reference);
        return references;
    }

    private static (string Name, PortableExecutableReference Reference)? Read(string path)
    {
        lock (Known)
        {
            if (Known.TryGetValue(path, out var known)) return known;
            return Known[path] = Open(path);
        }
    }

    private static (string Name, PortableExecutableReference Reference)? Open(string path)
    {
        try
        {
            using var image = new PEReader(File.OpenRead(path));
            if (!image.HasMetadata) return null;
            var metadata = image.GetMetadataReader();
            if (!metadata.IsAssembly) return null;
            return (metadata.GetString(metadata.GetAssemblyDefinition().Name), MetadataReference.CreateFromFile(path));
        }
        catch (BadImageFormatException) { return null; }
        catch (IOException) { return null; }
        catch (UnauthorizedAccessException) { return null; }
    }
}
