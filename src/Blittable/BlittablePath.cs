using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable;

/// <summary>Selects one or more values of a document by location, such as <c>$.a['b']["c"]</c>, <c>$.list[0]</c>, <c>$.list[-1]</c> or
/// <c>$.list[*].name</c>.</summary>
/// <remarks>
/// <para>A path is a JSONPath query (RFC 9535) of child segments with one name, index or wildcard each. It cannot search: slices, filters, lists of selectors
/// and <c>..</c> require <see cref="BlittableJsonPath"/>. Negative indexes count from the end. A wildcard selects all elements of an array and all property
/// values of an object. A name selects the last property with that name.</para>
/// <para>Prepare a path once and evaluate it on many documents. Instances are thread-safe. Like a <see cref="BlittableName"/>, each name remembers its last
/// position. Evaluation allocates nothing.</para>
/// </remarks>
public sealed class BlittablePath : IEquatable<BlittablePath>
{
    /// <summary>The maximum number of wildcards in a path.</summary>
    public const int MaxWildcards = 16;

    private readonly PathStep[] _steps;
    private readonly string _text;

    private BlittablePath(string text, PathStep[] steps)
    {
        _text = text;
        _steps = steps;
    }

    /// <summary>Gets a value that indicates whether the path has a wildcard, and so may select more than one value.</summary>
    public bool HasWildcard => Array.Exists(_steps, step => step.IsWildcard);

    internal ReadOnlySpan<PathStep> Steps => _steps;

    /// <summary>Returns the path that consists of the specified steps.</summary>
    internal static BlittablePath Of(params ReadOnlySpan<PathStep> steps)
    {
        var text = new StringBuilder("$");
        foreach (ref readonly var step in steps)
        {
            step.AppendTo(text);
        }

        return new BlittablePath(text.ToString(), steps.ToArray());
    }

    /// <summary>Returns the path that consists of the specified names and indexes. Its text is the normalized path of RFC 9535.</summary>
    internal static BlittablePath Normalized(PathStep[] steps)
    {
        var text = new StringBuilder("$");
        foreach (ref readonly var step in steps.AsSpan())
        {
            step.AppendNormalizedTo(text);
        }

        return new BlittablePath(text.ToString(), steps);
    }

    /// <summary>Returns the JSON Pointer that selects the value at the path, such as <c>/order/lines/0</c> for <c>$.order.lines[0]</c>.</summary>
    /// <exception cref="InvalidOperationException">The path has a wildcard or a negative index, which a pointer cannot represent.</exception>
    public BlittablePointer ToPointer()
    {
        var tokens = new string[_steps.Length];
        for (var i = 0; i < tokens.Length; i++)
        {
            if (_steps[i].IsWildcard || _steps[i].Index < 0)
            {
                throw new InvalidOperationException($"The path {_text} has no JSON Pointer, because it has a wildcard or an index from the end.");
            }

            tokens[i] = _steps[i].Name?.ToString() ?? _steps[i].Index.ToString(CultureInfo.InvariantCulture);
        }

        return BlittablePointer.Of(tokens);
    }

    /// <summary>Determines whether the path begins with the specified steps.</summary>
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

    /// <summary>Parses a path.</summary>
    /// <exception cref="BlittableException">
    /// The text is not a valid path (<see cref="BlittableErrorCode.InvalidPath"/>). <see cref="BlittableException.Offset"/> counts characters.
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

    /// <summary>Parses a path, like <see cref="Parse"/>. Converts <see langword="null"/> to <see langword="null"/>.</summary>
    /// <exception cref="BlittableException">The text is not a valid path.</exception>
    public static implicit operator BlittablePath(string text) => text is null ? null! : Parse(text);

    /// <summary>Parses a path. Returns <see langword="false"/> if the text is not a valid path.</summary>
    public static bool TryParse([NotNullWhen(true)] string? text, [NotNullWhen(true)] out BlittablePath? path)
    {
        path = text is not null && PathParser.TryParse(text, out var steps, out _, out _) ? new BlittablePath(text, steps) : null;
        return path is not null;
    }

    /// <summary>Returns the text that the path was parsed from.</summary>
    public override string ToString() => _text;

    /// <summary>Determines whether both paths have equal steps, regardless of notation: <c>$.a</c> equals <c>$['a']</c>.</summary>
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

    /// <summary>Gets the first value that the path selects.</summary>
    /// <param name="root">The value that <c>$</c> represents.</param>
    /// <param name="value">The value.</param>
    /// <returns><see langword="true"/> if the path selects a value; otherwise, <see langword="false"/>.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public bool TryEvaluate(BlittableValue root, out BlittableValue value)
    {
        value = root;
        foreach (var step in _steps)
        {
            if (step.IsWildcard)
            {
                // The first match may be inside any of the children.
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

    /// <summary>Returns all values that the path selects, in document order.</summary>
    /// <param name="root">The value that <c>$</c> represents.</param>
    /// <exception cref="BlittableException">The document is damaged. Thrown during enumeration.</exception>
    public Enumerator Evaluate(BlittableValue root) => new(_steps, root);

    // Enumeration of all values that a path selects.

    /// <summary>Enumerates the values that a path selects.</summary>
    public ref struct Enumerator
    {
        private readonly ReadOnlySpan<PathStep> _steps;
        private readonly BlittableValue _root;

        // The position of each open wildcard: its container, and the index of the next child.
        private Positions _positions;
        private int _open;
        private bool _isStarted;

        internal Enumerator(ReadOnlySpan<PathStep> steps, BlittableValue root)
        {
            _steps = steps;
            _root = root;
        }

        /// <summary>Gets the current value. Undefined before the first call to <see cref="MoveNext"/> and after it returns <see langword="false"/>.</summary>
        public BlittableValue Current { get; private set; }

        /// <summary>Returns this enumerator, for <c>foreach</c>.</summary>
        public readonly Enumerator GetEnumerator() => this;

        /// <summary>Advances to the next value. Returns <see langword="false"/> after the last value.</summary>
        public bool MoveNext()
        {
            if (!_isStarted)
            {
                _isStarted = true;
                if (TryDescend(0, _root))
                {
                    return true;
                }
            }

            while (_open > 0)
            {
                ref var position = ref _positions[_open - 1];
                if (!_root.WithAddress(position.Container, position.ShapeTable).TryGetChild(position.Next++, out var child))
                {
                    _open--;
                }
                else if (TryDescend(position.Step + 1, child))
                {
                    return true;
                }
            }

            Current = default;
            return false;
        }

        /// <summary>Follows the steps to the end or to a wildcard. A wildcard is opened, and the caller then visits its children one by one.</summary>
        private bool TryDescend(int step, BlittableValue value)
        {
            for (; step < _steps.Length; step++)
            {
                if (_steps[step].IsWildcard)
                {
                    _positions[_open++] = new Position { Step = step, Container = value.Address, ShapeTable = value.ShapeTable };
                    return false;
                }

                if (!_steps[step].TryFollow(value, out value))
                {
                    return false;
                }
            }

            Current = value;
            return true;
        }

        private struct Position
        {
            public int Step;
            public int Container;
            public int ShapeTable;
            public int Next;
        }

        [InlineArray(MaxWildcards)]
        private struct Positions
        {
            private Position _first;
        }
    }
}
