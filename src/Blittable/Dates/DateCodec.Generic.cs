using System.Runtime.CompilerServices;
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
        where TSchema : struct, IDateSchema<TSchema>
    {
        var written = TSchema.Encode(value, destination, extensionType);
        if (written == 0)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return written;
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
}
