using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Blittable.Generators.Tests;

/// <summary>One run of a generator over a source text that references the framework and Blittable.</summary>
internal sealed record GeneratorRun(IReadOnlyList<Diagnostic> Reported, IReadOnlyList<Diagnostic> Compilation, string Generated)
{
    /// <summary>The name of the compiled assembly.</summary>
    public const string AssemblyName = "Generated.Tests";

    private static readonly MetadataReference[] References = [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
        .Split(Path.PathSeparator).Where(path => path.Length > 0).Select(path => MetadataReference.CreateFromFile(path))];

    /// <summary>Gets the diagnostic codes that the generator reported.</summary>
    public IEnumerable<string> Codes => Reported.Select(diagnostic => diagnostic.Id);

    /// <summary>Runs a generator. <see cref="Compilation"/> contains the errors and warnings of the source and the generated code.</summary>
    public static GeneratorRun Of<TGenerator>(string source)
        where TGenerator : IIncrementalGenerator, new()
    {
        var driver = CSharpGeneratorDriver.Create(new TGenerator()).RunGeneratorsAndUpdateCompilation(Compile(source), out var compilation, out var reported);
        var generated = string.Join("\n", driver.GetRunResult().GeneratedTrees.Select(tree => tree.ToString()));
        return new(reported, [.. compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning)], generated);
    }

    /// <summary>The compilation of the source before generators run.</summary>
    public static CSharpCompilation Compile(string source, params MetadataReference[] libraries) => CSharpCompilation.Create(
        AssemblyName, [CSharpSyntaxTree.ParseText(source, path: "Types.cs")], [.. References, .. libraries],
        new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
}
