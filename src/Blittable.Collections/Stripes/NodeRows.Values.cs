using System.Buffers.Text;
using Blittable.Reading;

namespace Blittable.Collections.Stripes;

/// <content>Conversion of values to numbers and texts.</content>
internal sealed partial class NodeRows
{
    /// <summary>Gets the double that is nearest to a number.</summary>
    public double NearestDouble(int index)
    {
        if (NumberChunk.Format == ChunkFormat.Double)
        {
            return _doubles[index];
        }

        var magnitude = DecimalToDouble.Convert((ulong)Int128.Abs(_numbers[index]), -NumberChunk.Scale);
        return _numbers[index] < 0 ? -magnitude : magnitude;
    }

    /// <summary>Gets the text of a number in a chunk of doubles.</summary>
    /// <param name="index">The index of the row among the selected rows.</param>
    /// <param name="scratch">Receives the text if it is the shortest text of the double. At least 32 bytes.</param>
    public ReadOnlySpan<byte> DoubleText(int index, Span<byte> scratch)
    {
        if (NumberChunk.Form == TextForm.Texts && !_exact.IsNull(index))
        {
            return _exact[index];
        }

        Utf8Formatter.TryFormat(_doubles[index], scratch, out var length);
        return scratch[..length];
    }

    /// <summary>Gets the mantissa of a number in a chunk of integers or decimals, with the number of fraction digits that its text has.</summary>
    public long Mantissa(int index, out int digits)
    {
        var (mantissa, form) = (_numbers[index], NumberChunk.Form);
        digits = NumberChunk.Scale;
        if (form == TextForm.Digits)
        {
            for (var wanted = Math.Max(0, FractionDigits(index)); digits > wanted; digits--)
            {
                mantissa /= 10;
            }
        }
        else if (form is TextForm.Trimmed or TextForm.TrimmedToOne)
        {
            for (var least = form == TextForm.Trimmed ? 0 : 1; digits > least && mantissa % 10 == 0; digits--)
            {
                mantissa /= 10;
            }
        }

        return mantissa;
    }
}
