using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Returns the first of several values that is not null.</summary>
internal sealed class CoalesceExpression(ScanExpression[] values) : ScanExpression
{
    public ScanExpression[] Values => values;

    internal override IEnumerable<BlittablePath> Paths => values.SelectMany(value => value.Paths);

    public override string ToString() => $"coalesce({string.Join(", ", (object[])values)})";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(Array.ConvertAll(values, value => value.Bind(plan)));

    private sealed class Bound(BoundExpression[] values) : BoundExpression
    {
        public override PathPlan? OnlyPath { get; } = OnlyPathOf(values);

        public override QueryValue OfScalar(in QueryValue scalar)
        {
            foreach (var value in values)
            {
                if (value.OfScalar(scalar) is { Kind: not QueryValueKind.Null } found)
                {
                    return found;
                }
            }

            return QueryValue.Null;
        }

        public override QueryValue At(GroupCursor cursor, int row)
        {
            foreach (var value in values)
            {
                if (value.At(cursor, row) is { Kind: not QueryValueKind.Null } found)
                {
                    return found;
                }
            }

            return QueryValue.Null;
        }

        public override bool AreNumbers(GroupCursor cursor) => Array.TrueForAll(values, value => value.AreNumbers(cursor));

        public override bool ExpectsMantissas(GroupCursor cursor) => Array.TrueForAll(values, value => value.ExpectsMantissas(cursor));

        public override bool AreComputed { get; } = Array.TrueForAll(values, value => value.AreComputed);

        public override bool AreStrings { get; } = Array.TrueForAll(values, value => value.AreStrings);

        public override bool MayBeStrings { get; } = Array.TrueForAll(values, value => value.MayBeStrings);

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers)
        {
            // A value of another kind is not replaced.
            if (!Array.TrueForAll(values[..^1], value => value.AreNumbers(cursor)))
            {
                return false;
            }

            var choices = new RowChoices(cursor.Selection.Count, values.Length);
            var rest = StartRest(choices);
            var sources = new NumberVector?[values.Length];
            for (var i = 0; i < values.Length && rest.AsSpan().ContainsAnyExcept(0UL); i++)
            {
                if (!values[i].TryNumbers(cursor, sources[i] = cursor.RentNumbers()))
                {
                    return false;
                }

                sources[i]!.Validity.CopyTo(choices.Mask(i));
                Choose(choices.Mask(i), rest);
            }

            var areChosen = numbers.TryChoose(sources, choices);
            foreach (var source in sources)
            {
                if (source is not null)
                {
                    cursor.Return(source);
                }
            }

            return areChosen;
        }

        public override bool TryStrings(GroupCursor cursor, StringBatch strings)
        {
            var choices = new RowChoices(cursor.Selection.Count, values.Length);
            var rest = StartRest(choices);
            var sources = new StringBatch?[values.Length];
            for (var i = 0; i < values.Length && rest.AsSpan().ContainsAnyExcept(0UL); i++)
            {
                if ((sources[i] = StringFunctions.Read(values[i], cursor)) is not { } source)
                {
                    return false;
                }

                ChoiceKernel.SelectCodes(source.Codes, choices.Mask(i));
                Choose(choices.Mask(i), rest);
            }

            return StringChoice.TryChoose(sources, choices, strings);
        }

        public override bool TryEstimate(GroupCursor cursor, EstimateVector estimates)
        {
            if (!values[0].TryEstimate(cursor, estimates))
            {
                return false;
            }

            var next = cursor.RentEstimates();
            foreach (var value in values.AsSpan(1))
            {
                if (!value.TryEstimate(cursor, next))
                {
                    return false;
                }

                estimates.Coalesce(next);
            }

            cursor.Return(next);
            return true;
        }

        public override QueryValue Of(BlittableValue root)
        {
            foreach (var value in values)
            {
                if (value.Of(root) is { Kind: not QueryValueKind.Null } found)
                {
                    return found;
                }
            }

            return QueryValue.Null;
        }

        private static ulong[] StartRest(RowChoices choices)
        {
            var rest = new ulong[MaskKernel.Words(choices.Rows)];
            MaskKernel.SetAll(rest, choices.Rows);
            return rest;
        }

        /// <summary>Reduces the rows that have a value to the rows without an earlier one, and removes them from the rest.</summary>
        private static void Choose(Span<ulong> mask, Span<ulong> rest)
        {
            for (var word = 0; word < rest.Length; word++)
            {
                mask[word] &= rest[word];
                rest[word] &= ~mask[word];
            }
        }
    }
}
