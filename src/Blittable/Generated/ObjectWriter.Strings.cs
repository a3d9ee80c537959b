using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Generated;

/// <content>Writes strings, encoding them directly into the document.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>The maximum number of UTF-8 bytes per UTF-16 code unit.</summary>
    private const int BytesPerChar = 3;

    /// <summary>Writes a string. Writes null for a null reference.</summary>
    public void Write(string? value)
    {
        if (value is null)
        {
            WriteNull();
        }
        else
        {
            Write(value.AsSpan());
        }
    }

    /// <summary>Writes a string. Unpaired surrogates are replaced with U+FFFD, as in <see cref="System.Text.Json.Utf8JsonWriter"/>.</summary>
    public void Write(scoped ReadOnlySpan<char> value)
    {
        var room = BytesPerChar * (long)value.Length;
        _writer.Room();
        _writer.EnsureRoom(room + ValueWriter.Slack);
        if (!_isCompact && value.Length <= Tag.MaxShortString)
        {
            // Most strings are short and ASCII. Their position is then known before they are encoded.
            var output = new Span<byte>(_writer.Cursor + 1, value.Length);
            if (Ascii.FromUtf16(value, output, out _) == OperationStatus.Done)
            {
                _writer.ShortString(value.Length);
                return;
            }
        }

        Utf8.FromUtf16(value, new Span<byte>(_writer.Cursor + ValueWriter.LongStringHeader, (int)room), out _, out var written);
        _writer.BuildStringInPlace(written);
    }

    /// <summary>Writes a string from unescaped UTF-8.</summary>
    public void WriteUtf8(scoped ReadOnlySpan<byte> value) => _writer.BuildString(value);

    /// <summary>Writes a character as a string.</summary>
    public void Write(char value) => Write(new ReadOnlySpan<char>(in value));

    /// <summary>Writes a formattable value as a string.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="format">The format. The text must not exceed 128 bytes of UTF-8.</param>
    private void WriteFormatted<T>(T value, string format)
        where T : IUtf8SpanFormattable
    {
        const int longest = 128;
        _writer.Room();
        _writer.EnsureRoom(longest + ValueWriter.Slack);
        var output = new Span<byte>(_writer.Cursor + ValueWriter.LongStringHeader, longest);
        value.TryFormat(output, out var written, format, System.Globalization.CultureInfo.InvariantCulture);
        _writer.BuildStringInPlace(written);
    }
}
