using System.Collections.Immutable;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using Dapplex.ExpressionCompiler.Symbols;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Dapplex.ExpressionCompiler.Expressions;

/// <summary>Makes an assembly of an expression in its frame. The same text over the same types is compiled once.</summary>
internal sealed class Compiler(string outputFolder)
{
    /// <summary>Roslyn's own switch for debuggers, which has no public name: binding ignores accessibility.</summary>
    private const uint IgnoreAccessibility = 1u << 22;

    private static readonly CSharpParseOptions ParseOptions = new(LanguageVersion.Preview, DocumentationMode.None);

    private readonly Dictionary<string, CompiledText> known = [];
    private readonly string run = Guid.NewGuid().ToString("N")[..12];
    private int count;

    public object Compile(CompileRequest request)
    {
        var key = Key(request);
        lock (known) return KnownOrCompiled(key, request);
    }

    private CompiledText KnownOrCompiled(string key, CompileRequest request)
    {
        if (known.TryGetValue(key, out var compiled)) return compiled;
        return known[key] = new Compilation(this, request).Emit();
    }

    public object Converter(ConverterRequest request)
    {
        var references = References.Of(request.Modules, request.Inspector);
        var name = NextName("Set");
        var target = request.Target;
        // Another class is taken for the one that the debugger expects: whether it may be stored was checked by the compiler.
        var source = GeneratedText.Head(null, references.Keys, new Dictionary<string, string>())
            + $"public sealed class {name}\n{{\nprivate int id;\npublic static {name} Of(int id) => new {name} {{ id = id }};\n"
            + $"public static implicit operator {target}({name} one)\n{{\nif (one.id == 0) return default({target});\nvar value = Dapplex.Inspector.Get(one.id);\n"
            + $"return typeof({target}).IsValueType ? ({target})value : System.Runtime.CompilerServices.Unsafe.As<object, {target}>(ref value);\n}}\n}}";
        return new CompiledConverter(Write(Create(name, source, references), name), name);
    }

    /// <summary>The first compilation takes a second or two, most of it reading the framework: done before anybody waits for it.</summary>
    public object WarmUp()
    {
        // Questions about symbols need not wait for it.
        Task.Run(WarmUpNow);
        return new { };
    }

    private void WarmUpNow()
    {
        // What depends on numbers alone is computed in another way, and asked for first by a condition.
        Constants.Of(new ConstantRequest("x + 1 > 2", [new KnownVariable("x", "int", "1")]));
        const string text = "new[] { 1, 2 }.Where(x => x > 1).Select(x => new { x }).ToList()";
        var core = typeof(object).Assembly.Location;
        Compile(new CompileRequest(text, null, [], [core], typeof(Compiler).Assembly.Location));
    }

    private static string Key(CompileRequest request) =>
        Convert.ToHexString(SHA256.HashData(JsonBytes(request)));

    private static byte[] JsonBytes(CompileRequest request) =>
        System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(new { request.Expression, request.Frame, request.Variables, request.Modules.Length });

    private string NextName(string kind) => $"DapplexEval{kind}_{run}_{++count}";

    private static CSharpCompilation Create(string name, string source, IReadOnlyDictionary<string, PortableExecutableReference> references)
    {
        var (text, homes) = Homes.Resolve(source);
        var root = new UnspeakableNames().Visit(CSharpSyntaxTree.ParseText(text, ParseOptions).GetRoot());
        var tree = CSharpSyntaxTree.Create((CSharpSyntaxNode)root, ParseOptions);
        var options = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Debug, allowUnsafe: true, metadataImportOptions: MetadataImportOptions.All);
        typeof(CSharpCompilationOptions).GetProperty("TopLevelBinderFlags", BindingFlags.Instance | BindingFlags.NonPublic)?.SetValue(options, IgnoreAccessibility);
        return CSharpCompilation.Create(name, [tree], references.Select(one => Homes.Aliased(one.Key, one.Value, homes)), options);
    }

    private string Write(CSharpCompilation compilation, string name)
    {
        Directory.CreateDirectory(outputFolder);
        var path = Path.Combine(outputFolder, name + ".dll");
        using var image = new MemoryStream();
        var result = compilation.Emit(image);
        if (!result.Success) throw Refused(result.Diagnostics);
        File.WriteAllBytes(path, image.ToArray());
        return path;
    }

    private static RequestFailure Refused(IEnumerable<Diagnostic> diagnostics)
    {
        var errors = diagnostics.Where(one => one.Severity == DiagnosticSeverity.Error)
            .Select(one => new Diagnosed(one.Id, one.GetMessage(System.Globalization.CultureInfo.InvariantCulture).Replace(ImplicitThis.Name, "this", StringComparison.Ordinal)))
            .Distinct().Take(5).ToArray();
        return new RequestFailure("EVAL_FAILED", string.Join("; ", errors.Select(one => $"{one.Id}: {one.Message}")), new { kind = "compile", diagnostics = errors });
    }

    /// <summary>One compilation: types first, then the text with what it leaves out written out, then the assembly.</summary>
    private sealed class Compilation
    {
        private readonly Compiler compiler;
        private readonly CompileRequest request;
        private readonly Dictionary<string, PortableExecutableReference> references;
        private readonly Dictionary<string, string> typeArguments = [];
        private readonly SyntaxNode root;
        private ImmutableArray<string> written = [];

        public Compilation(Compiler compiler, CompileRequest request)
        {
            this.compiler = compiler;
            this.request = request;
            var parsed = Analysis.Parsed.Of(request.Expression);
            if (parsed.Diagnostics.Length > 0)
                throw new RequestFailure("EVAL_FAILED", string.Join("; ", parsed.Diagnostics.Select(one => $"{one.Id}: {one.Message}")), new { kind = "compile", diagnostics = parsed.Diagnostics });
            root = parsed.Root;
            references = References.Of(request.Modules, request.Inspector);
        }

        public CompiledText Emit()
        {
            LearnTypeArguments();
            var analyzed = (Analyzed)Analysis.Of(new AnalyzeRequest(request.Expression));
            written = analyzed.Writes;
            var writes = analyzed.Writes.Select(name => request.Variables.ToList().FindIndex(one => one.Name == name)).Where(at => at >= 0).ToImmutableArray();
            var rewritten = Rewritten();
            var asValue = Source(rewritten, writes, true);
            var compilation = Create(compiler.NextName(""), asValue, references);
            var type = "void";
            if (rewritten is ExpressionSyntax)
            {
                var value = TypeOf(compilation);
                type = value?.ToDisplayString() ?? "object";
                if (value is { SpecialType: SpecialType.System_Void }) compilation = Create(compiler.NextName(""), Source(rewritten, writes, false), references);
                else if (value is { IsRefLikeType: true }) compilation = Create(compiler.NextName(""), Source(SyntaxFactory.ParseExpression($"({rewritten}).ToArray()"), writes, true), references);
            }
            return new CompiledText(compiler.Write(compilation, compilation.AssemblyName!), writes, type, GeneratedText.FullEntryType(request.Frame), ProgramCode.First(compilation));
        }

        private string Source(SyntaxNode text, ImmutableArray<int> writes, bool isValue)
        {
            var lines = request.Variables.Select((one, i) => GeneratedText.Variable(NameOf(one.Name), TypeOf(one), i)).ToList();
            var back = writes.Select(at => $"a__[{at}] = {NameOf(request.Variables[at].Name)};");
            if (text is BlockSyntax) lines.AddRange([text.ToFullString(), .. back, "return null;"]);
            else if (isValue && writes.IsEmpty) lines.Add($"return (object)({text.ToFullString()});");
            else if (isValue) lines.AddRange([$"var r__ = {text.ToFullString()};", .. back, "return (object)r__;"]);
            else lines.AddRange([text.ToFullString() + ";", .. back, "return null;"]);
            return GeneratedText.Head(request.Frame, references.Keys, typeArguments) + GeneratedText.InNamespace(request.Frame, GeneratedText.Method(lines));
        }

        /// <summary>What the expression is of, looked up where it stands: behind <c>return (object)</c> or <c>var r__ =</c>.</summary>
        private static ITypeSymbol? TypeOf(CSharpCompilation compilation)
        {
            var tree = compilation.SyntaxTrees[0];
            var method = tree.GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>().Last();
            var statement = method.Body!.Statements.LastOrDefault(one => one is LocalDeclarationStatementSyntax { Declaration.Variables: [{ Identifier.ValueText: "r__" }] })
                ?? method.Body.Statements.Last();
            var expression = statement switch
            {
                LocalDeclarationStatementSyntax local => local.Declaration.Variables[0].Initializer?.Value,
                ReturnStatementSyntax { Expression: CastExpressionSyntax { Expression: ParenthesizedExpressionSyntax inner } } => inner.Expression,
                _ => null,
            };
            return expression == null ? null : compilation.GetSemanticModel(tree).GetTypeInfo(expression).Type;
        }

        private string TypeOf(UsedVariable variable)
        {
            var declared = request.Frame?.Variables.FirstOrDefault(one => one.Name == variable.Name);
            if (variable.Name == "this") return variable.Runtime ?? request.Frame?.TypeSyntax ?? "object";
            // What is assigned to a dynamic variable may be of any type; what is read from it is of the one that it has.
            if (declared is { IsDynamic: true } && written.Contains(variable.Name)) return "dynamic";
            if (declared is { IsDynamic: true } or null) return variable.IsDynamic && declared != null ? "dynamic" : variable.Runtime ?? ShownSyntax(variable) ?? "object";
            return declared.Type;
        }

        /// <summary>For a null the debugger's text is all there is.</summary>
        private static string? ShownSyntax(UsedVariable variable) => variable.Shown is null or "" ? null : variable.Shown;

        private static string NameOf(string name) => name == "this" ? ImplicitThis.Name : "@" + name;

        private SyntaxNode Rewritten()
        {
            var frame = request.Frame;
            var self = request.Variables.FirstOrDefault(one => one.Name == "this");
            var compilation = Create("types", "", references);
            var type = frame == null ? null : compilation.GetTypeByMetadataName(frame.TypeName);
            if (type == null && self == null) return root;
            var texts = new Dictionary<INamedTypeSymbol, string>(SymbolEqualityComparer.Default);
            if (type != null && frame != null) texts[type] = frame.TypeSyntax;
            var locals = Analysis.Declared(root);
            locals.UnionWith(request.Variables.Select(one => one.Name));
            return new ImplicitThis(type, texts, locals, self != null).Visit(root);
        }

        /// <summary>Declares every variable in a generic class with the frame's type parameters, and compares with the values.</summary>
        private void LearnTypeArguments()
        {
            if (request.Frame is not { TypeParameters.IsEmpty: false } frame) return;
            var fields = request.Variables.Where(one => one.Runtime != null)
                .Select((one, i) => $"public {(one.Name == "this" ? frame.TypeSyntax : frame.Variables.FirstOrDefault(known => known.Name == one.Name)?.Type ?? "object")} d{i}; public {one.Runtime} r{i};");
            var source = ($"class Learn__<{string.Join(", ", frame.TypeParameters.Distinct())}> {{ {string.Join("\n", fields)} }}");
            var compilation = Create("learn", source, references);
            var type = compilation.GetSymbolsWithName("Learn__").OfType<INamedTypeSymbol>().Single();
            var learned = new TypeArguments();
            foreach (var field in type.GetMembers().OfType<IFieldSymbol>().Where(one => one.Name[0] == 'd'))
                if (type.GetMembers("r" + field.Name[1..]).OfType<IFieldSymbol>().FirstOrDefault() is { } runtime) learned.Learn(field.Type, runtime.Type);
            foreach (var name in frame.TypeParameters.Distinct())
                typeArguments[name] = learned.Found.TryGetValue(name, out var found) ? Text(found) : "System.Object";
        }

        private static string Text(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat.WithMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.ExpandNullable));
    }
}
