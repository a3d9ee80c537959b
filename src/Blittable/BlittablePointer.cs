using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;

namespace Blittable;

/// <summary>Selects one value of a document by a JSON Pointer (RFC 6901), such as <c>/order/lines/0/sku</c>.</summary>
/// <remarks>A token such as <c>0</c> is an index in an array and a name in an object. The document determines its meaning. Instances are immutable and
/// thread-safe.</remarks>
public sealed class BlittablePointer : IEquatable<BlittablePointer>
{
    private readonly string[] _tokens;
    private readonly string _text;

    private BlittablePointer(string text, string[] tokens)
    {
        _text = text;
        _tokens = tokens;
    }

    /// <summary>Gets the pointer to the whole document, whose text is empty.</summary>
    public static BlittablePointer Root { get; } = new("", []);

    /// <summary>Gets the unescaped tokens.</summary>
    public IReadOnlyList<string> Tokens => _tokens;

    /// <summary>Gets the pointer to the container of the value, or <see langword="null"/> for the root.</summary>
    public BlittablePointer? Parent => _tokens.Length == 0 ? null : Of(_tokens[..^1]);

    /// <summary>Parses a pointer.</summary>
    /// <param name="text">The pointer: empty, or tokens after slashes, in which <c>~1</c> represents a slash and <c>~0</c> a tilde.</param>
    /// <exception cref="BlittableException">The text is not a valid pointer (<see cref="BlittableErrorCode.InvalidPath"/>).</exception>
    public static BlittablePointer Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (!TryParse(text, out var pointer))
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidPath, $"'{text}' is not a JSON Pointer: each token must follow a '/', and each '~' must be followed by 0 or 1.");
        }

        return pointer;
    }

    /// <summary>Parses a pointer. Returns <see langword="false"/> if the text is not a valid pointer.</summary>
    public static bool TryParse([NotNullWhen(true)] string? text, [NotNullWhen(true)] out BlittablePointer? pointer)
    {
        pointer = text is null || !JsonPointer.IsValid(text) ? null : text.Length == 0 ? Root : new BlittablePointer(text, JsonPointer.Tokens(text));
        return pointer is not null;
    }

    /// <summary>Returns the pointer to a property of the value.</summary>
    /// <exception cref="BlittableException">The name contains half of a surrogate pair.</exception>
    public BlittablePointer Append(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        if (!Utf8Text.HasWholePairs(name))
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, $"'{name}' is not a name: it contains half of a surrogate pair.");
        }

        return new BlittablePointer($"{_text}/{JsonPointer.Escape(name)}", [.. _tokens, name]);
    }

    /// <summary>Returns the pointer to an element of the value.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative.</exception>
    public BlittablePointer Append(int index)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        return Append(index.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Gets the value that the pointer selects.</summary>
    /// <param name="root">The value at which the pointer starts.</param>
    /// <param name="value">The value.</param>
    /// <returns><see langword="true"/> if the pointer selects a value; otherwise, <see langword="false"/>.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public bool TryEvaluate(BlittableValue root, out BlittableValue value)
    {
        value = root;
        foreach (var token in _tokens)
        {
            if (!StepFrom(value, token, out var step) || !step.TryFollow(value, out value))
            {
                value = default;
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns the path that selects the value at the pointer.</summary>
    /// <param name="root">The value at which the pointer starts. It determines which tokens are indexes.</param>
    /// <exception cref="BlittableException">The pointer selects no value (<see cref="BlittableErrorCode.NotFound"/>), or the document is damaged.</exception>
    public BlittablePath ToPath(BlittableValue root)
    {
        var steps = new PathStep[_tokens.Length];
        var value = root;
        for (var i = 0; i < steps.Length; i++)
        {
            if (!StepFrom(value, _tokens[i], out steps[i]) || !steps[i].TryFollow(value, out value))
            {
                ThrowHelper.Throw(BlittableErrorCode.NotFound, $"The document has no value at '{_text}'.");
            }
        }

        return BlittablePath.Normalized(steps);
    }

    /// <summary>Returns the text of the pointer, as defined by RFC 6901.</summary>
    public override string ToString() => _text;

    /// <inheritdoc/>
    public bool Equals(BlittablePointer? other) => other is not null && _text == other._text;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as BlittablePointer);

    /// <inheritdoc/>
    public override int GetHashCode() => _text.GetHashCode(StringComparison.Ordinal);

    internal static BlittablePointer Of(string[] tokens)
    {
        if (tokens.Length == 0)
        {
            return Root;
        }

        var text = new StringBuilder();
        foreach (var token in tokens)
        {
            text.Append('/').Append(JsonPointer.Escape(token));
        }

        return new BlittablePointer(text.ToString(), tokens);
    }

    private static bool StepFrom(BlittableValue value, string token, out PathStep step)
    {
        var isIndex = JsonPointer.IsIndex(token, out var index);
        step = value.Kind == BlittableValueKind.Array && isIndex ? PathStep.OfIndex(index) : PathStep.OfName(token);
        return value.Kind == BlittableValueKind.Object || (value.Kind == BlittableValueKind.Array && isIndex);
    }
}
