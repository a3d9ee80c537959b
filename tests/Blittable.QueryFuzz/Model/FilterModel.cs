using System.Text.Json;
using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>A filter: its meaning, and its form for the library.</summary>
internal abstract partial record FilterModel
{
    /// <summary>Gets the paths in the filter.</summary>
    public abstract IEnumerable<PathModel> Paths { get; }

    /// <summary>Gets the filters within the filter, for a smaller case.</summary>
    public virtual IEnumerable<FilterModel> Parts => [];

    public abstract bool Passes(Row row);

    public abstract Filter ToLibrary();

    /// <summary>Returns the values that a filter tests: all values at a path, or the result of another expression.</summary>
    private static IEnumerable<Value> Values(Row row, ExpressionModel expression) =>
        expression is ExpressionModel.Path path ? row.ValuesAt(path.Value) : [expression.Evaluate(row)];

    internal sealed record Compare(PathModel Path, FilterOperator Operator, Literal Literal) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => [Path];

        public override bool Passes(Row row) => row.ValuesAt(Path).Any(value => Comparison.Passes(value, Operator, Literal.Value));

        public override Filter ToLibrary() => Filter.Where(Path.Text, Operator, Literal.Query);

        public override string ToString() => $"Filter.Where({Path}, FilterOperator.{Operator}, {Literal})";
    }

    internal sealed record CompareExpression(ExpressionModel Expression, FilterOperator Operator, Literal Literal) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Expression.Paths;

        public override bool Passes(Row row) => Comparison.Passes(Expression.Evaluate(row), Operator, Literal.Value);

        public override Filter ToLibrary() => Filter.Where(Expression.ToLibrary(), Operator, Literal.Query);

        public override string ToString() => $"Filter.Where({Expression}, FilterOperator.{Operator}, {Literal})";
    }

    internal sealed record In(ExpressionModel Expression, Literal[] Literals) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Expression.Paths;

        public override bool Passes(Row row) => Values(row, Expression).Any(value => Comparison.IsIn(value, Literals.Select(literal => literal.Value)));

        public override Filter ToLibrary() => Filter.In(Expression.ToLibrary(), Literals.Select(literal => literal.Query));

        public override string ToString() => $"Filter.In({Expression}, new QueryValue[] {{ {string.Join(", ", (object[])Literals)} }})";
    }

    internal sealed record InLookup(ExpressionModel Expression, LookupModel Table) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Expression.Paths;

        public override bool Passes(Row row) => Values(row, Expression).Any(Table.Contains);

        public override Filter ToLibrary() => Filter.In(Expression.ToLibrary(), Table.ToLibrary());

        public override string ToString() => $"Filter.In({Expression}, {Table})";
    }

    internal sealed record InTuples(ExpressionModel[] Expressions, TupleLookupModel Table) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Expressions.SelectMany(expression => expression.Paths);

        public override bool Passes(Row row) => Table.TryFind(Array.ConvertAll(Expressions, expression => expression.Evaluate(row)), out _);

        public override Filter ToLibrary() => Filter.In(Array.ConvertAll(Expressions, expression => expression.ToLibrary()), Table.ToLibrary());

        public override string ToString() => $"Filter.In([{string.Join(", ", (object[])Expressions)}], {Table})";
    }

    /// <summary>A semijoin, which passes values that another query has at a path.</summary>
    internal sealed record InScan(ExpressionModel Expression, ScanModel Other) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Expression.Paths;

        public override bool Passes(Row row) => Values(row, Expression).Any(value => Comparison.IsIn(value, Other.Values));

        public override Filter ToLibrary() => Other.ToFilter(Expression.ToLibrary());

        public override string ToString() => $"Filter.In({Expression}, {Other})";
    }

    internal sealed record Exists(PathModel Path) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => [Path];

        public override bool Passes(Row row) => row.ValuesAt(Path).Any(value => value.Kind != Kind.Missing);

        public override Filter ToLibrary() => Filter.Exists(Path.Text);

        public override string ToString() => $"Filter.Exists({Path})";
    }

    internal sealed record Contains(PathModel Path, string Json) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => [Path];

        public override bool Passes(Row row)
        {
            using var part = JsonDocument.Parse(Json);
            return row.ElementsAt(Path).Any(value => JsonContainment.Contains(value, part.RootElement));
        }

        public override Filter ToLibrary() => Filter.Contains(Path.Text, Json);

        public override string ToString() => $"Filter.Contains({Path}, {Literal.Quote(Json)})";
    }

    internal sealed record Compound(bool IsAll, FilterModel[] Filters) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Filters.SelectMany(filter => filter.Paths);

        public override IEnumerable<FilterModel> Parts => Filters;

        public override bool Passes(Row row) => IsAll ? Filters.All(filter => filter.Passes(row)) : Filters.Any(filter => filter.Passes(row));

        public override Filter ToLibrary()
        {
            var filters = Array.ConvertAll(Filters, filter => filter.ToLibrary());
            return IsAll ? Filter.All(filters) : Filter.Any(filters);
        }

        public override string ToString() => $"Filter.{(IsAll ? "All" : "Any")}({string.Join(", ", (object[])Filters)})";
    }

    internal sealed record Not(FilterModel Operand) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Operand.Paths;

        public override IEnumerable<FilterModel> Parts => [Operand];

        public override bool Passes(Row row) => !Operand.Passes(row);

        public override Filter ToLibrary() => Filter.Not(Operand.ToLibrary());

        public override string ToString() => $"Filter.Not({Operand})";
    }
}
