using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Blittable.Generators;

/// <summary>Represents a diagnostic that can be compared and cached between runs, because it does not reference a syntax tree.</summary>
internal sealed record DiagnosticInfo(DiagnosticDescriptor Descriptor, string Path, TextSpan Span, LinePositionSpan Lines, EquatableArray<string> Arguments)
{
    public static DiagnosticInfo Create(DiagnosticDescriptor descriptor, Location? location, params string[] arguments)
    {
        var lines = location?.GetLineSpan();
        return new(
            descriptor, lines?.Path ?? "", location?.SourceSpan ?? default, lines?.Span ?? default, new EquatableArray<string>(arguments));
    }

    public Diagnostic ToDiagnostic() =>
        Diagnostic.Create(Descriptor, Path.Length == 0 ? Location.None : Location.Create(Path, Span, Lines), [.. Arguments]);
}
