using System.Text;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of decimals, stored as mantissas with a common scale.</summary>
internal sealed class DecimalBuilder(FieldPlan plan) : FixedWidthBuilder<Int128>(new Decimal128Type(plan.Precision, plan.Scale))
{
    protected override Int128 Read(in BlittableValue value) => Scaled(DecimalParser.TryReadAny(value, out var mantissa, out var scale), mantissa, scale);

    protected override Int128 Read(in QueryValue value) =>
        Scaled(DecimalParser.TryReadAny(Encoding.UTF8.GetBytes(value.ToJson()), out var mantissa, out var scale), mantissa, scale);

    private Int128 Scaled(bool isDecimal, Int128 mantissa, int scale) => isDecimal && scale <= plan.Scale
        ? mantissa * DecimalParser.PowerOfTen(plan.Scale - scale)
        : throw new InvalidOperationException("The collection changed while it was being read.");
}
