using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Text;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>The names that generic parameters have where a signature stands.</summary>
internal sealed record GenericNames(ImmutableArray<string> OfType, ImmutableArray<string> OfMethod);

/// <summary>Reads the types of signatures as C# writes them from <c>global::</c>.</summary>
internal sealed class TypeNaming : ISignatureTypeProvider<TypeNode, GenericNames>
{
    public static readonly TypeNaming Instance = new();

    /// <summary>Before the hexadecimal UTF-8 of a name that C# cannot write; the inspector writes them in the same way.</summary>
    public const string Unspeakable = "__dapplex_";

    private static readonly Dictionary<PrimitiveTypeCode, string> Keywords = new()
    {
        [PrimitiveTypeCode.Void] = "void", [PrimitiveTypeCode.Boolean] = "bool", [PrimitiveTypeCode.Char] = "char", [PrimitiveTypeCode.SByte] = "sbyte",
        [PrimitiveTypeCode.Byte] = "byte", [PrimitiveTypeCode.Int16] = "short", [PrimitiveTypeCode.UInt16] = "ushort", [PrimitiveTypeCode.Int32] = "int",
        [PrimitiveTypeCode.UInt32] = "uint", [PrimitiveTypeCode.Int64] = "long", [PrimitiveTypeCode.UInt64] = "ulong", [PrimitiveTypeCode.Single] = "float",
        [PrimitiveTypeCode.Double] = "double", [PrimitiveTypeCode.String] = "string", [PrimitiveTypeCode.Object] = "object", [PrimitiveTypeCode.IntPtr] = "nint",
        [PrimitiveTypeCode.UIntPtr] = "nuint", [PrimitiveTypeCode.TypedReference] = "System.TypedReference",
    };

    public TypeNode GetPrimitiveType(PrimitiveTypeCode typeCode) => TypeNode.Plain(Keywords[typeCode]);

    public TypeNode GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        var (space, names) = DefinitionParts(reader, handle);
        var named = Named((space, names));
        if (space.Length > 0 || !names[0].StartsWith('<')) return named;
        // Each assembly may have an anonymous type of the same name.
        var plain = Part(names[0].Split('`')[0]);
        var home = Hex(reader.GetString(reader.GetAssemblyDefinition().Name));
        return named with { Name = named.Name.Replace(plain, $"{plain}_in_{home}", StringComparison.Ordinal) };
    }

    public TypeNode GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => Named(ReferenceParts(reader, handle));

    public TypeNode GetTypeFromSpecification(MetadataReader reader, GenericNames context, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, context);

    public TypeNode GetGenericInstantiation(TypeNode genericType, ImmutableArray<TypeNode> typeArguments) => genericType with { Arguments = typeArguments };

    public TypeNode GetGenericTypeParameter(GenericNames context, int index) => TypeNode.Plain(index < context.OfType.Length ? context.OfType[index] : "object");

    public TypeNode GetGenericMethodParameter(GenericNames context, int index) => TypeNode.Plain(index < context.OfMethod.Length ? context.OfMethod[index] : "object");

    public TypeNode GetSZArrayType(TypeNode elementType) => elementType with { Suffix = elementType.Suffix + "[]" };

    public TypeNode GetArrayType(TypeNode elementType, ArrayShape shape) => elementType with { Suffix = elementType.Suffix + "[" + new string(',', shape.Rank - 1) + "]" };

    public TypeNode GetByReferenceType(TypeNode elementType) => elementType with { IsReference = true };

    public TypeNode GetPointerType(TypeNode elementType) => elementType with { Suffix = elementType.Suffix + "*", IsPointer = true };

    public TypeNode GetFunctionPointerType(MethodSignature<TypeNode> signature) => TypeNode.Plain("delegate*") with { IsPointer = true };

    public TypeNode GetModifiedType(TypeNode modifier, TypeNode unmodifiedType, bool isRequired) => unmodifiedType;

    public TypeNode GetPinnedType(TypeNode elementType) => elementType;

    /// <summary>Namespace and nesting of a type, outermost first, each as metadata names it.</summary>
    public static (string Space, List<string> Names) DefinitionParts(MetadataReader reader, TypeDefinitionHandle handle)
    {
        var names = new List<string>();
        for (; ; )
        {
            var type = reader.GetTypeDefinition(handle);
            names.Insert(0, reader.GetString(type.Name));
            if (type.GetDeclaringType().IsNil) return (reader.GetString(type.Namespace), names);
            handle = type.GetDeclaringType();
        }
    }

    public static string AttributeName(MetadataReader reader, CustomAttribute attribute)
    {
        var constructor = attribute.Constructor;
        if (constructor.Kind == HandleKind.MemberReference)
        {
            var parent = reader.GetMemberReference((MemberReferenceHandle)constructor).Parent;
            if (parent.Kind != HandleKind.TypeReference) return "";
            var type = reader.GetTypeReference((TypeReferenceHandle)parent);
            return reader.GetString(type.Namespace) + "." + reader.GetString(type.Name);
        }
        var declaring = reader.GetMethodDefinition((MethodDefinitionHandle)constructor).GetDeclaringType();
        var definition = reader.GetTypeDefinition(declaring);
        return reader.GetString(definition.Namespace) + "." + reader.GetString(definition.Name);
    }

    /// <summary>A name as C# writes it, or encoded when it cannot.</summary>
    public static string Part(string name)
    {
        if (name.Length > 0 && name.All(c => char.IsLetterOrDigit(c) || c == '_') && !char.IsDigit(name[0])) return "@" + name;
        return Unspeakable + Hex(name);
    }

    private static string Hex(string name) => Convert.ToHexStringLower(Encoding.UTF8.GetBytes(name));

    /// <summary>With <c>{0}</c>, <c>{1}</c> for the type arguments of all levels.</summary>
    public static string Template(string space, IEnumerable<string> names)
    {
        var index = 0;
        var parts = names.Select(name =>
        {
            var tick = name.IndexOf('`');
            if (tick < 0 || !int.TryParse(name.AsSpan(tick + 1), out var arity)) return Part(name);
            var holes = Enumerable.Range(0, arity).Select(_ => "{" + index++ + "}");
            return Part(name[..tick]) + "<" + string.Join(", ", holes) + ">";
        }).ToList();
        var prefix = space.Length == 0 ? "" : string.Join(".", space.Split('.').Select(Part)) + ".";
        return "global::" + prefix + string.Join(".", parts);
    }

    private static TypeNode Named((string Space, List<string> Names) type) => type is ("System", ["Decimal"]) ? TypeNode.Plain("decimal") : TypeNode.Plain(Template(type.Space, type.Names));

    private static (string Space, List<string> Names) ReferenceParts(MetadataReader reader, TypeReferenceHandle handle)
    {
        var names = new List<string>();
        for (; ; )
        {
            var type = reader.GetTypeReference(handle);
            names.Insert(0, reader.GetString(type.Name));
            if (type.ResolutionScope.Kind != HandleKind.TypeReference) return (reader.GetString(type.Namespace), names);
            handle = (TypeReferenceHandle)type.ResolutionScope;
        }
    }
}
