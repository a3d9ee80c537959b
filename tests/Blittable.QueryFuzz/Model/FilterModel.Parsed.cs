using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <content>Conditions that only the query language can express.</content>
internal abstract partial record FilterModel
{
    /// <summary>Compares two expressions with each other.</summary>
    internal sealed record CompareValues(ExpressionModel Left, FilterOperator Operator, ExpressionModel Right) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Left.Paths.Concat(Right.Paths);

        public override bool Passes(Row row)
        {
            var (left, right) = (Left.Evaluate(row), Right.Evaluate(row));
            if (left.Kind == Kind.Null || right.Kind == Kind.Null)
            {
                return false;
            }

            // A computed string may be the text of a date.
            left = right.Kind == Kind.Date && left.Kind == Kind.String ? Value.OfString(left.Text!) : left;
            return Comparison.Passes(left, Operator, right);
        }

        public override Filter ToLibrary() => QueryText.Parse(this)!;

        public override string ToString() => $"Filter.Parse(\"{Left} {Operator} {Right}\")";
    }

    /// <summary>Requires a value within two bounds.</summary>
    internal sealed record Between(PathModel Path, Literal Least, Literal Most) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => [Path];

        public override bool Passes(Row row) => row.ValuesAt(Path).Any(value =>
            Comparison.Passes(value, FilterOperator.GreaterOrEqual, Least.Value) && Comparison.Passes(value, FilterOperator.LessOrEqual, Most.Value));

        public override Filter ToLibrary() => QueryText.Parse(this)!;

        public override string ToString() => $"Filter.Parse(\"{Path} between {Least} and {Most}\")";
    }

    /// <summary>Tests whether a value is null or missing.</summary>
    internal sealed record State(PathModel Path, bool IsMissing, bool IsNegated) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => [Path];

        public override bool Passes(Row row)
        {
            var kind = row.ValueAt(Path).Kind;
            return (IsMissing, IsNegated) switch
            {
                (true, _) => (kind == Kind.Missing) != IsNegated,
                (false, false) => kind == Kind.Null,
                (false, true) => kind is not (Kind.Missing or Kind.Null),
            };
        }

        public override Filter ToLibrary() => QueryText.Parse(this)!;

        public override string ToString() => $"Filter.Parse(\"{Path} is {(IsNegated ? "not " : "")}{(IsMissing ? "missing" : "null")}\")";
    }
}
