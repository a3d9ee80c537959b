using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Returns the same value for all rows.</summary>
internal sealed class ConstantExpression(QueryValue constant) : ScanExpression
{
    private readonly QueryValue _value = constant.Scalar;

    public QueryValue Value => _value;

    internal override IEnumerable<BlittablePath> Paths => [];

    public override string ToString() => _value.ToJson();

    internal override bool IsSame(ScanExpression other) =>
        other is ConstantExpression { Value: var same } && same.Kind == _value.Kind && same.ToJson() == _value.ToJson();

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(_value);

    /// <summary>Binds the value, which does not depend on a plan.</summary>
    public BoundExpression Bind() => new Bound(_value);

    private sealed class Bound(QueryValue value) : BoundExpression
    {
        public override QueryValue? Constant => value;

        public override QueryValue OfScalar(in QueryValue scalar) => value;

        public override QueryValue At(GroupCursor cursor, int row) => value;

        public override QueryValue Of(BlittableValue root) => value;

        public override bool AreStrings => value.Kind == QueryValueKind.String;

        /// <summary>Gets a value that indicates whether the constant has the text of a computed number. The text of 1.0 is its own.</summary>
        public override bool AreComputed { get; } =
            value.Kind == QueryValueKind.Null || (value.Kind == QueryValueKind.Number && value.ToString() == QueryValue.FromNumber(value.Number).ToString());

        public override bool TryStrings(GroupCursor cursor, StringBatch strings)
        {
            var text = Encoding.UTF8.GetBytes(value.GetString());
            strings.Start(cursor.Selection.Count).Clear();
            strings.StartEntries(1)[0] = text.Length;
            text.CopyTo(strings.StartBytes(text.Length));
            return true;
        }

        public override bool AreNumbers(GroupCursor cursor) => value.Kind is QueryValueKind.Null or QueryValueKind.Number;

        public override bool ExpectsMantissas(GroupCursor cursor) =>
            value.Kind == QueryValueKind.Null || value is { Kind: QueryValueKind.Number, Number: { IsSmall: true, Exponent: <= 0 and >= -ChunkInfo.MostFractionDigits } };

        public override bool TryEstimate(GroupCursor cursor, EstimateVector estimates)
        {
            if (value.Kind == QueryValueKind.Null)
            {
                estimates.FillNull(cursor.Selection.Count);
                return true;
            }

            return value.Kind == QueryValueKind.Number && estimates.TryFill(value.Number, cursor.Selection.Count);
        }

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers)
        {
            var rows = cursor.Selection.Count;
            if (value.Kind != QueryValueKind.Number)
            {
                numbers.Clear(rows);
                return true;
            }

            var number = value.Number;
            if (number is { IsSmall: true, Exponent: <= 0 and >= -ChunkInfo.MostFractionDigits })
            {
                numbers.StartExact(rows, -number.Exponent, (ulong)Int128.Abs(number.Mantissa));
                numbers.Mantissas.Fill(number.Mantissa);
                return true;
            }

            numbers.StartValues(rows);
            for (var row = 0; row < rows; row++)
            {
                numbers.Set(row, value);
            }

            return true;
        }
    }
}
