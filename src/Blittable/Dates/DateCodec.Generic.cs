using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Format;

namespace Blittable.Dates;

/// <summary>One date at a time, the schema a type parameter.</summary>
public static partial class DateCodec
{
    /// <inheritdoc cref="Encode(DateSchema, in Timestamp, Span{byte})"/>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="value">The date.</param>
    /// <param name="destination">Takes the bytes, <see cref="MaxLength"/> at most.</param>
    /// <param name="extensionType">The extension type.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Encode<TSchema>(in Timestamp value, Span<byte> destination, sbyte extensionType = DefaultExtensionType)
        where TSchema : struct, IDateSchema<TSchema> => TSchema.Encode(value, destination, extensionType);

    /// <summary>Encodes one date at an offset of a destination of many.</summary>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="value">The date.</param>
    /// <param name="destination">Takes the bytes.</param>
    /// <param name="offset">Where the date is to start.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <returns>The bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeAt<TSchema>(in Timestamp value, Span<byte> destination, int offset, sbyte extensionType = DefaultExtensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        // One comparison, after which the length is a constant and all the encoder's own checks of it vanish.
        if (offset >= 0 && offset <= destination.Length - MaxLength)
        {
            return TSchema.Encode(
                value, MemoryMarshal.CreateSpan(ref Unsafe.Add(ref MemoryMarshal.GetReference(destination), offset), MaxLength), extensionType);
        }

        return EncodeNearEnd<TSchema>(value, destination, offset, extensionType);
    }

    /// <summary>Decodes the date at the start of a source.</summary>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="source">The bytes; more may follow the date. With <see cref="MaxLength"/> of them, also from its neighbours, the fast paths run.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">Its bytes; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode<TSchema>(ReadOnlySpan<byte> source, out Timestamp value, out int consumed)
        where TSchema : struct, IDateSchema<TSchema> => TSchema.Decode(source, DefaultExtensionType, out value, out consumed);

    /// <inheritdoc cref="Decode{TSchema}(ReadOnlySpan{byte}, out Timestamp, out int)"/>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="extensionType">The extension type.</param>
    /// <param name="source">The bytes; more may follow the date.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">Its bytes; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus Decode<TSchema>(ReadOnlySpan<byte> source, sbyte extensionType, out Timestamp value, out int consumed)
        where TSchema : struct, IDateSchema<TSchema> => TSchema.Decode(source, extensionType, out value, out consumed);

    /// <summary>Decodes the date at an offset of a source of many.</summary>
    /// <typeparam name="TSchema">The schema.</typeparam>
    /// <param name="source">The encoded dates.</param>
    /// <param name="offset">Where the date starts.</param>
    /// <param name="value">The date.</param>
    /// <param name="consumed">Its bytes; 0 unless the status is <see cref="DateStatus.Ok"/>.</param>
    /// <param name="extensionType">The extension type.</param>
    /// <returns>The status; <see cref="DateStatus.Truncated"/> also for an offset outside the source.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DateStatus DecodeAt<TSchema>(
        ReadOnlySpan<byte> source, int offset, out Timestamp value, out int consumed, sbyte extensionType = DefaultExtensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        // As in EncodeAt.
        if (offset >= 0 && offset <= source.Length - MaxLength)
        {
            return TSchema.Decode(
                MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref MemoryMarshal.GetReference(source), offset), MaxLength), extensionType, out value, out consumed);
        }

        var last = DecodeNearEnd<TSchema>(source, offset, extensionType);
        value = last.Value;
        consumed = last.Consumed;
        return last.Status;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeNearEnd<TSchema>(Timestamp value, Span<byte> destination, int offset, sbyte extensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if ((uint)offset > (uint)destination.Length)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return TSchema.Encode(value, destination[offset..], extensionType);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static FieldsCodec.Result DecodeNearEnd<TSchema>(ReadOnlySpan<byte> source, int offset, sbyte extensionType)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if ((uint)offset > (uint)source.Length)
        {
            return new(DateStatus.Truncated);
        }

        var status = TSchema.Decode(source[offset..], extensionType, out var value, out var consumed);
        return new(status, value, consumed);
    }
}
