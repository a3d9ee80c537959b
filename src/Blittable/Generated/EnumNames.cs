using System.Collections.Concurrent;
using System.ComponentModel;
using System.Globalization;
using System.Text;

namespace Blittable.Generated;

/// <summary>Maps the values of an enum to their names as System.Text.Json does. For generated code.</summary>
/// <remarks>Instances are thread-safe.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class EnumNames
{
    private const int MostDirect = 32;

    private readonly (string Name, ulong Value)[] _names;
    private readonly Dictionary<ulong, byte[]> _byValue = [];
    private readonly Dictionary<string, ulong> _byName = new(StringComparer.Ordinal);
    private readonly Dictionary<string, ulong> _byNameOfAnyCase = new(StringComparer.OrdinalIgnoreCase);
    private readonly (string Name, ulong Value)[] _descending;
    private readonly ConcurrentDictionary<ulong, byte[]> _combinations = [];
    private readonly bool _isFlags;

    /// <summary>The names of the values below <see cref="MostDirect"/>, which most enums have, by value.</summary>
    private readonly byte[]?[] _direct = new byte[MostDirect][];

    /// <summary>The names compared one by one without allocating a string, which are all names of most enums.</summary>
    private readonly (byte[] Name, ulong Value)[] _utf8;

    /// <summary>Initializes the names of an enum.</summary>
    /// <param name="typeName">The name of the enum for messages.</param>
    /// <param name="isFlags">true if several values can be combined.</param>
    /// <param name="isSigned">true if a value without a name is a signed number.</param>
    /// <param name="names">The names and their values, widened to 64 bits.</param>
    /// <exception cref="ArgumentNullException"><paramref name="names"/> is null.</exception>
    public EnumNames(string typeName, bool isFlags, bool isSigned, params (string Name, ulong Value)[] names)
    {
        ArgumentNullException.ThrowIfNull(names);
        TypeName = typeName;
        IsSigned = isSigned;
        _isFlags = isFlags;
        _names = names;
        _descending = isFlags ? [.. names.OrderByDescending(name => name.Value)] : [];
        const int most = 24;
        _utf8 = [.. names.Take(most).Select(name => (Encoding.UTF8.GetBytes(name.Name), name.Value))];
        foreach (var (name, value) in names)
        {
            if (_byValue.TryAdd(value, Encoding.UTF8.GetBytes(name)) && value < MostDirect)
            {
                _direct[value] = _byValue[value];
            }

            _byName.TryAdd(name, value);
            _byNameOfAnyCase.TryAdd(name, value);
        }
    }

    /// <summary>Sets the names that are matched case-sensitively because an attribute specifies them.</summary>
    public IReadOnlyCollection<string> ExactNames
    {
        init
        {
            ArgumentNullException.ThrowIfNull(value);
            _byNameOfAnyCase.Clear();
            foreach (var (name, number) in _names.Where(pair => !value.Contains(pair.Name)))
            {
                _byNameOfAnyCase.TryAdd(name, number);
            }
        }
    }

    /// <summary>Gets the size of the enum in bytes, which limits the numbers that it can hold.</summary>
    public int Width { get; init; } = sizeof(ulong);

    internal string TypeName { get; }

    internal bool IsSigned { get; }

    /// <summary>Gets the name of a value or the names of its flags. Returns false if it has none and is written as a number.</summary>
    internal bool TryFormat(ulong value, out ReadOnlySpan<byte> utf8)
    {
        if (value < MostDirect && _direct[value] is { } direct)
        {
            utf8 = direct;
            return true;
        }

        if (_byValue.TryGetValue(value, out var name) || (_isFlags && (_combinations.TryGetValue(value, out name) || TryFormatFlags(value, out name))))
        {
            utf8 = name;
            return true;
        }

        utf8 = default;
        return false;
    }

    /// <summary>Gets the value of a UTF-8 name exactly as declared. Returns false for any other text.</summary>
    internal bool TryParse(ReadOnlySpan<byte> utf8, out ulong value)
    {
        foreach (var (name, found) in _utf8)
        {
            if (name.AsSpan().SequenceEqual(utf8))
            {
                value = found;
                return true;
            }
        }

        value = 0;
        return false;
    }

    /// <summary>Gets the value of a name or number, or of several names separated by commas.</summary>
    internal bool TryParse(ReadOnlySpan<char> text, out ulong value)
    {
        text = text.Trim();
        if (IsInteger(text))
        {
            return TryParseNumber(text, out value);
        }

        value = 0;
        do
        {
            var comma = text.IndexOf(',');
            var name = comma < 0 ? text : text[..comma].TrimEnd();
            text = comma < 0 ? default : text[(comma + 1)..].TrimStart();
            if (!_byName.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(name, out var flag)
                && !_byNameOfAnyCase.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(name, out flag))
            {
                value = 0;
                return false;
            }

            value |= flag;
        }
        while (!text.IsEmpty);
        return true;
    }

    private static bool IsInteger(ReadOnlySpan<char> text)
    {
        var digits = text is ['+' or '-', ..] ? text[1..] : text;
        return !digits.IsEmpty && !digits.ContainsAnyExceptInRange('0', '9');
    }

    private bool TryParseNumber(ReadOnlySpan<char> text, out ulong value)
    {
        var unused = 8 * (sizeof(ulong) - Width);
        if (IsSigned)
        {
            var isNumber = long.TryParse(text, CultureInfo.InvariantCulture, out var signed);
            value = (ulong)signed;
            return isNumber && signed << unused >> unused == signed;
        }

        return ulong.TryParse(text, CultureInfo.InvariantCulture, out value) && value << unused >> unused == value;
    }

    /// <summary>Decomposes a value into its largest flags first, as .NET does, and lists their names in ascending order.</summary>
    private bool TryFormatFlags(ulong value, out byte[]? text)
    {
        text = null;
        var left = value;
        foreach (var (_, flag) in _descending)
        {
            left -= (left & flag) == flag ? flag : 0;
        }

        if (left != 0 || value == 0)
        {
            return false;
        }

        var parts = new List<string>();
        left = value;
        foreach (var (name, flag) in _descending)
        {
            if (flag != 0 && (left & flag) == flag)
            {
                parts.Insert(0, name);
                left -= flag;
            }
        }

        text = Encoding.UTF8.GetBytes(string.Join(", ", parts));
        const int mostCached = 256;
        if (_combinations.Count < mostCached)
        {
            _combinations[value] = text;
        }

        return true;
    }
}
