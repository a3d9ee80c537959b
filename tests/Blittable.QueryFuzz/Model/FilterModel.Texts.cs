using System.Text.RegularExpressions;
using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <content>Filters of strings.</content>
internal abstract partial record FilterModel
{
    /// <summary>Returns the strings that a string filter sees. Dates are strings, too.</summary>
    private static IEnumerable<string> Texts(Row row, ExpressionModel expression) =>
        Values(row, expression).Where(value => value.Kind is Kind.String or Kind.Date).Select(value => value.Text!);

    internal sealed record Like(ExpressionModel Expression, string Pattern, bool IgnoreCase) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Expression.Paths;

        public override bool Passes(Row row) => Texts(row, Expression).Any(text => LikeMatcher.Matches(text, Pattern, IgnoreCase));

        public override Filter ToLibrary() => Filter.Like(Expression.ToLibrary(), Pattern, IgnoreCase);

        public override string ToString() => $"Filter.Like({Expression}, {Literal.Quote(Pattern)}, {(IgnoreCase ? "true" : "false")})";
    }

    /// <summary>A filter for a part of a string, or its end.</summary>
    internal sealed record Text(ExpressionModel Expression, string Part, bool IsEnd) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Expression.Paths;

        public override bool Passes(Row row) =>
            Texts(row, Expression).Any(text => IsEnd ? text.EndsWith(Part, StringComparison.Ordinal) : text.Contains(Part, StringComparison.Ordinal));

        public override Filter ToLibrary() => IsEnd ? Filter.EndsWith(Expression.ToLibrary(), Part) : Filter.HasText(Expression.ToLibrary(), Part);

        public override string ToString() => $"Filter.{(IsEnd ? "EndsWith" : "HasText")}({Expression}, {Literal.Quote(Part)})";
    }

    internal sealed record Matches(ExpressionModel Expression, string Pattern) : FilterModel
    {
        public override IEnumerable<PathModel> Paths => Expression.Paths;

        public override bool Passes(Row row) => Texts(row, Expression).Any(text => Regex.IsMatch(text, Pattern, RegexOptions.CultureInvariant));

        public override Filter ToLibrary() => Filter.Matches(Expression.ToLibrary(), Pattern);

        public override string ToString() => $"Filter.Matches({Expression}, {Literal.Quote(Pattern)})";
    }
}
