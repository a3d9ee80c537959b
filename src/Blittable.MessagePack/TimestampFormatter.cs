using System.Buffers;
using Blittable.Dates;
using MessagePack;
using MessagePack.Formatters;

namespace Blittable.MessagePack;

/// <summary>Dates as MessagePack extensions by one schema.</summary>
/// <remarks>
/// There is a formatter for each schema, which can be named in an attribute of a member: <c>[MessagePackFormatter(typeof(MpDateFormatter))]</c>.
/// The schema is no type parameter: the analyzer that comes with MessagePack-CSharp 3.1.4 calls itself without end on a formatter whose
/// parameter is constrained to an interface of itself.
/// </remarks>
public abstract class TimestampFormatter : IMessagePackFormatter<Timestamp>
{
    /// <summary>No date has more bytes: a header of 6 and four integers of 9, should each be written longer than it need be.</summary>
    private const int MaxRead = 42;

    private readonly DateSchema _schema;
    private readonly sbyte _extensionType;

    private protected TimestampFormatter(DateSchema schema, sbyte extensionType)
    {
        _schema = schema;
        _extensionType = extensionType;
    }

    /// <summary>The formatter of a schema.</summary>
    /// <param name="schema">The schema.</param>
    /// <param name="extensionType">The extension type; Tarantool's own datetime is <see cref="DateSchema.RawNonZero"/> of type 4.</param>
    /// <exception cref="ArgumentOutOfRangeException">The schema is none of the seven.</exception>
    public static TimestampFormatter For(DateSchema schema, sbyte extensionType = DateCodec.DefaultExtensionType) => schema switch
    {
        DateSchema.MpFull => new MpFullFormatter(extensionType),
        DateSchema.MpNonZero => new MpNonZeroFormatter(extensionType),
        DateSchema.RawFull => new RawFullFormatter(extensionType),
        DateSchema.RawNonZero => new RawNonZeroFormatter(extensionType),
        DateSchema.TntEpoch => new TntEpochFormatter(extensionType),
        DateSchema.MpDate => new MpDateFormatter(extensionType),
        DateSchema.TntEpochDate => new TntEpochDateFormatter(extensionType),
        _ => throw new ArgumentOutOfRangeException(nameof(schema), schema, "Expected one of the seven schemas."),
    };

    /// <inheritdoc/>
    public void Serialize(ref MessagePackWriter writer, Timestamp value, MessagePackSerializerOptions options) =>
        writer.Advance(DateCodec.Encode(_schema, value, writer.GetSpan(DateCodec.MaxLength), _extensionType));

    /// <summary>Reads a date.</summary>
    /// <exception cref="MessagePackSerializationException">The next value is no extension of this type, or its payload no date of this schema.</exception>
    public Timestamp Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        var rest = reader.Sequence.Slice(reader.Position);
        Span<byte> copy = stackalloc byte[MaxRead];
        scoped var bytes = rest.FirstSpan;
        if (bytes.Length < MaxRead && !rest.IsSingleSegment)
        {
            bytes = copy[..(int)Math.Min(rest.Length, MaxRead)];
            rest.Slice(0, bytes.Length).CopyTo(copy);
        }

        var status = DateCodec.Decode(_schema, bytes, _extensionType, out var value, out var consumed);
        if (status != DateStatus.Ok)
        {
            var code = bytes.IsEmpty ? "the end" : $"code 0x{bytes[0]:x2}";
            throw new MessagePackSerializationException(
                $"Expected an extension of type {_extensionType} with a date of schema {_schema}, found {code}: {status}.");
        }

        reader.ReadRaw(consumed);
        return value;
    }
}
