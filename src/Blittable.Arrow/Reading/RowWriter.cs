using System.Buffers;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Building;
using Blittable.Arrow.Schemas;
using Blittable.Dates;

namespace Blittable.Arrow.Reading;

/// <summary>Writes rows of record batches as JSON. One thread at a time may use it.</summary>
internal sealed class RowWriter : IDisposable
{
    private const int SecondsOfDay = 86_400;

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriter _json;
    private readonly TablePlan _plan;
    private readonly byte[] _text = new byte[64];

    public RowWriter(TablePlan plan)
    {
        _plan = plan;
        _json = new Utf8JsonWriter(_buffer, new JsonWriterOptions { SkipValidation = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
    }

    /// <summary>The JSON of a row, valid until the next call.</summary>
    /// <exception cref="BlittableException">The row has text that is not UTF-8, JSON that is not, a date without a text, or offsets that lead nowhere.</exception>
    public ReadOnlySpan<byte> ToJson(RecordBatch batch, int row)
    {
        try
        {
            Write(batch, row);
            return _buffer.WrittenSpan;
        }
        catch (Exception fault) when (fault is ArgumentException or JsonException or InvalidOperationException or IndexOutOfRangeException or OverflowException)
        {
            throw Damage.Of(fault);
        }
    }

    public void Dispose() => _json.Dispose();

    private void Write(RecordBatch batch, int row)
    {
        _buffer.ResetWrittenCount();
        _json.Reset();
        if (_plan.IsWhole)
        {
            Write(_plan.Columns[0], batch.Column(0), row);
        }
        else
        {
            _json.WriteStartObject();
            for (var column = 0; column < _plan.Columns.Count; column++)
            {
                WriteProperty(_plan.Columns[column], batch.Column(column), row);
            }

            _json.WriteEndObject();
        }

        _json.Flush();
    }

    private void WriteProperty(FieldPlan plan, IArrowArray array, int row)
    {
        if (!plan.IsNullAbsent || array.IsValid(row))
        {
            _json.WritePropertyName(plan.Name);
            Write(plan, array, row);
        }
    }

    private void Write(FieldPlan plan, IArrowArray array, int row)
    {
        if (array.IsNull(row))
        {
            _json.WriteNullValue();
            return;
        }

        switch (array)
        {
            case StringArray texts when plan.Kind == FieldKind.Json:
                _json.WriteRawValue(texts.GetBytes(row), skipInputValidation: false);
                break;
            case StringArray texts:
                _json.WriteStringValue(texts.GetBytes(row));
                break;
            case BooleanArray values:
                _json.WriteBooleanValue(values.GetValue(row)!.Value);
                break;
            case DoubleArray values:
                WriteDouble(values.GetValue(row)!.Value);
                break;
            case FloatArray values:
                WriteDouble(values.GetValue(row)!.Value);
                break;
            case Decimal128Array values:
                WriteDecimal(plan, values.ValueBuffer.Span.Slice((values.Offset + row) * 16, 16));
                break;
            case Date32Array values:
                WriteDate(plan, new Timestamp((long)values.GetValue(row)!.Value * SecondsOfDay));
                break;
            case TimestampArray values:
                WriteDate(plan, ToTimestamp((TimestampType)values.Data.DataType, values.GetValue(row)!.Value, plan.OffsetMinutes));
                break;
            case Apache.Arrow.Arrays.FixedSizeBinaryArray values:
                _json.WriteBase64StringValue(values.GetBytes(row));
                break;
            case BinaryArray values:
                _json.WriteBase64StringValue(values.GetBytes(row));
                break;
            case StructArray values:
                WriteObject(plan, values, row);
                break;
            case ListArray values:
                WriteArray(plan, values, row);
                break;
            default:
                WriteInteger(array, row);
                break;
        }
    }

    private void WriteObject(FieldPlan plan, StructArray array, int row)
    {
        _json.WriteStartObject();
        for (var i = 0; i < plan.Children.Count; i++)
        {
            WriteProperty(plan.Children[i], array.Fields[i], row);
        }

        _json.WriteEndObject();
    }

    private void WriteArray(FieldPlan plan, ListArray array, int row)
    {
        _json.WriteStartArray();
        var end = array.ValueOffsets[row + 1];
        for (var i = array.ValueOffsets[row]; i < end; i++)
        {
            Write(plan.Children[0], array.Values, i);
        }

        _json.WriteEndArray();
    }

    private void WriteInteger(IArrowArray array, int row)
    {
        switch (array)
        {
            case Int64Array values:
                _json.WriteNumberValue(values.GetValue(row)!.Value);
                break;
            case Int32Array values:
                _json.WriteNumberValue(values.GetValue(row)!.Value);
                break;
            case Int16Array values:
                _json.WriteNumberValue(values.GetValue(row)!.Value);
                break;
            case Int8Array values:
                _json.WriteNumberValue(values.GetValue(row)!.Value);
                break;
            case UInt64Array values:
                _json.WriteNumberValue(values.GetValue(row)!.Value);
                break;
            case UInt32Array values:
                _json.WriteNumberValue(values.GetValue(row)!.Value);
                break;
            case UInt16Array values:
                _json.WriteNumberValue(values.GetValue(row)!.Value);
                break;
            case UInt8Array values:
                _json.WriteNumberValue(values.GetValue(row)!.Value);
                break;
        }
    }

    /// <summary>Writes a number; what JSON has no number for, as System.Text.Json does where it is allowed to: as a string.</summary>
    private void WriteDouble(double value)
    {
        if (double.IsFinite(value))
        {
            _json.WriteNumberValue(value);
        }
        else
        {
            _json.WriteStringValue(value.ToString(CultureInfo.InvariantCulture));
        }
    }

    private void WriteDecimal(FieldPlan plan, ReadOnlySpan<byte> bytes)
    {
        var value = System.Runtime.InteropServices.MemoryMarshal.Read<Int128>(bytes);
        Span<byte> digits = stackalloc byte[48];
        Int128.Abs(value).TryFormat(digits, out var count, format: default, CultureInfo.InvariantCulture);
        var length = 0;
        if (value < 0)
        {
            _text[length++] = (byte)'-';
        }

        var whole = count - plan.Scale;
        if (whole > 0)
        {
            digits[..whole].CopyTo(_text.AsSpan(length));
            length += whole;
        }
        else
        {
            _text[length++] = (byte)'0';
        }

        if (plan.Scale > 0)
        {
            _text[length++] = (byte)'.';
            _text.AsSpan(length, Math.Max(0, -whole)).Fill((byte)'0');
            length += Math.Max(0, -whole);
            digits[Math.Max(0, whole)..count].CopyTo(_text.AsSpan(length));
            length += count - Math.Max(0, whole);
        }

        _json.WriteRawValue(_text.AsSpan(0, length), skipInputValidation: true);
    }

    private void WriteDate(FieldPlan plan, Timestamp value)
    {
        if (!Iso8601.TryFormat(value, plan.Form, _text, out var written))
        {
            throw new BlittableException(BlittableErrorCode.NumberOutOfRange, $"Expected a date that has a text at '{plan.Name}', found {value.UnixSeconds} seconds.");
        }

        _json.WriteStringValue(_text.AsSpan(0, written));
    }

    private static Timestamp ToTimestamp(TimestampType type, long value, short offset)
    {
        var units = type.Unit switch
        {
            TimeUnit.Second => 1,
            TimeUnit.Millisecond => 1_000,
            TimeUnit.Microsecond => 1_000_000,
            _ => 1_000_000_000,
        };
        var seconds = Math.DivRem(value, units, out var rest);
        return rest < 0 ? new Timestamp(seconds - 1, (uint)((rest + units) * (1_000_000_000 / units)), offset) : new Timestamp(seconds, (uint)(rest * (1_000_000_000 / units)), offset);
    }
}
