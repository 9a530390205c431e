using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Text;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>
/// Collects the names of a frame. Captured and hoisted variables are fields of classes that the compiler made; the debugger
/// lists them flat, and so does this.
/// </summary>
internal sealed class FrameVariables(ModuleSymbols symbols, GenericNames names)
{
    private static readonly Guid DynamicLocals = new("83C563C4-B4F3-47D5-B824-BA5441477EA8");
    private static readonly Guid TupleNames = new("ED9FDF71-8879-4747-8ED3-FE5EDE3CE710");

    private readonly Dictionary<string, FrameVariable> variables = [];
    private readonly HashSet<TypeDefinitionHandle> closures = [];

    /// <summary>A closure or state machine holds the object whose method it belongs to.</summary>
    public bool HasThis { get; private set; }

    public ImmutableArray<FrameVariable> All() => [.. variables.Values];

    /// <param name="method">the method as the source has it</param>
    /// <param name="isFrame">whether it is the frame's own, or the one that a state machine stands for</param>
    public void AddParameters(MethodDefinitionHandle method, bool isFrame)
    {
        var metadata = symbols.Metadata;
        var definition = metadata.GetMethodDefinition(method);
        var context = isFrame ? names : names with { OfMethod = [.. definition.GetGenericParameters().Select(one => metadata.GetString(metadata.GetGenericParameter(one).Name))] };
        var types = definition.DecodeSignature(TypeNaming.Instance, context).ParameterTypes;
        foreach (var handle in definition.GetParameters())
        {
            var parameter = metadata.GetParameter(handle);
            if (parameter.SequenceNumber == 0) continue;
            Add(metadata.GetString(parameter.Name), types[parameter.SequenceNumber - 1], TupleNamesOf(parameter.GetCustomAttributes()), true, IsDynamic(parameter.GetCustomAttributes()));
        }
    }

    public void AddLocals(MethodPoint point)
    {
        var metadata = symbols.Metadata;
        var pdb = symbols.Pdb!;
        var body = symbols.Image.GetMethodBody(metadata.GetMethodDefinition(point.Method).RelativeVirtualAddress);
        if (body.LocalSignature.IsNil) return;
        var types = metadata.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(TypeNaming.Instance, names);
        var definitions = LocalDefinitions(body.LocalSignature);
        foreach (var scopeHandle in pdb.GetLocalScopes(point.Method))
        {
            var scope = pdb.GetLocalScope(scopeHandle);
            if (point.Offset < scope.StartOffset || point.Offset >= scope.EndOffset) continue;
            foreach (var handle in scope.GetLocalVariables())
            {
                var local = pdb.GetLocalVariable(handle);
                var name = pdb.GetString(local.Name);
                if ((local.Attributes & LocalVariableAttributes.DebuggerHidden) != 0 || name.StartsWith("CS$", StringComparison.Ordinal))
                {
                    if (definitions.TryGetValue(local.Index, out var closure)) AddFields(closure);
                    continue;
                }
                Add(name, types[local.Index], TupleNamesOf(pdb, handle), false, HasInformation(pdb, handle, DynamicLocals));
            }
        }
    }

    /// <summary>The fields of a closure or state machine, and of those it holds.</summary>
    public void AddFields(TypeDefinitionHandle type)
    {
        var metadata = symbols.Metadata;
        if (!metadata.GetString(metadata.GetTypeDefinition(type).Name).StartsWith('<') || !closures.Add(type)) return;
        foreach (var handle in metadata.GetTypeDefinition(type).GetFields())
        {
            var field = metadata.GetFieldDefinition(handle);
            var name = metadata.GetString(field.Name);
            var closure = DefinitionOf(metadata.GetBlobReader(field.Signature), true);
            if (name == "<>4__this" || name.StartsWith("CS$<>8__locals", StringComparison.Ordinal) || name.StartsWith("<>8__", StringComparison.Ordinal))
            {
                if (closure is { } inner && metadata.GetString(metadata.GetTypeDefinition(inner).Name).StartsWith('<')) AddFields(inner);
                else HasThis |= name == "<>4__this";
                continue;
            }
            var hoisted = name.StartsWith('<') && name.Contains(">5__", StringComparison.Ordinal) ? name[1..name.IndexOf('>')] : name;
            if (hoisted.StartsWith('<')) continue;
            Add(hoisted, field.DecodeSignature(TypeNaming.Instance, names), TupleNamesOf(field.GetCustomAttributes()), false, IsDynamic(field.GetCustomAttributes()));
        }
    }

    private void Add(string name, TypeNode type, IReadOnlyList<string?>? tupleNames, bool isArgument, bool isDynamic)
    {
        if (name.Length == 0) return;
        variables.TryAdd(name, new FrameVariable(name, type.Render(tupleNames), isArgument, type.IsPointer, isDynamic && type.Render() == "object"));
    }

    /// <summary>Which locals are of a type of this module, by their index.</summary>
    private Dictionary<int, TypeDefinitionHandle> LocalDefinitions(StandaloneSignatureHandle signature)
    {
        var found = new Dictionary<int, TypeDefinitionHandle>();
        var nodes = symbols.Metadata.GetStandaloneSignature(signature).DecodeLocalSignature(new DefinitionFinder(), names);
        for (var i = 0; i < nodes.Length; i++)
            if (nodes[i] is { } definition) found[i] = definition;
        return found;
    }

    private TypeDefinitionHandle? DefinitionOf(BlobReader signature, bool isField)
    {
        var decoder = new System.Reflection.Metadata.Ecma335.SignatureDecoder<TypeDefinitionHandle?, GenericNames>(new DefinitionFinder(), symbols.Metadata, names);
        return isField ? decoder.DecodeFieldSignature(ref signature) : null;
    }

    private IReadOnlyList<string?>? TupleNamesOf(CustomAttributeHandleCollection attributes)
    {
        foreach (var handle in attributes)
        {
            var attribute = symbols.Metadata.GetCustomAttribute(handle);
            if (TypeNaming.AttributeName(symbols.Metadata, attribute) != "System.Runtime.CompilerServices.TupleElementNamesAttribute") continue;
            var blob = symbols.Metadata.GetBlobReader(attribute.Value);
            blob.ReadUInt16();
            return [.. Enumerable.Range(0, blob.ReadInt32()).Select(_ => blob.ReadSerializedString())];
        }
        return null;
    }

    private static IReadOnlyList<string?>? TupleNamesOf(MetadataReader pdb, LocalVariableHandle local)
    {
        foreach (var handle in pdb.GetCustomDebugInformation(local))
        {
            var information = pdb.GetCustomDebugInformation(handle);
            if (pdb.GetGuid(information.Kind) != TupleNames) continue;
            return Encoding.UTF8.GetString(pdb.GetBlobBytes(information.Value)).Split('\0');
        }
        return null;
    }

    private bool IsDynamic(CustomAttributeHandleCollection attributes) =>
        attributes.Any(handle => TypeNaming.AttributeName(symbols.Metadata, symbols.Metadata.GetCustomAttribute(handle)) == "System.Runtime.CompilerServices.DynamicAttribute");

    private static bool HasInformation(MetadataReader pdb, LocalVariableHandle local, Guid kind) =>
        pdb.GetCustomDebugInformation(local).Any(handle => pdb.GetGuid(pdb.GetCustomDebugInformation(handle).Kind) == kind);
}
