using System.Collections.Immutable;
using System.Text;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>A type of a signature, kept as a tree: the names of tuple elements are told apart from it, in its order.</summary>
internal sealed record TypeNode(string Name, ImmutableArray<TypeNode> Arguments, string Suffix = "")
{
    public static TypeNode Plain(string name) => new(name, []);

    /// <summary>Nothing can hold it: a pointer or function pointer.</summary>
    public bool IsPointer { get; init; }

    /// <summary>A reference to a variable: written as the type it refers to.</summary>
    public bool IsReference { get; init; }

    /// <summary>As C# from <c>global::</c>, with the names of tuple elements, taken in the order of the tree.</summary>
    public string Render(IReadOnlyList<string?>? names = null)
    {
        var at = 0;
        return Write(names ?? [], ref at);
    }

    private string Write(IReadOnlyList<string?> names, ref int at)
    {
        if (IsTuple)
        {
            var own = at;
            at += Arguments.Length;
            var parts = new List<string>();
            for (var i = 0; i < Arguments.Length; i++)
            {
                var name = own + i < names.Count ? names[own + i] : null;
                parts.Add(Arguments[i].Write(names, ref at) + (string.IsNullOrEmpty(name) ? "" : " @" + name));
            }
            return "(" + string.Join(", ", parts) + ")" + Suffix;
        }
        if (Arguments.IsEmpty) return Name + Suffix;
        // Arguments of nested types stand where the placeholders are: ``Vault{0}.Drawer{1}``.
        var text = new StringBuilder(Name);
        for (var i = 0; i < Arguments.Length; i++) text.Replace("{" + i + "}", Arguments[i].Write(names, ref at));
        return text + Suffix;
    }

    private bool IsTuple => Name.StartsWith("global::@System.@ValueTuple<", StringComparison.Ordinal) && Arguments.Length is > 1 and < 8;
}
