using System.Collections.Immutable;
using Dapplex.ExpressionCompiler.Symbols;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>A variable that the text uses. <paramref name="Runtime"/> is the type of its value, absent for null.</summary>
internal sealed record UsedVariable(string Name, string? Runtime, string? Shown, bool IsDynamic = false);

/// <param name="Expression">an expression, or statements</param>
/// <param name="Frame">what the source says there; absent where there are no symbols</param>
/// <param name="Variables">in the order in which their values are passed; <c>this</c> under that name</param>
/// <param name="Modules">paths of the loaded modules</param>
/// <param name="Inspector">path of the inspector</param>
internal sealed record CompileRequest(string Expression, FrameContext? Frame, ImmutableArray<UsedVariable> Variables, ImmutableArray<string> Modules, string Inspector);

/// <param name="Path">the assembly</param>
/// <param name="Writes">indexes of the variables whose values may be changed</param>
/// <param name="Type">what the compiler says the text is of; <c>void</c> for none</param>
/// <param name="Runs">code of the program that the text runs without spelling out a call, such as a getter; absent when there is none</param>
/// <param name="EntryType">the class whose Run is called</param>
internal sealed record CompiledText(string Path, ImmutableArray<int> Writes, string Type, string EntryType, string? Runs = null);

/// <param name="Target">the runtime type that the variable has now, or its declared type</param>
/// <param name="Modules">paths of the loaded modules</param>
/// <param name="Inspector">path of the inspector</param>
internal sealed record ConverterRequest(string Target, ImmutableArray<string> Modules, string Inspector);

internal sealed record CompiledConverter(string Path, string Type);
