using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using Apache.Arrow.Scalars.Variant;
using Blittable.Arrow.Reading.Values;
using Blittable.Dates;

namespace Blittable.Arrow.Reading.Variants;

/// <summary>Decodes Variant values. Not thread-safe.</summary>
/// <param name="sink">Receives the parts of the values.</param>
/// <param name="maxDepth">The maximum nesting depth of containers.</param>
internal sealed class VariantDecoder(IVariantSink sink, int maxDepth = VariantDecoder.DefaultDepth)
{
    /// <summary>The default of <see cref="BlittableOptions.MaxDepth"/>.</summary>
    public const int DefaultDepth = 512;

    private const int MicrosecondDigits = 6, NanosecondDigits = 9;

    private readonly byte[] _text = new byte[64];
    private long _left, _namesLeft;

    /// <summary>Decodes a value.</summary>
    /// <exception cref="BlittableException">The bytes are damaged, contain overlapping values, or are nested too deeply.</exception>
    public void Decode(ReadOnlySpan<byte> metadata, ReadOnlySpan<byte> value)
    {
        try
        {
            Begin(metadata, value);
            Write(new VariantReader(metadata, value), 0);
        }
        catch (Exception fault) when (Damage.IsOfBytes(fault))
        {
            throw new BlittableException(BlittableErrorCode.InvalidData, $"The Variant value is damaged: {fault.Message}", innerException: fault);
        }
    }

    /// <summary>Decodes the fields of an object without its start and end.</summary>
    /// <param name="metadata">The metadata with the names.</param>
    /// <param name="value">The object.</param>
    /// <param name="onField">Receives the name of each field before its value is written, and the metadata.</param>
    /// <exception cref="InvalidDataException">The value is not an object, contains overlapping values, or is nested too deeply.</exception>
    public void DecodeFields(ReadOnlySpan<byte> metadata, ReadOnlySpan<byte> value, Action<ReadOnlySpan<byte>, ReadOnlySpan<byte>> onField)
    {
        Begin(metadata, value);
        var reader = new VariantReader(metadata, value);
        if (!reader.IsObject)
        {
            throw new InvalidDataException("a Variant with shredded fields has a residual value that is not an object");
        }

        var fields = new VariantObjectReader(metadata, value);
        for (var i = 0; i < Counted(fields.FieldCount); i++)
        {
            var name = fields.GetFieldNameBytes(i);
            onField(name, metadata);
            WriteName(name);
            Write(fields.GetFieldValue(i), 1);
        }
    }

    /// <summary>Sets the bounds that prevent a few bytes from expanding to more output than fits in memory.</summary>
    private void Begin(ReadOnlySpan<byte> metadata, ReadOnlySpan<byte> value)
    {
        // Each value occupies a byte and the bytes of its text, so values with more bytes than the whole overlap.
        _left = value.Length;

        // Names are shared by design. Their total length has the limit of the JSON of an imported row.
        _namesLeft = RowBuffer.LimitFor((long)metadata.Length + value.Length);
    }

    private ReadOnlySpan<byte> Charge(ReadOnlySpan<byte> bytes)
    {
        _left -= bytes.Length;
        return _left >= 0 ? bytes : throw new InvalidDataException("values overlap.");
    }

    private void WriteName(ReadOnlySpan<byte> name)
    {
        _namesLeft -= name.Length;
        if (_namesLeft < 0)
        {
            throw new BlittableException(BlittableErrorCode.ExpansionTooLarge, "The property names of the Variant value expand to more bytes than its size allows.");
        }

        sink.Name(name);
    }

    private void Write(VariantReader value, int depth)
    {
        Charge(value.Value[..1]);
        switch (value.BasicType)
        {
            case VariantBasicType.Object:
                RequireDepth(depth);
                sink.StartObject();
                var fields = new VariantObjectReader(value.Metadata, value.Value);
                for (var i = 0; i < Counted(fields.FieldCount); i++)
                {
                    WriteName(fields.GetFieldNameBytes(i));
                    Write(fields.GetFieldValue(i), depth + 1);
                }

                sink.EndObject();
                break;
            case VariantBasicType.Array:
                RequireDepth(depth);
                sink.StartArray();
                var elements = new VariantArrayReader(value.Metadata, value.Value);
                for (var i = 0; i < Counted(elements.ElementCount); i++)
                {
                    Write(elements.GetElement(i), depth + 1);
                }

                sink.EndArray();
                break;
            case VariantBasicType.ShortString:
                sink.Text(Charge(value.GetStringBytes()));
                break;
            default:
                WritePrimitive(value);
                break;
        }
    }

    /// <summary>Returns a number of fields or elements. The library reads numbers beyond 31 bits, which no value has room for, as negative numbers.</summary>
    private static int Counted(int count) => count >= 0 ? count : throw new InvalidDataException("a container has more values than bytes.");

    private void RequireDepth(int depth)
    {
        if (depth >= maxDepth || !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            throw new BlittableException(BlittableErrorCode.TooDeep, $"Containers in the Variant value are nested more than {depth} deep.");
        }
    }

    private void WritePrimitive(VariantReader value)
    {
        switch (value.PrimitiveType)
        {
            case VariantPrimitiveType.NullType:
                sink.Null();
                break;
            case VariantPrimitiveType.BooleanTrue or VariantPrimitiveType.BooleanFalse:
                sink.Boolean(value.GetBoolean());
                break;
            case VariantPrimitiveType.Int8:
                sink.Integer(value.GetInt8());
                break;
            case VariantPrimitiveType.Int16:
                sink.Integer(value.GetInt16());
                break;
            case VariantPrimitiveType.Int32:
                sink.Integer(value.GetInt32());
                break;
            case VariantPrimitiveType.Int64:
                sink.Integer(value.GetInt64());
                break;
            case VariantPrimitiveType.Float:
                sink.Float(value.GetFloat());
                break;
            case VariantPrimitiveType.Double:
                sink.Double(value.GetDouble());
                break;
            case VariantPrimitiveType.Decimal4 or VariantPrimitiveType.Decimal8 or VariantPrimitiveType.Decimal16:
                WriteDecimal(value.Value);
                break;
            case VariantPrimitiveType.Binary:
                sink.Bytes(Charge(value.GetBinary()));
                break;
            case VariantPrimitiveType.String:
                sink.Text(Charge(value.GetStringBytes()));
                break;
            case VariantPrimitiveType.Uuid:
                Text(new Guid(value.GetUuidBytes(), bigEndian: true).ToString());
                break;
            case VariantPrimitiveType.TimeNtz:
                Text(ClockText.TimeOfDay(value.GetTimeNtzMicros(), MicrosecondDigits, isUtc: false));
                break;
            case VariantPrimitiveType.Date:
                Text(InstantText.FormatDays(value.GetDateDays()));
                break;
            case VariantPrimitiveType.Timestamp:
                Instant(value.GetTimestampMicros(), MicrosecondDigits, DateTextZone.Z);
                break;
            case VariantPrimitiveType.TimestampNtz:
                Instant(value.GetTimestampNtzMicros(), MicrosecondDigits, DateTextZone.None);
                break;
            case VariantPrimitiveType.TimestampTzNanos:
                Instant(value.GetTimestampTzNanos(), NanosecondDigits, DateTextZone.Z);
                break;
            case VariantPrimitiveType.TimestampNtzNanos:
                Instant(value.GetTimestampNtzNanos(), NanosecondDigits, DateTextZone.None);
                break;
            default:
                throw new InvalidDataException($"the primitive type {value.PrimitiveType} is unknown.");
        }
    }

    private void Instant(long units, int digits, DateTextZone zone) => Text(InstantText.FormatUnits(units, digits, new DateTextForm('T', digits, zone)));

    private void Text(string text) => sink.Text(_text.AsSpan(0, Encoding.UTF8.GetBytes(text, _text)));

    /// <summary>Writes a decimal, which consists of a header byte, a scale byte, and a mantissa of 4, 8 or 16 bytes.</summary>
    private void WriteDecimal(ReadOnlySpan<byte> value)
    {
        var width = (VariantPrimitiveType)(value[0] >> 2) switch { VariantPrimitiveType.Decimal4 => 4, VariantPrimitiveType.Decimal8 => 8, _ => 16 };
        var scale = value[1];
        if (scale > 38)
        {
            throw new InvalidDataException($"a decimal has {scale} fraction digits.");
        }

        var mantissa = new BigInteger(value.Slice(2, width));
        var digits = BigInteger.Abs(mantissa).ToString(CultureInfo.InvariantCulture).PadLeft(scale + 1, '0');
        var number = $"{(mantissa.Sign < 0 ? "-" : "")}{digits[..^scale]}{(scale == 0 ? "" : ".")}{digits[^scale..]}";
        sink.Number(_text.AsSpan(0, Encoding.UTF8.GetBytes(number, _text)));
    }
}
