using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Returns the value of the first branch whose condition holds, or another value if none does.</summary>
internal sealed class CaseExpression((Filter When, ScanExpression Then)[] branches, ScanExpression otherwise) : ScanExpression
{
    public (Filter When, ScanExpression Then)[] Branches => branches;

    public ScanExpression Otherwise => otherwise;

    internal override IEnumerable<BlittablePath> Paths =>
        branches.SelectMany(branch => branch.When.Paths.Concat(branch.Then.Paths)).Concat(otherwise.Paths);

    public override string ToString() =>
        $"case {string.Join(' ', branches.Select(branch => $"when {branch.When} then {branch.Then}"))} else {otherwise} end";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(
        Array.ConvertAll(branches, branch => plan.BindsElements ? branch.When.BindRows(plan) : branch.When.Bind(plan)),
        [.. branches.Select(branch => branch.Then.Bind(plan)), otherwise.Bind(plan)]);

    /// <param name="conditions">The conditions of the branches.</param>
    /// <param name="values">The values of the branches, followed by the value if no condition holds.</param>
    internal sealed class Bound(BoundFilter[] conditions, BoundExpression[] values) : BoundChoice
    {
        public override QueryValue At(GroupCursor cursor, int row) => values[cursor.Choices(this)[row]].At(cursor, row).Scalar;

        public override QueryValue Of(BlittableValue root)
        {
            var choice = 0;
            while (choice < conditions.Length && !conditions[choice].Test(root))
            {
                choice++;
            }

            return values[choice].Of(root).Scalar;
        }

        public override bool AreNumbers(GroupCursor cursor) => Array.TrueForAll(values, value => value.AreNumbers(cursor));

        public override bool ExpectsMantissas(GroupCursor cursor) => Array.TrueForAll(values, value => value.ExpectsMantissas(cursor));

        public override bool TryNumbers(GroupCursor cursor, NumberVector numbers)
        {
            var choices = cursor.Choices(this);
            var next = new NumberVector();
            numbers.Clear(choices.Length);
            for (var choice = 0; choice < values.Length; choice++)
            {
                if (!values[choice].TryNumbers(cursor, next))
                {
                    return false;
                }

                next.Keep(choices, choice);
                if (!numbers.TryCoalesce(next))
                {
                    return false;
                }
            }

            return true;
        }

        public override bool TryEstimate(GroupCursor cursor, EstimateVector estimates)
        {
            var choices = cursor.Choices(this);
            var next = new EstimateVector();
            estimates.FillNull(choices.Length);
            for (var choice = 0; choice < values.Length; choice++)
            {
                if (!values[choice].TryEstimate(cursor, next))
                {
                    return false;
                }

                estimates.Choose(next, choices, choice);
            }

            return true;
        }

        public override void Choose(GroupCursor cursor, Span<int> choices)
        {
            choices.Fill(conditions.Length);
            var rest = cursor.Selection.Mask.ToArray();
            var bits = new ulong[rest.Length];
            for (var choice = 0; choice < conditions.Length; choice++)
            {
                // Evaluate a condition only for rows that no previous condition has matched.
                var match = rest.AsSpan().ContainsAnyExcept(0UL) ? conditions[choice].Prune(cursor) : Match.None;
                if (match == Match.None)
                {
                    continue;
                }

                var passed = rest.AsSpan().ToArray();
                if (match == Match.Some)
                {
                    conditions[choice].Evaluate(cursor, passed);
                }

                cursor.Selection.Compress(passed, bits);
                for (var row = 0; row < choices.Length; row++)
                {
                    choices[row] = Columns.MaskKernel.IsSet(bits, row) ? choice : choices[row];
                }

                for (var word = 0; word < rest.Length; word++)
                {
                    rest[word] &= ~passed[word];
                }
            }
        }
    }
}
