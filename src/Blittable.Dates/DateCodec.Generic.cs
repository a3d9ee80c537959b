using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Dates;

/// <content>Encodes and decodes single dates with the schema as a type parameter.</content>
public static partial class DateCodec
{
    /// <inheritdoc cref="Encode(DateSchema, in Timestamp, Span{byte})"/>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="value">The date.</param>
    /// <param name="destination">The destination for at most <see cref="MaxLength"/> bytes.</param>
    /// <param name="extensionType">The extension type.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode<TSchema>(in Timestamp value, Span<byte> destination, sbyte extensionType = DefaultExtensionType)
        where TSchema : struct, IDateSchema<TSchema> => EncodeAt<TSchema>(value, destination, 0, extensionType);

    /// <summary>Encodes a date at an offset in the destination.</summary>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="value">The date.</param>
    /// <param name="destination">The destination for the bytes.</param>
    /// <param name="offset">The offset of the date in the destination.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeAt<TSchema>(in Timestamp value, Span<byte> destination, int offset, sbyte extensionType = DefaultExtensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if (DateKernel.TryEncodeAt<TSchema>(value, destination, offset, extensionType, out var length))
        {
            return length;
        }

        return EncodeOther<TSchema>(value, destination, offset, extensionType);
    }

    /// <summary>Decodes the date at the start of a source.</summary>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="source">The bytes. More bytes may follow the date. The fast paths run if the source has at least <see cref="MaxLength"/> bytes, including
    /// neighboring dates.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">The number of bytes read; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode<TSchema>(ReadOnlySpan<byte> source, out Timestamp value, out int consumed)
        where TSchema : struct, IDateSchema<TSchema> => DecodeAt<TSchema>(source, 0, out value, out consumed);

    /// <inheritdoc cref="Decode{TSchema}(ReadOnlySpan{byte}, out Timestamp, out int)"/>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="extensionType">The extension type.</param>
    /// <param name="source">The bytes. More bytes may follow the date.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">The number of bytes read; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode<TSchema>(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
        where TSchema : struct, IDateSchema<TSchema> => DecodeAt<TSchema>(source, 0, out value, out consumed, extensionType);

    /// <summary>Decodes the date at an offset in the source.</summary>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="source">The encoded dates.</param>
    /// <param name="offset">The offset of the date in the source.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">The number of bytes read; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <returns>The status. An offset outside the source returns <see cref="DateStatus.Truncated"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus DecodeAt<TSchema>(
        ReadOnlySpan<byte> source, int offset, out Timestamp value, out int consumed, sbyte extensionType = DefaultExtensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if (DateKernel.TryDecodeAt<TSchema>(source, offset, extensionType, out value, out consumed))
        {
            return DateStatus.Ok;
        }

        return DecodeOther<TSchema>(source, offset, extensionType).HandOut(out value, out consumed);
    }

    /// <summary>Encodes a date of a rare shape or near the end of the destination. Not inlined, to keep the callers' loops short.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeOther<TSchema>(Timestamp value, Span<byte> destination, int offset, sbyte extensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if ((uint)offset > (uint)destination.Length)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return TSchema.Encode(value, destination[offset..], extensionType);
    }

    /// <summary>Decodes a date of a rare shape or near the end of the source. Not inlined, to keep the callers' loops short.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static FieldsCodec.Result DecodeOther<TSchema>(ReadOnlySpan<byte> source, int offset, sbyte extensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if ((uint)offset > (uint)source.Length)
        {
            return new(DateStatus.Truncated);
        }

        source = source[offset..];
        Timestamp value;
        int consumed;
        if (source.Length < MaxLength)
        {
            // Appended zeros let a date near the end take the fast path.
            Span<byte> room = stackalloc byte[MaxLength];
            room.Clear();
            source.CopyTo(room);
            if (DateKernel.TryDecodeAt<TSchema>(room, 0, extensionType, out value, out consumed) && consumed <= source.Length)
            {
                return new(DateStatus.Ok, value, consumed);
            }
        }

        var status = TSchema.Decode(source, extensionType, out value, out consumed);
        return new(status, value, consumed);
    }
}
