using System.Text.Json;
using System.Text.RegularExpressions;
using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>A filter: what it means, and how the library is asked.</summary>
internal abstract record FilterModel
{
    /// <summary>Gets the paths in it.</summary>
    public abstract IEnumerable<PathModel> Paths { get; }

    /// <summary>Gets the filters in it, for a smaller case.</summary>
    public virtual IEnumerable<FilterModel> Parts => [];

    public abstract bool Passes(Row row);

    public abstract Filter ToLibrary();

    /// <summary>Returns the texts that a filter of texts sees: dates are texts, too.</summary>
    private static IEnumerable<string> Texts(Row row, PathModel path) =>
        row.ValuesAt(path).Where(value => value.Kind is Kind.String or Kind.Date).Select(value => value.Text!);

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

    internal sealed record In(PathModel Path, Literal[] Literals) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => [Path];

        public override bool Passes(Row row) => row.ValuesAt(Path).Any(value => Comparison.IsIn(value, Literals.Select(literal => literal.Value)));

        public override Filter ToLibrary() => Filter.In(Path.Text, Literals.Select(literal => literal.Query));

        public override string ToString() => $"Filter.In({Path}, new QueryValue[] {{ {string.Join(", ", (object[])Literals)} }})";
    }

    internal sealed record InLookup(ExpressionModel Expression, LookupModel Table) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Expression.Paths;

        public override bool Passes(Row row) => (Expression is ExpressionModel.Path path ? row.ValuesAt(path.Value) : [Expression.Evaluate(row)]).Any(Table.Contains);

        public override Filter ToLibrary() => Filter.In(Expression.ToLibrary(), Table.ToLibrary());

        public override string ToString() => $"Filter.In({Expression}, {Table})";
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

    internal sealed record Like(PathModel Path, string Pattern, bool IgnoreCase) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => [Path];

        public override bool Passes(Row row) => Texts(row, Path).Any(text => LikeMatcher.Matches(text, Pattern, IgnoreCase));

        public override Filter ToLibrary() => Filter.Like(Path.Text, Pattern, IgnoreCase);

        public override string ToString() => $"Filter.Like({Path}, {Literal.Quote(Pattern)}, {(IgnoreCase ? "true" : "false")})";
    }

    /// <summary>A text within strings, or at their end.</summary>
    internal sealed record Text(PathModel Path, string Part, bool IsEnd) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => [Path];

        public override bool Passes(Row row) =>
            Texts(row, Path).Any(text => IsEnd ? text.EndsWith(Part, StringComparison.Ordinal) : text.Contains(Part, StringComparison.Ordinal));

        public override Filter ToLibrary() => IsEnd ? Filter.EndsWith(Path.Text, Part) : Filter.HasText(Path.Text, Part);

        public override string ToString() => $"Filter.{(IsEnd ? "EndsWith" : "HasText")}({Path}, {Literal.Quote(Part)})";
    }

    internal sealed record Matches(PathModel Path, string Pattern) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => [Path];

        public override bool Passes(Row row) => Texts(row, Path).Any(text => Regex.IsMatch(text, Pattern, RegexOptions.CultureInvariant));

        public override Filter ToLibrary() => Filter.Matches(Path.Text, Pattern);

        public override string ToString() => $"Filter.Matches({Path}, {Literal.Quote(Pattern)})";
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
