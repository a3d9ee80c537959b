using System.Collections.Immutable;
using Blittable.Generators.Serialization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Emit;

namespace Blittable.Generators.Tests;

/// <summary>Runs the analyzer over source texts, together with the code that is generated for them.</summary>
internal static class AnalyzerRun
{
    /// <summary>Returns the diagnostics of the analyzer. The test fails if the source text does not compile.</summary>
    public static Task<ImmutableArray<Diagnostic>> Of(string source, params MetadataReference[] references)
    {
        var compilation = WithGeneratedCode(GeneratorRun.Compile(CompiledTypes.Usings + source).AddReferences(references));
        Assert.DoesNotContain(compilation.GetDiagnostics(), fault => fault.Severity == DiagnosticSeverity.Error);
        return Of(compilation);
    }

    /// <summary>Returns the diagnostics of the analyzer for a compilation that includes the generated code.</summary>
    public static Task<ImmutableArray<Diagnostic>> Of(Compilation compilation) => compilation
        .WithAnalyzers([new UndeclaredTypeAnalyzer()], options: null).GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken);

    /// <summary>Adds the code that the generator emits.</summary>
    public static Compilation WithGeneratedCode(Compilation compilation)
    {
        CSharpGeneratorDriver.Create(new SerializerGenerator()).RunGeneratorsAndUpdateCompilation(compilation, out var with, out _);
        return with;
    }

    /// <summary>Compiles a library.</summary>
    /// <param name="name">The name of the assembly.</param>
    /// <param name="source">The source text.</param>
    /// <param name="isReferenceAssembly">Whether the result is a reference assembly, without bodies and private members.</param>
    /// <param name="hasGenerator">Whether code is generated; other languages have no source generators.</param>
    /// <param name="references">The libraries that the source text uses.</param>
    public static MetadataReference Library(string name, string source, bool isReferenceAssembly, bool hasGenerator = true, params MetadataReference[] references)
    {
        Compilation compilation = GeneratorRun.Compile(CompiledTypes.Usings + source).AddReferences(references).WithAssemblyName(name);
        compilation = hasGenerator ? WithGeneratedCode(compilation) : compilation;
        using var bytes = new MemoryStream();
        var result = compilation.Emit(bytes, options: new EmitOptions(metadataOnly: isReferenceAssembly, includePrivateMembers: !isReferenceAssembly));
        Assert.True(result.Success, string.Join("\n", result.Diagnostics));
        return MetadataReference.CreateFromImage(bytes.ToArray());
    }
}
