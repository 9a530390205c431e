using System.Text;
using System.Text.RegularExpressions;
using Dapplex.ExpressionCompiler.Symbols;
using Microsoft.CodeAnalysis;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>
/// Types of one name in several assemblies, as the anonymous ones are: <c>_in_</c> and the assembly's name in hexadecimal say
/// which is meant, and an extern alias makes it so.
/// </summary>
internal static partial class Homes
{
    /// <summary>The text with aliases in place, and the assemblies that need one.</summary>
    public static (string Text, HashSet<string> Homes) Resolve(string source)
    {
        var homes = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var text = Marked().Replace(source, match =>
        {
            homes.Add(Encoding.UTF8.GetString(Convert.FromHexString(match.Groups["home"].Value)));
            return $"{Alias(match.Groups["home"].Value)}::{match.Groups["name"].Value}";
        });
        var aliases = homes.Select(home => $"extern alias {Alias(Convert.ToHexStringLower(Encoding.UTF8.GetBytes(home)))};\n");
        return (string.Concat(aliases) + text, homes);
    }

    public static MetadataReference Aliased(string name, MetadataReference reference, HashSet<string> homes) =>
        homes.Contains(name) ? reference.WithAliases(["global", Alias(Convert.ToHexStringLower(Encoding.UTF8.GetBytes(name)))]) : reference;

    private static string Alias(string home) => "home_" + home;

    [GeneratedRegex("global::(?<name>" + TypeNaming.Unspeakable + "[0-9a-f]+)_in_(?<home>[0-9a-f]+)")]
    private static partial Regex Marked();
}
