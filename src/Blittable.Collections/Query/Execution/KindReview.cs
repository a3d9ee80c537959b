using Blittable.Collections.Query.Aggregates;
using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Filters;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Execution;

/// <summary>Finds comparisons, functions and groups in a query that require a kind of value that their operand never has.</summary>
/// <remarks>
/// An operand without any value but null is not reported, because nothing is known about its kind. If not all documents were read, a kind that was not found may
/// exist, and nothing is reported either.
/// </remarks>
/// <param name="snapshot">The stripes that the query reads.</param>
/// <param name="isStrict">True to read all documents if necessary.</param>
internal sealed class KindReview(StripeSet snapshot, bool isStrict)
{
    /// <summary>The maximum number of values of a list that are examined for dates.</summary>
    private const int MostExamined = 64;

    private readonly List<QueryWarning> _warnings = [];

    /// <summary>Gets the warnings.</summary>
    public IReadOnlyList<QueryWarning> Warnings => _warnings;

    /// <summary>Reviews the comparisons of a filter.</summary>
    public void Add(Filter filter)
    {
        switch (filter)
        {
            case CompoundFilter compound:
                Array.ForEach(compound.Filters, Add);
                break;
            case NotFilter not:
                Add(not.Filter);
                break;
            case ComparisonFilter { IsNamed: true } comparison:
                Compare(new PathExpression(comparison.Path), comparison.Comparison, comparison.Value);
                break;
            case ContainsFilter contains:
                Contain(contains.Path, contains.Value);
                break;
            case ValueFilter value:
                Add(value.Source);
                Test(value.Source, value.Predicate);
                break;
        }
    }

    /// <summary>Reviews the functions and conditions of an expression.</summary>
    public void Add(ScanExpression expression)
    {
        switch (expression.Unnamed)
        {
            case ArithmeticExpression arithmetic:
                Require(arithmetic.Left, KindFlags.Number, $"'{arithmetic.Operation}'");
                Require(arithmetic.Right, KindFlags.Number, $"'{arithmetic.Operation}'");
                break;
            case FunctionExpression { Function.Name: var name } function:
                for (var i = 0; i < function.Arguments.Length; i++)
                {
                    Require(function.Arguments[i], FunctionKinds.Argument(name, i), $"'{name}'");
                }

                break;
            case CastExpression cast:
                Require(cast.Source, FunctionKinds.CastSources(cast.Kind), "'cast'");
                break;
            case TruncateExpression truncate:
                Require(truncate.Source, KindFlags.Date, "'date_trunc'");
                break;
            case BucketExpression bucket:
                Require(bucket.Source, KindFlags.Date, "'time_bucket'");
                break;
            case MappedExpression mapped:
                Add(mapped.Source);
                break;
            case TupleExpression tuple:
                Array.ForEach(tuple.Keys, Add);
                break;
            case CoalesceExpression coalesce:
                Array.ForEach(coalesce.Values, Add);
                break;
            case CaseExpression choice:
                foreach (var (condition, value) in choice.Branches)
                {
                    Add(condition);
                    Add(value);
                }

                Add(choice.Otherwise);
                break;
            case ComparisonExpression comparison:
                Add(comparison.Left);
                Add(comparison.Right);
                Compare(comparison.Left, comparison.Right);
                break;
        }
    }

    /// <summary>Reviews an expression to group by. Objects and arrays belong to the group of null.</summary>
    public void AddKey(ScanExpression key)
    {
        Add(key);
        if (IsNever(key, KindFlags.Scalars, out var found))
        {
            var path = key.Unnamed.ValuePath;
            Warn(key, $"No value {(path is null ? $"of '{key}'" : $"at '{path}'")} can be grouped; its values are {KindText.Many(found)}.", KindText.Elements(found, path));
        }
    }

    /// <summary>Returns the kinds of values that compare with a literal.</summary>
    private static KindFlags ComparableTo(in QueryValue literal) =>
        literal.Kind == QueryValueKind.String && ScalarComparison.TryReadDate(literal, out _) ? KindFlags.Text : KindText.FlagsOf(literal.Kind);

    /// <summary>Returns the kinds of computed values that may compare with values of some kinds.</summary>
    private static KindFlags ComparableTo(KindFlags kinds) => kinds | ((kinds & KindFlags.Text) != 0 ? KindFlags.Text : 0);

    private void Test(ScanExpression operand, ValuePredicate predicate)
    {
        switch (predicate)
        {
            case ComparePredicate compare:
                Compare(operand, compare.Comparison, compare.Value);
                break;
            case RangePredicate range:
                Test(operand, range.Least);
                Test(operand, range.Most);
                break;
            case TextPredicate:
                if (IsNever(operand, KindFlags.Text, out var found))
                {
                    Warn(operand, Never(operand, KindFlags.String, found), KindText.Elements(found, operand.Unnamed.ValuePath));
                }

                break;
            case SetPredicate set:
                In(operand, set.Values);
                break;
        }
    }

    private void Compare(ScanExpression operand, FilterOperator comparison, QueryValue literal)
    {
        var wanted = comparison == FilterOperator.StartsWith ? KindFlags.Text : ComparableTo(literal);
        if (wanted != KindFlags.None && IsNever(operand, wanted, out var found))
        {
            Warn(operand, Never(operand, wanted, found), KindText.Correction(literal, found, operand.Unnamed.ValuePath));
        }
    }

    /// <summary>Reviews a list, which may contain other kinds if one of them compares.</summary>
    private void In(ScanExpression operand, IReadOnlyCollection<QueryValue> values)
    {
        var wanted = KindFlags.None;
        foreach (var value in values)
        {
            wanted |= values.Count <= MostExamined ? ComparableTo(value)
                : value.Kind == QueryValueKind.String ? KindFlags.Text
                : KindText.FlagsOf(value.Kind);
        }

        if (wanted != KindFlags.None && IsNever(operand, wanted, out var found))
        {
            Warn(operand, Never(operand, wanted, found), KindText.Correction(values.First(), found, operand.Unnamed.ValuePath));
        }
    }

    /// <summary>Reviews whether values, or elements of arrays, may equal a scalar.</summary>
    private void Contain(BlittablePath path, BlittableValue value)
    {
        var literal = QueryValue.FromScalar(value);
        if (literal.Kind == QueryValueKind.Null)
        {
            return;
        }

        var operand = new PathExpression(path);
        var wanted = ComparableTo(literal);
        if (!IsNever(operand, wanted, out var found))
        {
            return;
        }

        if ((found & KindFlags.Array) == 0)
        {
            Warn(operand, Never(operand, wanted, found), KindText.Correction(literal, found, operand: null));
        }
        else if (new PathExpression(BlittablePath.Of([.. path.Steps, Paths.PathStep.Wildcard])) is var elements && IsNever(elements, wanted, out found))
        {
            Warn(elements, Never(elements, wanted, found), KindText.Correction(literal, found, operand: null));
        }
    }

    private void Compare(ScanExpression left, ScanExpression right)
    {
        // The first search may stop at any kind. Only if the other side does not compare with it, all kinds are searched.
        var kinds = KindsOf(left, KindFlags.Scalars);
        var others = KindsOf(right, ComparableTo(kinds));
        if ((others & ComparableTo(kinds)) == 0 && others != KindFlags.None && IsNever(left, ComparableTo(others), out kinds))
        {
            Warn(left, $"'{left}' and '{right}' cannot be compared: the former has {KindText.Many(kinds)}, the latter {KindText.Many(others)}.", "");
        }
    }

    private void Require(ScanExpression operand, KindFlags wanted, string purpose)
    {
        Add(operand);
        if (IsNever(operand, wanted, out var found))
        {
            Warn(operand, Never(operand, wanted, found, $", which {purpose} requires"), KindText.Elements(found, operand.Unnamed.ValuePath));
        }
    }

    private static string Never(ScanExpression operand, KindFlags wanted, KindFlags found, string purpose = "") =>
        operand.Unnamed.ValuePath is { } path
            ? $"No value at '{path}' is {KindText.One(wanted)}{purpose}; its values are {KindText.Many(found)}."
            : $"No value of '{operand}' is {KindText.One(wanted)}{purpose}; its values are {KindText.Many(found)}.";

    /// <summary>Determines whether an operand has values and none of them has a wanted kind.</summary>
    private bool IsNever(ScanExpression operand, KindFlags wanted, out KindFlags found)
    {
        found = KindsOf(operand, wanted);
        return found != KindFlags.None && (found & wanted) == 0;
    }

    /// <summary>Returns the kinds that the values of an operand may have. They are complete unless one of them is wanted.</summary>
    private KindFlags KindsOf(ScanExpression operand, KindFlags wanted)
    {
        switch (operand.Unnamed)
        {
            case ConstantExpression constant:
                return KindText.FlagsOf(constant.Value.Kind);
            case ArithmeticExpression:
                return KindFlags.Number;
            case AggregateExpression aggregate:
                return aggregate.Chosen is { } chosen ? KindsOf(chosen, wanted) : KindFlags.Number;
            case FunctionExpression function:
                return FunctionKinds.Result(function.Function.Name);
            case CastExpression cast:
                return KindText.FlagsOf(cast.Kind);
            case TruncateExpression or BucketExpression:
                return KindFlags.Date;
            case ComparisonExpression:
                return KindFlags.Boolean;
            case CoalesceExpression coalesce:
                return coalesce.Values.Aggregate(KindFlags.None, (kinds, value) => kinds | KindsOf(value, wanted));
            case CaseExpression choice:
                return choice.Branches.Aggregate(KindsOf(choice.Otherwise, wanted), (kinds, branch) => kinds | KindsOf(branch.Then, wanted));
            case { ValuePath: { } path }:
                var finding = PathKinds.Find(snapshot, path, wanted, isStrict ? KindFinding.Unlimited : PathReview.MostDocuments);
                return finding.Kinds == KindFlags.None || ((finding.Kinds & wanted) == 0 && !finding.IsComplete) ? KindFlags.All : finding.Kinds;
            default:
                return KindFlags.All;
        }
    }

    /// <summary>Adds a warning, unless there is one with the same statement for another literal.</summary>
    private void Warn(ScanExpression operand, string statement, string correction)
    {
        if (operand.Paths.FirstOrDefault() is { } path && !_warnings.Exists(warning => warning.Message.StartsWith(statement, StringComparison.Ordinal)))
        {
            _warnings.Add(new QueryWarning(path, statement + correction));
        }
    }
}
