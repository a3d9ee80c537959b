using Blittable.Collections.Query.Filters;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Language;

/// <summary>Represents a condition on groups that is bound to the result columns when the query runs. Immutable.</summary>
internal abstract class GroupCondition
{
    /// <summary>Binds the condition to the columns of a result.</summary>
    /// <exception cref="BlittableException">A column does not exist, or the condition requires documents.</exception>
    public abstract ResultCondition Bind(IReadOnlyList<string> columns);

    /// <summary>Returns the condition as a filter on the expressions of the columns, to review the kinds that it compares, or <see langword="null"/> if it is not
    /// valid for documents.</summary>
    public Filter? Review(IReadOnlyList<string> columns, IReadOnlyList<ScanExpression> expressions)
    {
        try
        {
            return ToFilter(columns, expressions);
        }
        catch (BlittableException)
        {
            return null;
        }
    }

    /// <summary>Returns the condition as text.</summary>
    public abstract override string ToString();

    protected abstract Filter ToFilter(IReadOnlyList<string> columns, IReadOnlyList<ScanExpression> expressions);

    /// <summary>Compares one column.</summary>
    internal sealed class OfColumn(string column, FilterOperator comparison, QueryValue value) : GroupCondition
    {
        private readonly ComparePredicate _predicate = new(comparison, value);

        public override string ToString() => $"{column} {_predicate}";

        public override ResultCondition Bind(IReadOnlyList<string> columns) => ResultCondition.Of(columns, column, _predicate);

        protected override Filter ToFilter(IReadOnlyList<string> columns, IReadOnlyList<ScanExpression> expressions) =>
            Filter.Where(expressions[ColumnNames.IndexOf(columns, column)], comparison, value);
    }

    /// <summary>Represents query text.</summary>
    internal sealed class OfText : GroupCondition
    {
        private readonly string _text;
        private readonly (string Name, QueryValue Value)[] _parameters;
        private readonly QuerySyntax _syntax;

        /// <exception cref="BlittableException">The text is not a valid condition.</exception>
        public OfText(string text, (string Name, QueryValue Value)[] parameters)
        {
            (_text, _parameters) = (text, parameters);
            _syntax = QueryParser.ParseCondition(text);
        }

        public override string ToString() => _text;

        public override ResultCondition Bind(IReadOnlyList<string> columns) => ResultCondition.Parse(_syntax, columns, _text, new QueryBinder(_text, _parameters));

        protected override Filter ToFilter(IReadOnlyList<string> columns, IReadOnlyList<ScanExpression> expressions)
        {
            var names = new QueryBinder(_text, _parameters);
            return new QueryBinder(_text, _parameters, syntax => ResultCondition.IndexOf(syntax, columns, names) is >= 0 and var index ? expressions[index] : null)
                .Filter(_syntax);
        }
    }
}
