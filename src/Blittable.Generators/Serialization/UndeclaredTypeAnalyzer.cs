using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Blittable.Generators.Serialization;

/// <summary>Reports calls of <c>BlittableSerializer</c> with a type for which no code is generated (BLIT016).</summary>
/// <remarks>Stateless and thread-safe. The types of a compilation are indexed at the first call whose type is not a scalar.</remarks>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class UndeclaredTypeAnalyzer : DiagnosticAnalyzer
{
    private const string Serializer = "Blittable.BlittableSerializer", Converter = "Blittable.Generated.ValueConverter`1", Guard = "Knows";

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = [Generators.Diagnostics.TypeIsUndeclared];

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationStartAction(Start);
    }

    private static void Start(CompilationStartAnalysisContext context)
    {
        var compilation = context.Compilation;
        if (compilation.GetTypeByMetadataName(Serializer) is not { } serializer || compilation.GetTypeByMetadataName(Converter) is not { } converter)
        {
            return;
        }

        var types = new UndeclaredTypes(compilation, converter);
        context.RegisterOperationAction(call => Analyze(call, serializer, types), OperationKind.Invocation, OperationKind.MethodReference);
    }

    private static void Analyze(OperationAnalysisContext context, INamedTypeSymbol serializer, UndeclaredTypes types)
    {
        if (MethodOf(context.Operation) is not { TypeArguments.Length: 1 } method || method.Name == Guard || !SymbolEqualityComparer.Default.Equals(method.ContainingType, serializer))
        {
            return;
        }

        var type = method.TypeArguments[0];
        if (types.In(type) is { } undeclared && !IsGuarded(context.Operation, type, serializer))
        {
            context.ReportDiagnostic(Diagnostic.Create(
                Generators.Diagnostics.TypeIsUndeclared, NameIn(context.Operation.Syntax).GetLocation(), undeclared.Declarations, undeclared.Properties,
                $"{method.Name}<{type.ToDisplayString()}>", undeclared.Name));
        }
    }

    private static IMethodSymbol? MethodOf(IOperation operation) => operation switch
    {
        IInvocationOperation invocation => invocation.TargetMethod,
        IMethodReferenceOperation reference => reference.Method,
        _ => null,
    };

    /// <summary>Determines whether the same code asks <c>Knows</c> about the type.</summary>
    private static bool IsGuarded(IOperation operation, ITypeSymbol type, INamedTypeSymbol serializer)
    {
        while (operation.Parent is { } parent)
        {
            operation = parent;
        }

        return operation.Descendants().Select(MethodOf).Any(method => method is { Name: Guard, TypeArguments.Length: 1 }
            && SymbolEqualityComparer.Default.Equals(method.ContainingType, serializer) && SymbolEqualityComparer.Default.Equals(method.TypeArguments[0], type));
    }

    private static SyntaxNode NameIn(SyntaxNode syntax) => syntax switch
    {
        InvocationExpressionSyntax call => NameIn(call.Expression),
        MemberAccessExpressionSyntax member => member.Name,
        _ => syntax,
    };
}
