using System.Text;
using System.Text.Json;

namespace Blittable.Benchmarks.Collections;

/// <summary>Reads selected properties of events from JSON lines with <see cref="Utf8JsonReader"/> and stops after the last of them.</summary>
/// <remarks>
/// The properties must be listed in document order. One comparison then finds each property, the fastest method with this reader. Strings of events have no
/// escapes.
/// </remarks>
internal ref struct JsonEvents
{
    private readonly byte[][] _names;
    private readonly byte[][] _inner;
    private readonly double[] _numbers;
    private readonly (int Start, int Length)[] _texts;
    private ReadOnlySpan<byte> _rest;

    /// <param name="lines">The events.</param>
    /// <param name="names">
    /// The properties to read: <c>amount</c> for a top-level property, <c>metadata.os</c> for a nested property, and <c>tags.tag_5</c> for whether an array
    /// contains a string.
    /// </param>
    public JsonEvents(ReadOnlySpan<byte> lines, params ReadOnlySpan<string> names)
    {
        _rest = lines;
        _names = new byte[names.Length][];
        _inner = new byte[names.Length][];
        _numbers = new double[names.Length];
        _texts = new (int, int)[names.Length];
        for (var i = 0; i < names.Length; i++)
        {
            var parts = names[i].Split('.');
            _names[i] = Encoding.UTF8.GetBytes(parts[0]);
            _inner[i] = Encoding.UTF8.GetBytes(parts[^1]);
        }
    }

    /// <summary>Gets the line of the event.</summary>
    public ReadOnlySpan<byte> Line { get; private set; }

    /// <summary>Returns a number, or 1 for true and 0 for false, by its position among the properties to read.</summary>
    public readonly double Number(int place) => _numbers[place];

    /// <summary>Returns a string in UTF-8.</summary>
    public readonly ReadOnlySpan<byte> Text(int place) => Line.Slice(_texts[place].Start, _texts[place].Length);

    /// <summary>Advances to the next event.</summary>
    public bool MoveNext()
    {
        if (_rest.IsEmpty)
        {
            return false;
        }

        var end = _rest.IndexOf((byte)'\n');
        Line = _rest[..end];
        _rest = _rest[(end + 1)..];
        var reader = new Utf8JsonReader(Line);
        reader.Read();
        for (var wanted = 0; wanted < _names.Length;)
        {
            reader.Read();
            if (reader.ValueTextEquals(_names[wanted]))
            {
                reader.Read();
                Take(ref reader, wanted++);
            }
            else
            {
                reader.Skip();
            }
        }

        return true;
    }

    private readonly void Take(scoped ref Utf8JsonReader reader, int place)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.Number:
                _numbers[place] = reader.GetDouble();
                break;
            case JsonTokenType.True or JsonTokenType.False:
                _numbers[place] = reader.TokenType == JsonTokenType.True ? 1 : 0;
                break;
            case JsonTokenType.String:
                _texts[place] = ((int)reader.TokenStartIndex + 1, reader.ValueSpan.Length);
                break;
            case JsonTokenType.StartObject:
                (_numbers[place], _texts[place]) = (0, default);
                while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
                {
                    var isWanted = reader.ValueTextEquals(_inner[place]);
                    reader.Read();
                    if (isWanted)
                    {
                        Take(ref reader, place);
                    }
                }

                break;
            default:
                _numbers[place] = 0;
                while (reader.Read() && reader.TokenType == JsonTokenType.String)
                {
                    _numbers[place] += reader.ValueTextEquals(_inner[place]) ? 1 : 0;
                }

                break;
        }
    }
}
