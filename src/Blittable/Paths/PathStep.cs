using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace Blittable.Paths;

/// <summary>Represents one child segment of a path: a name, an index, or the wildcard.</summary>
internal readonly struct PathStep
{
    private readonly BlittableName? _name;
    private readonly int _index;

    private PathStep(BlittableName? name, int index, bool isWildcard)
    {
        _name = name;
        _index = index;
        IsWildcard = isWildcard;
    }

    public static PathStep Wildcard => new(null, 0, isWildcard: true);

    public bool IsWildcard { get; }

    public static PathStep OfName(string name) => new(new BlittableName(name), 0, isWildcard: false);

    /// <param name="index">The index, from 0; negative indexes count from the end. Arrays are limited to <see cref="int"/>, so larger indexes never
    /// match.</param>
    public static PathStep OfIndex(long index) => new(null, (int)Math.Clamp(index, int.MinValue, int.MaxValue), isWildcard: false);

    /// <summary>Gets the name that the step selects; null for an index or the wildcard.</summary>
    public BlittableName? Name => _name;

    /// <summary>Gets the index that the step selects. Undefined for a name.</summary>
    public int Index => _index;

    /// <summary>Determines whether two steps select the same child of every value, however they are written.</summary>
    public static bool AreEqual(in PathStep left, in PathStep right) =>
        left.IsWildcard == right.IsWildcard && left._index == right._index && Equals(left._name, right._name);

    /// <summary>Appends the step in its shortest form.</summary>
    public void AppendTo(StringBuilder path)
    {
        if (_name is not null)
        {
            ValuePath.AppendName(path, _name.ToString());
        }
        else if (IsWildcard)
        {
            path.Append("[*]");
        }
        else
        {
            path.Append('[').Append(_index).Append(']');
        }
    }

    /// <summary>Appends the step in the form of an RFC 9535 normalized path.</summary>
    public void AppendNormalizedTo(StringBuilder path)
    {
        if (_name is null)
        {
            path.Append('[').Append(_index).Append(']');
            return;
        }

        path.Append("['");
        foreach (var character in _name.ToString())
        {
            _ = character switch
            {
                '\b' => path.Append(@"\b"),
                '\t' => path.Append(@"\t"),
                '\n' => path.Append(@"\n"),
                '\f' => path.Append(@"\f"),
                '\r' => path.Append(@"\r"),
                '\'' => path.Append(@"\'"),
                '\\' => path.Append(@"\\"),
                < ' ' => path.Append(@"\u").Append(((int)character).ToString("x4", CultureInfo.InvariantCulture)),
                _ => path.Append(character),
            };
        }

        path.Append("']");
    }

    /// <summary>Returns the position of the selected child among its siblings; -1 if there is none.</summary>
    public int Find(BlittableValue value)
    {
        if (_name is not null)
        {
            return value.TryReadObject(out var properties, out var shape) && properties.Count > 0 ? shape.Find(_name.Utf8) : -1;
        }

        var index = value.TryReadArray(out var array) && _index < 0 ? array.Count + _index : _index;
        return (uint)index < (uint)array.Count ? index : -1;
    }

    /// <summary>Gets the child that the name or index selects. The wildcard selects none here.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryFollow(BlittableValue value, out BlittableValue child) =>
        _name is not null ? value.TryGetProperty(_name, out child) : TryFollowIndex(value, out child);

    private bool TryFollowIndex(BlittableValue value, out BlittableValue child)
    {
        if (_index >= 0)
        {
            return value.TryGetElement(_index, out child);
        }

        if (value.TryReadArray(out var array))
        {
            return value.TryGetElement(array.Count + _index, out child);
        }

        child = default;
        return false;
    }
}
