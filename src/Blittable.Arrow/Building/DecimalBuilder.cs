using System.Text;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of decimals, stored as mantissas with a common scale.</summary>
internal sealed class DecimalBuilder(FieldPlan plan) : FixedWidthBuilder<Int128>(new Decimal128Type(plan.Precision, plan.Scale))
{
    private readonly byte[] _text = new byte[64];

    protected override Int128 Read(in BlittableValue value) =>
        Read(value.TryCopyNumberText(_text, out var written) ? _text.AsSpan(0, written) : Encoding.UTF8.GetBytes(value.GetNumberText()));

    protected override Int128 Read(in QueryValue value) => Read(Encoding.UTF8.GetBytes(value.ToJson()));

    private Int128 Read(ReadOnlySpan<byte> text) => DecimalParser.TryRead(text, out var mantissa, out var scale) && scale <= plan.Scale
        ? mantissa * DecimalParser.PowerOfTen(plan.Scale - scale)
        : throw new InvalidOperationException("The collection changed while it was being read.");
}
