using System.Globalization;
using System.Text;
using Blittable.Collections.Numbers;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Converts a value to another kind.</summary>
internal sealed class CastExpression : MappedExpression
{
    private readonly QueryValueKind _kind;

    public CastExpression(ScanExpression source, QueryValueKind kind)
        : base(source)
    {
        if (kind is not (QueryValueKind.Number or QueryValueKind.String or QueryValueKind.Date or QueryValueKind.Boolean))
        {
            throw new ArgumentOutOfRangeException(nameof(kind), kind, "Values can be cast only to numbers, strings, dates and Booleans.");
        }

        _kind = kind;
    }

    public QueryValueKind Kind => _kind;

    public override string ToString() => $"cast({Source} as {_kind.ToString().ToLowerInvariant()})";

    protected override QueryValue Map(in QueryValue value) => value.Kind == _kind ? value : (_kind, value.Kind) switch
    {
        (_, QueryValueKind.Null) => QueryValue.Null,
        (QueryValueKind.String, _) => QueryValue.FromText(value.ToString()),
        (QueryValueKind.Number, QueryValueKind.Boolean) => value.GetBoolean() ? 1 : 0,
        (QueryValueKind.Number, QueryValueKind.String) => ToNumber(value.GetString()),
        (QueryValueKind.Boolean, QueryValueKind.Number) => !value.Number.IsZero,
        (QueryValueKind.Boolean, QueryValueKind.String) => value.GetString() switch { "true" => true, "false" => false, _ => QueryValue.Null },
        (QueryValueKind.Date, QueryValueKind.String) => Dates.Iso8601.TryParse(value.GetString(), out var date, out _) ? date : QueryValue.Null,
        _ => QueryValue.Null,
    };

    /// <summary>Parses a number in JSON syntax or more leniently: with surrounding white space, a plus sign, or no digit on one side of the point.</summary>
    private static QueryValue ToNumber(string text)
    {
        if (ExactNumber.TryParse(Encoding.UTF8.GetBytes(text), out var number, out _))
        {
            return QueryValue.FromNumber(number);
        }

        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out _))
        {
            return QueryValue.Null;
        }

        text = text.Trim();
        var isNegative = text[0] == '-';
        var digits = (isNegative || text[0] == '+' ? text[1..] : text).TrimStart('0');
        var end = digits.AsSpan().IndexOfAny('e', 'E');
        var (mantissa, exponent) = end < 0 ? (digits, "") : (digits[..end], digits[end..]);
        mantissa = (mantissa.StartsWith('.') || mantissa.Length == 0 ? "0" : "") + mantissa.TrimEnd('.');
        return ExactNumber.TryParse(Encoding.UTF8.GetBytes((isNegative ? "-" : "") + mantissa + exponent), out number, out _)
            ? QueryValue.FromNumber(number)
            : QueryValue.Null;
    }
}
