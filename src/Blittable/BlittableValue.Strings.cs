using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Rendering;
using Blittable.Text;

namespace Blittable;

/// <content>Strings. Raw strings are read in place; encoded strings and dates are decoded into a buffer on the stack.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Gets the string, or <see langword="null"/> for JSON null.</summary>
    /// <exception cref="BlittableException">The value is neither a string nor null.</exception>
    public string? GetString() => GetString(Document, Address, _dictionary);

    /// <summary>Gets the string at an address, or <see langword="null"/> for JSON null.</summary>
    internal static string? GetString(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        // Most strings have their length in the tag.
        var tag = RawBytes.ReadTag(document, address);
        var length = tag - Tag.ShortString;
        return (uint)length <= Tag.MaxShortString ? Utf16StringKernel.Create(RawBytes.Slice(document, address + 1, (uint)length))
            : EncodedText.IsEncoded(tag) ? EncodedString.Create(document, address, dictionary)
            : GetOtherString(document, address, dictionary);
    }

    /// <summary>Gets the string. Returns <see langword="false"/> if the value is not a string, including JSON null.</summary>
    public bool TryGetString([NotNullWhen(true)] out string? value)
    {
        value = IsString ? GetString() : null;
        return value is not null;
    }

    /// <summary>Gets the bytes of a raw string without copying them. In memory mode, all strings except dates are raw.</summary>
    /// <returns><see langword="true"/> if the value is a raw string; <see langword="false"/> if it is not a string, or has to be copied (see
    /// <see cref="TryCopyUtf8"/>).</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetUtf8Span(out ReadOnlySpan<byte> utf8) => StoredText.TryGetUtf8(Document, Address, _dictionary, out utf8);

    /// <summary>Gets the length of the string in UTF-8 bytes. Returns <see langword="false"/> if the value is not a string.</summary>
    public bool TryGetUtf8Length(out int length)
    {
        if (TryGetUtf8Span(out var utf8))
        {
            length = utf8.Length;
            return true;
        }

        if (EncodedText.IsEncoded(RawBytes.ReadTag(Document, Address)))
        {
            length = EncodedText.LengthAt(Document, Address);
            return true;
        }

        var isDate = StoredDate.TryRead(Document, Address, out _, out var form);
        length = isDate ? form.TextLength : 0;
        return isDate;
    }

    /// <summary>Copies the string as UTF-8.</summary>
    /// <param name="destination">The destination. It must be at least as long as the string (see <see cref="TryGetUtf8Length"/>). Bytes after the string may be
    /// overwritten.</param>
    /// <param name="written">The length of the string in bytes, or 0 on failure.</param>
    /// <returns><see langword="true"/> if the string was copied; <see langword="false"/> if the destination is too short, or the value is not a
    /// string.</returns>
    public bool TryCopyUtf8(Span<byte> destination, out int written)
    {
        written = 0;
        if (TryGetUtf8Span(out var utf8))
        {
            written = utf8.TryCopyTo(destination) ? utf8.Length : 0;
            return written == utf8.Length;
        }

        if (EncodedText.TryDecodePlain(Document, Address, _dictionary, destination, out written))
        {
            return true;
        }

        return TryCopyOther(destination, out written);
    }

    /// <summary>Copies a string that is neither raw nor in one of the common encodings.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryCopyOther(Span<byte> destination, out int written)
    {
        written = 0;
        if (EncodedText.TryRead(Document, Address, _dictionary, out var text))
        {
            if (destination.Length < text.Length)
            {
                return false;
            }

            text.Decode(destination);
            written = text.Length;
            return true;
        }

        if (!TryGetUtf8Length(out var length) || destination.Length < length)
        {
            return false;
        }

        written = StoredDate.Format(Document, Address, destination);
        return true;
    }

    /// <summary>Determines whether the value is a string that equals a text.</summary>
    /// <param name="text">The text in UTF-8.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Utf8Equals(scoped ReadOnlySpan<byte> text)
    {
        // Most strings have their length in the tag, which is sufficient to exclude strings of other lengths.
        var length = RawBytes.ReadTag(Document, Address) - Tag.ShortString;
        return (uint)length <= Tag.MaxShortString
            ? length == text.Length && RawBytes.AreEqual(RawBytes.Slice(Document, Address + 1, (uint)text.Length), text)
            : OtherEquals(Document, Address, _dictionary, text);
    }

    /// <summary>Determines whether the value is a string that equals a text. A text with a lone surrogate equals no string.</summary>
    public bool TextEquals(scoped ReadOnlySpan<char> text)
    {
        using var utf8 = new Utf8Text(text, stackalloc byte[Utf8Text.StackLimit]);
        return utf8.IsValid && Utf8Equals(utf8.Bytes);
    }

    /// <summary>Determines whether the value is a string that equals a prepared text.</summary>
    /// <remarks>Faster than <see cref="Utf8Equals"/> if many encoded strings or dates equal the text or have other lengths. <see cref="Utf8Equals"/> is faster
    /// for raw strings, and for strings of equal length that begin differently.</remarks>
    /// <param name="text">The prepared text.</param>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TextEquals(BlittableText text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var length = RawBytes.ReadTag(Document, Address) - Tag.ShortString;
        return (uint)length <= Tag.MaxShortString
            ? length == text.Utf8.Length && RawBytes.AreEqual(RawBytes.Slice(Document, Address + 1, (uint)length), text.Utf8)
            : OtherEquals(Document, Address, _dictionary, text);
    }

    /// <summary>Gets the string as a GUID in the form <c>xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx</c>. Hexadecimal digits may be in upper or lower case.</summary>
    /// <exception cref="BlittableException">The value is not a GUID string.</exception>
    public Guid GetGuid()
    {
        if (!TryGetGuid(out var value))
        {
            ThrowWrongKind(Document, Address, "a GUID");
        }

        return value;
    }

    /// <inheritdoc cref="GetGuid" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetGuid"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetGuid(out Guid value) => TryGetUtf8Span(out var utf8) ? GuidText.TryParse(utf8, out value) : TryGetOtherGuid(out value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private bool TryGetOtherGuid(out Guid value)
    {
        Span<byte> buffer = stackalloc byte[GuidText.Length + EncodedText.Slack];
        value = default;
        return TryGetUtf8Length(out var length) && length == GuidText.Length && GuidText.TryParse(TextOnStack(buffer, length), out value);
    }

    private bool IsString => TagKinds.Of(RawBytes.ReadTag(Document, Address)) == BlittableValueKind.String;

    /// <summary>Determines whether a value that is not a short raw string equals a text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool OtherEquals(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, scoped ReadOnlySpan<byte> text)
    {
        var tag = RawBytes.ReadTag(document, address);
        return EncodedText.IsEncoded(tag) ? EncodedText.AreEqual(document, address, dictionary, text)
            : StoredDate.IsDate(tag) ? DateEquals(document, address, text)
            : StoredText.TryGetUtf8(document, address, dictionary, out var utf8) && utf8.SequenceEqual(text);
    }

    /// <summary>Determines whether a value that is not a short raw string equals a prepared text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool OtherEquals(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, BlittableText text)
    {
        if (text.Form is { } form)
        {
            var difference = form.Difference(document, address);
            if (difference == 0 ? form.IsAt(document, address, dictionary) : form.IsOtherLength(difference))
            {
                return difference == 0;
            }
        }

        // Most values here are encoded strings, so they skip an intermediate call.
        var isEqual = EncodedText.IsEncoded(RawBytes.ReadTag(document, address))
            ? EncodedText.AreEqual(document, address, dictionary, text.Utf8)
            : OtherEquals(document, address, dictionary, text.Utf8);
        if (isEqual)
        {
            text.Remember(document, address, dictionary);
        }

        return isEqual;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static bool DateEquals(ReadOnlySpan<byte> document, int address, scoped ReadOnlySpan<byte> text)
    {
        const int hyphen = 4;
        Span<byte> buffer = stackalloc byte[Iso8601.MaxLength];
        return (uint)(text.Length - Iso8601.DateLength) <= Iso8601.MaxLength - Iso8601.DateLength && text[hyphen] == '-'
            && StoredDate.Format(document, address, buffer) == text.Length && RawBytes.AreEqual(buffer[..text.Length], text);
    }

    /// <summary>Gets a raw string in place, or decodes a string into the buffer, which must be large enough.</summary>
    private ReadOnlySpan<byte> TextOnStack(Span<byte> buffer, int length)
    {
        if (TryGetUtf8Span(out var utf8))
        {
            return utf8;
        }

        TryCopyUtf8(buffer, out _);
        return buffer[..length];
    }

    /// <summary>Gets a long raw string, a string of the dictionary, or a date; or <see langword="null"/> for JSON null.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string? GetOtherString(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        if (StoredText.TryGetUtf8(document, address, dictionary, out var utf8))
        {
            return Utf16StringKernel.Create(utf8);
        }

        if (StoredDate.IsDate(RawBytes.ReadTag(document, address)))
        {
            return GetDateString(document, address);
        }

        if (TagKinds.At(document, address) != BlittableValueKind.Null)
        {
            ThrowWrongKind(document, address, "a string");
        }

        return null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static string GetDateString(ReadOnlySpan<byte> document, int address)
    {
        Span<byte> buffer = stackalloc byte[Iso8601.MaxLength];
        return Utf16StringKernel.Create(buffer[..StoredDate.Format(document, address, buffer)]);
    }

    // JSON text.

    private static readonly JsonDocumentOptions Deep = new() { MaxDepth = int.MaxValue };

    /// <summary>Writes the value as JSON text in UTF-8.</summary>
    /// <param name="output">The output.</param>
    /// <param name="indented"><see langword="true"/> to write each property and element on its own line.</param>
    /// <remarks>
    /// The text equals the text that was converted, except for white space and escapes. Properties have their original order, and numbers and dates their
    /// original text. Only quotation marks, backslashes and control characters are escaped, control characters as <c>\b</c>, <c>\t</c>, <c>\n</c>, <c>\f</c>,
    /// <c>\r</c> or <c>\u00xx</c>. Binary values become base64 strings. If an exception is thrown, a part of the text may have been written.
    /// </remarks>
    /// <exception cref="BlittableException">
    /// The text of a number is not valid JSON (<see cref="BlittableErrorCode.InvalidNumber"/>), which memory mode may leave to its readers. A value has no JSON
    /// representation (<see cref="BlittableErrorCode.NotJson"/>). The text exceeds the limit (<see cref="BlittableErrorCode.ExpansionTooLarge"/>, see
    /// <see cref="BlittableJsonOptions.MaxExpandedBytes"/>). Or the document is damaged.
    /// </exception>
    /// <exception cref="ArgumentException">The output returned a buffer that is shorter than requested.</exception>
    public void WriteJson(IBufferWriter<byte> output, bool indented = false) =>
        WriteJson(output, indented ? BlittableJsonOptions.DefaultIndented : BlittableJsonOptions.Default);

    /// <summary>Writes the value as JSON text in UTF-8.</summary>
    /// <param name="output">The output.</param>
    /// <param name="options">The format and the size limit.</param>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    public void WriteJson(IBufferWriter<byte> output, BlittableJsonOptions options)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(options);
        RequireDefined();
        JsonRenderer.Render(this, output, options);
    }

    /// <summary>Writes the value as JSON text in UTF-8.</summary>
    /// <param name="output">The stream. It is written in large blocks, usually of at least 64 KB.</param>
    /// <param name="options">The format and the size limit. If <see langword="null"/>, the text has no white space.</param>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    /// <exception cref="IOException">The stream cannot be written to.</exception>
    public void WriteJson(Stream output, BlittableJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var buffer = new StreamBuffer(output);
        WriteJson(buffer, options ?? BlittableJsonOptions.Default);
        buffer.Flush();
    }

    /// <summary>Returns the value as JSON text without white space.</summary>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    public string ToJson() => ToJson(BlittableJsonOptions.Default);

    /// <summary>Returns the value as JSON text.</summary>
    /// <param name="options">The format and the size limit.</param>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    public string ToJson(BlittableJsonOptions options)
    {
        using var buffer = new PooledBuffer();
        WriteJson(buffer, options);
        return Encoding.UTF8.GetString(buffer.Written);
    }

    /// <summary>Writes the value to a <see cref="Utf8JsonWriter"/>. The writer determines escapes and white space.</summary>
    /// <param name="writer">The writer, at a position at which a value is allowed.</param>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>. Or a string is not
    /// valid UTF-8.</exception>
    public void WriteTo(Utf8JsonWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var buffer = new PooledBuffer();
        WriteStrictJson(buffer);
        JsonReplay.Write(buffer.Written, writer);
    }

    /// <summary>Creates a mutable tree of nodes from the value.</summary>
    /// <returns>The root of the tree, or <see langword="null"/> for JSON null.</returns>
    /// <remarks>A <see cref="JsonObject"/> cannot contain duplicate names. If the value contains them, the object throws when it is first used.</remarks>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>. Or a string is not
    /// valid UTF-8.</exception>
    public JsonNode? ToJsonNode()
    {
        using var buffer = new PooledBuffer();
        WriteStrictJson(buffer);
        return JsonNode.Parse(buffer.Written, documentOptions: Deep);
    }

    /// <summary>Renders the value, and throws if the text is not valid UTF-8, which is possible for damaged strings.</summary>
    private void WriteStrictJson(PooledBuffer buffer)
    {
        WriteJson(buffer);
        if (!Utf8Validation.IsValid(buffer.Written))
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidUtf8,
                $"A string in the value at byte {Address} is not valid UTF-8.",
                Address);
        }
    }
}
