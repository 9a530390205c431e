using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Dapplex.ExpressionCompiler.Symbols;

/// <summary>Of a signature only whether it names a type of the same module: closures are found by it.</summary>
internal sealed class DefinitionFinder : ISignatureTypeProvider<TypeDefinitionHandle?, GenericNames>
{
    public TypeDefinitionHandle? GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => handle;

    public TypeDefinitionHandle? GetGenericInstantiation(TypeDefinitionHandle? genericType, ImmutableArray<TypeDefinitionHandle?> typeArguments) => genericType;

    public TypeDefinitionHandle? GetModifiedType(TypeDefinitionHandle? modifier, TypeDefinitionHandle? unmodifiedType, bool isRequired) => unmodifiedType;

    public TypeDefinitionHandle? GetTypeFromSpecification(MetadataReader reader, GenericNames context, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, context);

    public TypeDefinitionHandle? GetByReferenceType(TypeDefinitionHandle? elementType) => elementType;

    public TypeDefinitionHandle? GetPrimitiveType(PrimitiveTypeCode typeCode) => null;

    public TypeDefinitionHandle? GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => null;

    public TypeDefinitionHandle? GetGenericTypeParameter(GenericNames context, int index) => null;

    public TypeDefinitionHandle? GetGenericMethodParameter(GenericNames context, int index) => null;

    public TypeDefinitionHandle? GetSZArrayType(TypeDefinitionHandle? elementType) => null;

    public TypeDefinitionHandle? GetArrayType(TypeDefinitionHandle? elementType, ArrayShape shape) => null;

    public TypeDefinitionHandle? GetPointerType(TypeDefinitionHandle? elementType) => null;

    public TypeDefinitionHandle? GetFunctionPointerType(MethodSignature<TypeDefinitionHandle?> signature) => null;

    public TypeDefinitionHandle? GetPinnedType(TypeDefinitionHandle? elementType) => null;
}
