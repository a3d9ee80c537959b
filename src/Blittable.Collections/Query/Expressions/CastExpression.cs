using System.Globalization;

namespace Blittable.Collections;

/// <summary>A value brought to another kind.</summary>
internal sealed class CastExpression : MappedExpression
{
    private readonly QueryValueKind _kind;

    public CastExpression(ScanExpression source, QueryValueKind kind)
        : base(source)
    {
        if (kind is not (QueryValueKind.Number or QueryValueKind.String or QueryValueKind.Date or QueryValueKind.Boolean))
        {
            throw new ArgumentOutOfRangeException(nameof(kind), kind, "Values become numbers, strings, dates or booleans.");
        }

        _kind = kind;
    }

    public override string ToString() => $"cast({Source} as {_kind.ToString().ToLowerInvariant()})";

    protected override QueryValue Map(in QueryValue value) => value.Kind == _kind ? value : (_kind, value.Kind) switch
    {
        (_, QueryValueKind.Null) => QueryValue.Null,
        (QueryValueKind.String, _) => QueryValue.FromString(value.ToString()),
        (QueryValueKind.Number, QueryValueKind.Boolean) => value.GetBoolean() ? 1 : 0,
        (QueryValueKind.Number, QueryValueKind.String) => ToNumber(value.GetString()),
        (QueryValueKind.Boolean, QueryValueKind.Number) => value.GetDouble() != 0,
        (QueryValueKind.Boolean, QueryValueKind.String) => value.GetString() switch { "true" => true, "false" => false, _ => QueryValue.Null },
        (QueryValueKind.Date, QueryValueKind.String) => Dates.Iso8601.TryParse(value.GetString(), out var date, out _) ? date : QueryValue.Null,
        _ => QueryValue.Null,
    };

    private static QueryValue ToNumber(string text) =>
        decimal.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var exact) ? exact
        : double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number) ? number
        : QueryValue.Null;
}
