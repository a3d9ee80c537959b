using System.Data.SqlTypes;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Apache.Arrow.Scalars.Variant;
using Blittable.Arrow.Schemas;
using Blittable.Dates;

namespace Blittable.Arrow.Building;

/// <summary>Encodes documents as Variant values.</summary>
/// <param name="requireNumberText">true to reject numbers whose text would change; otherwise, false.</param>
/// <param name="datesAsTimestamps">true to store dates as Variant dates and timestamps if their exact text can be restored; otherwise, false.</param>
internal sealed class VariantEncoder(bool requireNumberText, bool datesAsTimestamps)
{
    private const int DecimalDigits4 = 9, DecimalDigits8 = 18;
    private const long SecondsOfDay = 86_400;

    private readonly VariantMetadataBuilder _names = new();
    private readonly byte[] _text = new byte[64];

    /// <summary>Encodes a value.</summary>
    /// <exception cref="BlittableException">Variant cannot store the value.</exception>
    public (byte[] Metadata, byte[] Value) Encode(in BlittableValue value)
    {
        Collect(value);
        var metadata = _names.Build(out var order);
        using var writer = new VariantValueWriter(_names, order);
        Write(writer, value);
        return (metadata, writer.ToArray());
    }

    private void Collect(in BlittableValue value)
    {
        RequireStack();
        if (value.Kind == BlittableValueKind.Array)
        {
            foreach (var element in value.EnumerateArray())
            {
                Collect(element);
            }
        }
        else if (value.Kind == BlittableValueKind.Object)
        {
            HashSet<string> seen = new(StringComparer.Ordinal);
            foreach (var property in value.EnumerateObject())
            {
                var name = Encoding.UTF8.GetString(property.NameUtf8);
                if (!seen.Add(name))
                {
                    throw new BlittableException(BlittableErrorCode.DuplicateName, $"Names in a Variant object must be unique, but '{name}' occurs twice.");
                }

                _names.Add(name);
                Collect(property.Value);
            }
        }
    }

    private static void RequireStack()
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            throw new BlittableException(BlittableErrorCode.TooDeep, "The value is nested too deeply to be converted to Variant.");
        }
    }

    private void Write(VariantValueWriter writer, in BlittableValue value)
    {
        RequireStack();
        switch (value.Kind)
        {
            case BlittableValueKind.Null:
                writer.WriteNull();
                break;
            case BlittableValueKind.True or BlittableValueKind.False:
                writer.WriteBoolean(value.GetBoolean());
                break;
            case BlittableValueKind.Number:
                WriteNumber(writer, value);
                break;
            case BlittableValueKind.String when datesAsTimestamps && value.IsDate && TryWriteDate(writer, value):
                break;
            case BlittableValueKind.String:
                writer.WriteString(value.GetString());
                break;
            case BlittableValueKind.Binary when value.TryGetBytes(out var bytes):
                writer.WriteBinary(bytes);
                break;
            case BlittableValueKind.Array:
                writer.BeginArray();
                foreach (var element in value.EnumerateArray())
                {
                    Write(writer, element);
                }

                writer.EndArray();
                break;
            case BlittableValueKind.Object:
                writer.BeginObject();
                foreach (var property in value.EnumerateObject())
                {
                    writer.WriteFieldName(Encoding.UTF8.GetString(property.NameUtf8));
                    Write(writer, property.Value);
                }

                writer.EndObject();
                break;
            default:
                throw new BlittableException(BlittableErrorCode.WrongKind, "Variant cannot represent foreign extensions.");
        }
    }

    private void WriteNumber(VariantValueWriter writer, in BlittableValue value)
    {
        string text;
        try
        {
            text = value.GetNumberText();
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NotJson)
        {
            // NaN and the infinities have no text.
            writer.WriteDouble(value.GetDouble());
            return;
        }

        if (text != "-0" && value.TryGetInt64(out var integer) && text == integer.ToString(CultureInfo.InvariantCulture))
        {
            writer.WriteIntegerCompact(integer);
        }
        else if (!TryWriteDecimal(writer, text))
        {
            WriteDouble(writer, value, text);
        }
    }

    /// <summary>Writes a number without an exponent as a decimal with all of its fraction digits.</summary>
    private static bool TryWriteDecimal(VariantValueWriter writer, string text)
    {
        var digits = text.AsSpan().TrimStart('-');
        var point = digits.IndexOf('.');
        var scale = point < 0 ? 0 : digits.Length - point - 1;

        // A zero before the point is not a digit of the mantissa.
        var significant = digits.Length - (point < 0 ? 0 : 1) - (point == 1 && digits[0] == '0' ? 1 : 0);
        if (digits.ContainsAny('e', 'E') || significant > DecimalParser.MaxDigits
            || !Int128.TryParse(text.Replace(".", "", StringComparison.Ordinal), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var mantissa)
            || (mantissa == 0 && text[0] == '-'))
        {
            return false;
        }

        var count = DecimalParser.CountDigits(mantissa);
        if (count <= DecimalDigits4 && scale <= DecimalDigits4)
        {
            writer.WriteDecimal4(ToDecimal(mantissa, scale));
        }
        else if (count <= DecimalDigits8 && scale <= DecimalDigits8)
        {
            writer.WriteDecimal8(ToDecimal(mantissa, scale));
        }
        else
        {
            var bits = (UInt128)Int128.Abs(mantissa);
            writer.WriteDecimal16(new SqlDecimal(
                (byte)Math.Max(DecimalParser.MaxDigits, 1), (byte)scale, mantissa >= 0, [(int)(uint)bits, (int)(uint)(bits >> 32), (int)(uint)(bits >> 64), (int)(uint)(bits >> 96)]));
        }

        return true;
    }

    private static decimal ToDecimal(Int128 mantissa, int scale)
    {
        var bits = (ulong)Int128.Abs(mantissa);
        return new decimal((int)bits, (int)(bits >> 32), 0, mantissa < 0, (byte)scale);
    }

    private void WriteDouble(VariantValueWriter writer, in BlittableValue value, string text)
    {
        // If the text is the shortest text of a single-precision number, the four-byte type restores it.
        if (float.TryParse(text, CultureInfo.InvariantCulture, out var single) && float.IsFinite(single) && single.ToString("R", CultureInfo.InvariantCulture) == text)
        {
            writer.WriteFloat(single);
            return;
        }

        var number = value.GetDouble();
        var shortest = number.ToString("R", CultureInfo.InvariantCulture);
        if (!double.IsFinite(number) && char.IsAsciiDigit(text[^1]))
        {
            throw Inexact(text);
        }

        if (double.IsFinite(number) && (requireNumberText || text != shortest))
        {
            using var left = BlittableDocument.Parse(text);
            using var right = BlittableDocument.Parse(shortest);
            if (requireNumberText ? right.Root.ToJson() != text : !BlittableValue.DeepEquals(left.Root, right.Root))
            {
                throw Inexact(text);
            }
        }

        writer.WriteDouble(number);
    }

    private static BlittableException Inexact(string text) => new(BlittableErrorCode.NumberOutOfRange, $"Variant cannot represent the number {text} exactly.");

    /// <summary>Writes a date as a Variant date or timestamp if its text can be restored from the value alone.</summary>
    private bool TryWriteDate(VariantValueWriter writer, in BlittableValue value)
    {
        if (!value.TryCopyUtf8(_text, out var length) || !Iso8601.TryParse(_text.AsSpan(0, length), out var instant, out var form))
        {
            return false;
        }

        var (seconds, nanoseconds) = (instant.UnixSeconds, instant.Nanoseconds);
        if (form.IsDateOnly)
        {
            writer.WriteDateDays((int)(seconds / SecondsOfDay));
            return true;
        }

        if (form.Separator != 'T' || form.Zone is not (DateTextZone.None or DateTextZone.Z) || form.FractionDigits is not (6 or 9))
        {
            return false;
        }

        var units = ((Int128)seconds * (form.FractionDigits == 6 ? 1_000_000 : 1_000_000_000)) + (form.FractionDigits == 6 ? nanoseconds / 1000 : nanoseconds);
        if (units <= -long.MaxValue || units >= long.MaxValue)
        {
            // The limits represent infinity.
            return false;
        }

        switch (form.FractionDigits, form.Zone)
        {
            case (6, DateTextZone.Z):
                writer.WriteTimestampMicros((long)units);
                break;
            case (6, _):
                writer.WriteTimestampNtzMicros((long)units);
                break;
            case (_, DateTextZone.Z):
                writer.WriteTimestampTzNanos((long)units);
                break;
            default:
                writer.WriteTimestampNtzNanos((long)units);
                break;
        }

        return true;
    }
}
