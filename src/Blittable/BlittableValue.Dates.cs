using System.Diagnostics.CodeAnalysis;
using Blittable.Dates;
using Blittable.Generated;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <content>Dates: values stored as dates, and strings that contain dates, for example because date detection was disabled.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Gets the date as an instant with the UTC offset of its text. A text without an offset is treated as UTC.</summary>
    /// <exception cref="BlittableException">The value is not a date in a format of <see cref="Iso8601"/>.</exception>
    public Timestamp GetTimestamp()
    {
        if (!TryGetTimestamp(out var value))
        {
            ThrowWrongKind(Document, Address, "a date");
        }

        return value;
    }

    /// <inheritdoc cref="GetTimestamp" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetTimestamp"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetTimestamp(out Timestamp value) =>
        StoredDate.TryRead(Document, Address, out value, out _) || TryParseDate(out value);

    /// <summary>Gets the date as an instant with the UTC offset of its text, truncated to 100 ns. A text without an offset is treated as UTC.</summary>
    /// <exception cref="BlittableException">The value is not a date in a format of <see cref="Iso8601"/>, or is outside the range of the type.</exception>
    public DateTimeOffset GetDateTimeOffset()
    {
        if (!TryGetDateTimeOffset(out var value))
        {
            ThrowDate(nameof(DateTimeOffset));
        }

        return value;
    }

    /// <inheritdoc cref="GetDateTimeOffset" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetDateTimeOffset"/> would throw; otherwise, <see langword="true"/>.
    /// Both throw for detected damage.</returns>
    public bool TryGetDateTimeOffset(out DateTimeOffset value)
    {
        value = default;
        return TryGetTimestamp(out var timestamp) && timestamp.TryToDateTimeOffset(out value);
    }

    /// <summary>Gets the date as a <see cref="DateTime"/> in UTC, truncated to 100 ns.</summary>
    /// <inheritdoc cref="GetDateTimeOffset" path="/exception"/>
    public DateTime GetDateTime()
    {
        if (!TryGetDateTime(out var value))
        {
            ThrowDate(nameof(DateTime));
        }

        return value;
    }

    /// <inheritdoc cref="GetDateTime" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetDateTime"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetDateTime(out DateTime value)
    {
        value = default;
        return TryGetTimestamp(out var timestamp) && timestamp.TryToDateTime(out value);
    }

    /// <summary>Gets the date without the time, as written: if the text has a UTC offset, it is the local date.</summary>
    /// <inheritdoc cref="GetDateTimeOffset" path="/exception"/>
    public DateOnly GetDateOnly()
    {
        if (!TryGetDateOnly(out var value))
        {
            ThrowDate(nameof(DateOnly));
        }

        return value;
    }

    /// <inheritdoc cref="GetDateOnly" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetDateOnly"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetDateOnly(out DateOnly value)
    {
        value = default;
        return TryGetTimestamp(out var timestamp) && timestamp.TryToLocalDay(out value);
    }

    private bool TryParseDate(out Timestamp value)
    {
        Span<byte> buffer = stackalloc byte[Iso8601.MaxLength + EncodedText.Slack];
        value = default;
        return (TryGetUtf8Length(out var length) && length <= Iso8601.MaxLength && Iso8601.TryParse(TextOnStack(buffer, length), out value, out _))
            || ObjectDates.TryParse(this, out value);
    }

    [DoesNotReturn]
    private void ThrowDate(string type) => ThrowHelper.DateOutOfRange(type, GetTimestamp(), Offset(Address));

    /// <summary>Reads a stored date and the form of its text. Returns <see langword="false"/> for a string, even if it contains a date.</summary>
    internal bool TryReadDate(out Timestamp value, out DateTextForm form, out bool isCompact)
    {
        isCompact = RawBytes.ReadTag(Document, Address) >= Tag.CompactDate;
        return StoredDate.TryRead(Document, Address, out value, out form);
    }

    // Kinds that JSON lacks: binary data and extensions of other formats.

    /// <summary>Gets the data of a binary value, without copying it.</summary>
    /// <exception cref="BlittableException">The value is not binary.</exception>
    public ReadOnlySpan<byte> GetBytes()
    {
        if (!TryGetBytes(out var value))
        {
            ThrowWrongKind(Document, Address, "binary");
        }

        return value;
    }

    /// <inheritdoc cref="GetBytes" path="/summary | /remarks"/>
    /// <returns><see langword="false"/> if <see cref="GetBytes"/> would throw; otherwise, <see langword="true"/>. Both throw for detected damage.</returns>
    public bool TryGetBytes(out ReadOnlySpan<byte> value)
    {
        var isBinary = RawBytes.ReadTag(Document, Address) == Tag.Binary;
        var offset = Address + 1;
        value = isBinary ? RawBytes.ReadRun(Document, ref offset) : default;
        return isBinary;
    }

    /// <summary>Gets the type and the data of an extension of another format, without copying the data.</summary>
    /// <returns><see langword="true"/> if the value is an extension; otherwise, <see langword="false"/>.</returns>
    public bool TryGetExtension(out byte type, out ReadOnlySpan<byte> data)
    {
        var isExtension = RawBytes.ReadTag(Document, Address) == Tag.Extension;
        type = isExtension ? RawBytes.ReadByte(Document, Address + 1) : (byte)0;
        var offset = Address + 2;
        data = isExtension ? RawBytes.ReadRun(Document, ref offset) : default;
        return isExtension;
    }

    // All numbers of an array at once. Several times faster than an enumerator for number arrays in disk mode.

    /// <summary>Copies the numbers of an array as doubles, converted like <see cref="GetDouble"/>.</summary>
    /// <remarks>An element that is an array of numbers, as in a matrix or a list of points, contributes its numbers at its position.</remarks>
    /// <param name="destination">The destination, with one item for each number of the array and of its nested arrays.</param>
    /// <returns>The number of numbers copied.</returns>
    /// <exception cref="BlittableException">
    /// The value is not an array, an element is neither a number nor an array of numbers, or a number cannot be read (see <see cref="GetDouble"/>).
    /// </exception>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public int CopyNumbers(Span<double> destination)
    {
        if (!TryCopyNumbers(destination, out var written))
        {
            ThrowNotCopied(static element => element.GetDouble());
        }

        return written;
    }

    /// <inheritdoc cref="CopyNumbers(Span{double})" path="/summary | /remarks"/>
    /// <param name="destination">The destination. On failure, some numbers may have been written.</param>
    /// <param name="written">The number of numbers copied, or 0 on failure.</param>
    /// <returns><see langword="false"/> if the destination is too short, the value is not an array, or an element is neither a number nor an array of numbers;
    /// otherwise, <see langword="true"/>.</returns>
    public bool TryCopyNumbers(Span<double> destination, out int written) => NumberArray.TryCopy<double, DoubleElements>(this, destination, out written);

    /// <summary>Copies the numbers of an array as integers, converted like <see cref="GetInt64"/>.</summary>
    /// <inheritdoc cref="CopyNumbers(Span{double})" path="/remarks | /param | /returns"/>
    /// <exception cref="BlittableException">
    /// The value is not an array, an element is neither a number nor an array of numbers, or a number cannot be read (see <see cref="GetInt64"/>).
    /// </exception>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public int CopyNumbers(Span<long> destination)
    {
        if (!TryCopyNumbers(destination, out var written))
        {
            ThrowNotCopied(static element => element.GetInt64());
        }

        return written;
    }

    /// <inheritdoc cref="CopyNumbers(Span{long})" path="/summary | /remarks"/>
    /// <inheritdoc cref="TryCopyNumbers(Span{double}, out int)" path="/param"/>
    /// <returns><see langword="false"/> if <see cref="TryCopyNumbers(Span{double}, out int)"/> would return <see langword="false"/>, or a number is not an
    /// integer in the range of <see cref="long"/>; otherwise, <see langword="true"/>.</returns>
    public bool TryCopyNumbers(Span<long> destination, out int written) => NumberArray.TryCopy<long, Int64Elements>(this, destination, out written);

    /// <summary>Reads a number, or throws the exception of its getter.</summary>
    private delegate void NumberGetter(BlittableValue element);

    /// <summary>Throws the exception that explains why the numbers were not copied: the exception of a getter, or a destination that is too short.</summary>
    [DoesNotReturn]
    private void ThrowNotCopied(NumberGetter get)
    {
        var limit = StepLimit.Of(this);
        foreach (var element in EnumerateArray())
        {
            limit.Count();
            if (element.Kind != BlittableValueKind.Array)
            {
                get(element);
                continue;
            }

            foreach (var number in element.EnumerateArray())
            {
                limit.Count();
                get(number);
            }
        }

        ThrowHelper.DestinationTooShort("destination");
    }
}
