using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable;

/// <summary>Selects one value of a document, or several: <c>$.a['b']["c"]</c>, <c>$.list[0]</c>, <c>$.list[-1]</c>, <c>$.list[*].name</c>.</summary>
/// <remarks>
/// <para>A JSONPath query of RFC 9535 made of child segments that have one name, index or wildcard each: a location, not a search, so slices, filters,
/// lists of selectors and <c>..</c> are refused; use <see cref="BlittableJsonPath"/> for them. Negative indexes count from the end. A wildcard
/// stands for all elements of an array and for all property values of an object; a name stands for the last property that has it.</para>
/// <para>Prepare a path once and use it on many documents; any number of threads may share it. Each name remembers where it was found,
/// as a <see cref="BlittableName"/> does. Evaluating allocates nothing.</para>
/// </remarks>
public sealed partial class BlittablePath : IEquatable<BlittablePath>
{
    /// <summary>Wildcards that a path may have.</summary>
    public const int MaxWildcards = 16;

    private readonly PathStep[] _steps;
    private readonly string _text;

    private BlittablePath(string text, PathStep[] steps)
    {
        _text = text;
        _steps = steps;
    }

    /// <summary>Gets whether the path may lead to more than one value: whether it has a wildcard.</summary>
    public bool HasWildcard => Array.Exists(_steps, step => step.IsWildcard);

    internal ReadOnlySpan<PathStep> Steps => _steps;

    /// <summary>Returns the path of some steps.</summary>
    internal static BlittablePath Of(params ReadOnlySpan<PathStep> steps)
    {
        var text = new StringBuilder("$");
        foreach (ref readonly var step in steps)
        {
            step.AppendTo(text);
        }

        return new BlittablePath(text.ToString(), steps.ToArray());
    }

    /// <summary>Returns the path of some names and indexes, whose text is the normalized path of RFC 9535.</summary>
    internal static BlittablePath Normalized(PathStep[] steps)
    {
        var text = new StringBuilder("$");
        foreach (ref readonly var step in steps.AsSpan())
        {
            step.AppendNormalizedTo(text);
        }

        return new BlittablePath(text.ToString(), steps);
    }

    /// <summary>Returns the JSON Pointer that selects the same value: <c>/order/lines/0</c> for <c>$.order.lines[0]</c>.</summary>
    /// <exception cref="InvalidOperationException">The path has a wildcard or an index that counts from the end, which a pointer cannot represent.</exception>
    public BlittablePointer ToPointer()
    {
        var tokens = new string[_steps.Length];
        for (var i = 0; i < tokens.Length; i++)
        {
            if (_steps[i].IsWildcard || _steps[i].Index < 0)
            {
                throw new InvalidOperationException($"A JSON Pointer has no wildcards and counts no index from the end: {_text}.");
            }

            tokens[i] = _steps[i].Name?.ToString() ?? _steps[i].Index.ToString(CultureInfo.InvariantCulture);
        }

        return BlittablePointer.Of(tokens);
    }

    /// <summary>Gets a value that indicates whether the path begins with some steps.</summary>
    internal bool StartsWith(ReadOnlySpan<PathStep> steps)
    {
        if (steps.Length > _steps.Length)
        {
            return false;
        }

        for (var i = 0; i < steps.Length; i++)
        {
            if (!PathStep.AreEqual(_steps[i], steps[i]))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Prepares a path.</summary>
    /// <exception cref="BlittableException">
    /// The text is not a path (<see cref="BlittableErrorCode.InvalidPath"/>); its <see cref="BlittableException.Offset"/> counts characters.
    /// </exception>
    public static BlittablePath Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (!PathParser.TryParse(text, out var steps, out var expected, out var position))
        {
            ThrowHelper.InvalidPath(expected, text, position);
        }

        return new BlittablePath(text, steps);
    }

    /// <summary>Prepares a path, as <see cref="Parse"/> does; null becomes null.</summary>
    /// <exception cref="BlittableException">The text is not a path.</exception>
    public static implicit operator BlittablePath(string text) => text is null ? null! : Parse(text);

    /// <summary>Prepares a path; false for a text that is not a path.</summary>
    public static bool TryParse([NotNullWhen(true)] string? text, [NotNullWhen(true)] out BlittablePath? path)
    {
        path = text is not null && PathParser.TryParse(text, out var steps, out _, out _) ? new BlittablePath(text, steps) : null;
        return path is not null;
    }

    /// <summary>Returns the path as it was given.</summary>
    public override string ToString() => _text;

    /// <summary>Gets a value that indicates whether both paths have the same steps, however they are written: <c>$.a</c> equals <c>$['a']</c>.</summary>
    public bool Equals(BlittablePath? other) => other is not null && _steps.Length == other._steps.Length && StartsWith(other._steps);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as BlittablePath);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        foreach (var step in _steps)
        {
            hash.Add(step.IsWildcard);
            hash.Add(step.Index);
            hash.Add(step.Name);
        }

        return hash.ToHashCode();
    }

    /// <summary>Gets the first value that the path leads to.</summary>
    /// <param name="root">The value that <c>$</c> stands for.</param>
    /// <param name="value">The value found.</param>
    /// <returns>False if the path leads to no value.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public bool TryEvaluate(BlittableValue root, out BlittableValue value)
    {
        value = root;
        foreach (var step in _steps)
        {
            if (step.IsWildcard)
            {
                // The first match may lie after any of the children.
                var matches = Evaluate(root);
                var found = matches.MoveNext();
                value = matches.Current;
                return found;
            }

            if (!step.TryFollow(value, out value))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns all values that the path leads to, in the order of the document.</summary>
    /// <param name="root">The value that <c>$</c> stands for.</param>
    /// <exception cref="BlittableException">The document is damaged; thrown during enumeration.</exception>
    public Enumerator Evaluate(BlittableValue root) => new(_steps, root);
}
