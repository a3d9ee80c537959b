using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

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
        public override int Count => values.Length;

        public override bool AreComputed { get; } = Array.TrueForAll(values, value => value.AreComputed);

        public override bool AreStrings { get; } =
            Array.Exists(values, value => value.AreStrings) && Array.TrueForAll(values, value => value.AreStrings || IsNull(value));

        public override bool MayBeStrings { get; } =
            Array.Exists(values, value => value.MayBeStrings) && Array.TrueForAll(values, value => value.MayBeStrings || IsNull(value));

        public override QueryValue At(GroupCursor cursor, int row) => values[cursor.Choices(this).Indexes[row]].At(cursor, row).Scalar;

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
            var sources = new NumberVector?[values.Length];
            for (var choice = 0; choice < values.Length; choice++)
            {
                if (choices.IsChosen(choice) && !values[choice].TryNumbers(cursor, sources[choice] = cursor.RentNumbers()))
                {
                    return false;
                }
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
            var choices = cursor.Choices(this);
            var sources = new StringBatch?[values.Length];
            for (var choice = 0; choice < values.Length; choice++)
            {
                if (choices.IsChosen(choice) && !IsNull(values[choice]) && (sources[choice] = StringFunctions.Read(values[choice], cursor)) is null)
                {
                    return false;
                }
            }

            return StringChoice.TryChoose(sources, choices, strings);
        }

        public override bool TryEstimate(GroupCursor cursor, EstimateVector estimates)
        {
            var choices = cursor.Choices(this);
            var next = cursor.RentEstimates();
            estimates.FillNull(choices.Rows);
            for (var choice = 0; choice < values.Length; choice++)
            {
                if (!choices.IsChosen(choice))
                {
                    continue;
                }

                if (!values[choice].TryEstimate(cursor, next))
                {
                    return false;
                }

                estimates.Choose(next, choices.Indexes, choice);
            }

            cursor.Return(next);
            return true;
        }

        public override void Choose(GroupCursor cursor, RowChoices choices)
        {
            // Evaluate a condition only for rows that no previous condition has matched.
            var rest = cursor.Selection.Mask.ToArray();
            var passed = new ulong[rest.Length];
            for (var choice = 0; choice < conditions.Length; choice++)
            {
                var match = rest.AsSpan().ContainsAnyExcept(0UL) ? conditions[choice].Prune(cursor) : Match.None;
                if (match == Match.None)
                {
                    continue;
                }

                rest.CopyTo(passed);
                if (match == Match.Some)
                {
                    conditions[choice].Evaluate(cursor, passed);
                }

                cursor.Selection.Compress(passed, choices.Mask(choice));
                for (var word = 0; word < rest.Length; word++)
                {
                    rest[word] &= ~passed[word];
                }
            }

            cursor.Selection.Compress(rest, choices.Mask(conditions.Length));
        }

        private static bool IsNull(BoundExpression value) => value.Constant is { Kind: QueryValueKind.Null };
    }
}
