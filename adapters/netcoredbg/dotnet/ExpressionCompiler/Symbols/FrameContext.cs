using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>A name that an expression in the frame can use, with its declared type.</summary>
internal sealed record FrameVariable(string Name, string Type, bool IsArgument, bool IsPointer = false, bool IsDynamic = false);

/// <summary>What the source says at a frame: names, types, usings.</summary>
internal sealed record FrameContext(
    int Token,
    string Method,
    string Kind,
    string TypeName,
    string TypeSyntax,
    string Namespace,
    bool HasThis,
    ImmutableArray<FrameVariable> Variables,
    ImmutableArray<string> TypeParameters,
    ImmutableArray<string> Usings,
    string? Machine = null,
    int? LineColumn = null)
{
    public static FrameContext Find(FramePlace place)
    {
        var symbols = ModuleSymbols.Of(place.Module);
        if (symbols.Pdb == null) throw new RequestFailure("UNSUPPORTED", $"{place.Module} has no portable symbols (.pdb)");
        var point = MethodFinder.Find(symbols, place) ?? throw new RequestFailure("INVALID_FRAME", $"no method of {place.Module} has code at {place.Path}:{place.Line}");
        return Of(symbols, point) with { LineColumn = LineStarts.Column(symbols, place.Path, place.Line) };
    }

    private static FrameContext Of(ModuleSymbols symbols, MethodPoint point)
    {
        var metadata = symbols.Metadata;
        var method = metadata.GetMethodDefinition(point.Method);
        var name = metadata.GetString(method.Name);
        var (space, nesting) = TypeNaming.DefinitionParts(metadata, method.GetDeclaringType());
        var user = nesting.TakeWhile(one => one[0] != '<').ToList();
        var declaring = UserType(metadata, method.GetDeclaringType());
        var names = Generics(metadata, method.GetDeclaringType(), method);
        var kickoff = symbols.Pdb!.GetMethodDebugInformation(point.Method.ToDebugInformationHandle()).GetStateMachineKickoffMethod();
        var variables = new FrameVariables(symbols, names);
        variables.AddParameters(kickoff.IsNil ? point.Method : kickoff, kickoff.IsNil);
        variables.AddLocals(point);
        if (nesting.Count > user.Count) variables.AddFields(method.GetDeclaringType());
        var isStatic = (method.Attributes & System.Reflection.MethodAttributes.Static) != 0;
        return new FrameContext(
            MetadataTokens.GetToken(point.Method),
            UserMethod(metadata, name, nesting, kickoff),
            KindOf(metadata, method, kickoff),
            (space.Length == 0 ? "" : space + ".") + string.Join("+", user),
            Filled(TypeNaming.Template(space, user), Generics(metadata, declaring, null).OfType),
            space,
            nesting.Count > user.Count ? variables.HasThis : !isStatic,
            variables.All(),
            [.. names.OfType, .. names.OfMethod],
            Imports.Of(symbols, point.Method),
            kickoff.IsNil ? null : (space.Length == 0 ? "" : space + ".") + string.Join("+", nesting));
    }

    private static string KindOf(MetadataReader metadata, MethodDefinition method, MethodDefinitionHandle kickoff)
    {
        if (!kickoff.IsNil) return IsAsync(metadata, method.GetDeclaringType()) ? "async" : "iterator";
        var name = metadata.GetString(method.Name);
        if (name.Contains(">g__", StringComparison.Ordinal)) return "local-function";
        return name.Contains(">b__", StringComparison.Ordinal) ? "lambda" : "method";
    }

    /// <summary>An async iterator is both: it can wait.</summary>
    private static bool IsAsync(MetadataReader metadata, TypeDefinitionHandle machine) =>
        metadata.GetTypeDefinition(machine).GetInterfaceImplementations().Select(one => metadata.GetInterfaceImplementation(one).Interface)
            .Any(one => one.Kind == HandleKind.TypeReference && metadata.GetString(metadata.GetTypeReference((TypeReferenceHandle)one).Name) == "IAsyncStateMachine");

    /// <summary>Of a lambda and a state machine the method that the source has them in.</summary>
    private static string UserMethod(MetadataReader metadata, string name, List<string> nesting, MethodDefinitionHandle kickoff)
    {
        if (!kickoff.IsNil) name = metadata.GetString(metadata.GetMethodDefinition(kickoff).Name);
        var local = name.IndexOf(">g__", StringComparison.Ordinal);
        if (local > 0) return name[(local + 4)..].Split('|')[0];
        return name.StartsWith('<') && name.IndexOf('>') is > 1 and var end ? name[1..end] : name;
    }

    private static TypeDefinitionHandle UserType(MetadataReader metadata, TypeDefinitionHandle handle)
    {
        while (metadata.GetString(metadata.GetTypeDefinition(handle).Name).StartsWith('<') && !metadata.GetTypeDefinition(handle).GetDeclaringType().IsNil)
            handle = metadata.GetTypeDefinition(handle).GetDeclaringType();
        return handle;
    }

    private static string Filled(string template, ImmutableArray<string> names)
    {
        for (var i = 0; i < names.Length; i++) template = template.Replace("{" + i + "}", names[i], StringComparison.Ordinal);
        return template;
    }

    private static GenericNames Generics(MetadataReader metadata, TypeDefinitionHandle type, MethodDefinition? method) => new(
        [.. metadata.GetTypeDefinition(type).GetGenericParameters().Select(one => metadata.GetString(metadata.GetGenericParameter(one).Name))],
        method is { } given ? [.. given.GetGenericParameters().Select(one => metadata.GetString(metadata.GetGenericParameter(one).Name))] : []);
}
