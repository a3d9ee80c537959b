using System.Globalization;
using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>Represents the result rows of a query over the events, for comparing systems by labels, values and order.</summary>
internal sealed class EventRows(IEnumerable<object?[]> rows)
{
    /// <summary>The relative tolerance for numbers that one of the systems computes with doubles.</summary>
    private const double Tolerance = 1e-10;

    private readonly List<object?[]> _rows = [.. rows.Select(row => Array.ConvertAll(row, EventValue.Normalize))];

    public int Count => _rows.Count;

    public static EventRows Of(QueryTable table) =>
        new(Enumerable.Range(0, table.Count).Select(row => Array.ConvertAll(table.GetRow(row).ToArray(), value => (object?)value)));

    public static EventRows Of(params object?[] row) => new([row]);

    /// <summary>Compares the rows with the rows of another system.</summary>
    /// <returns>null if the rows are equal; otherwise, the first difference.</returns>
    public string? Difference(EventRows other, EventQuery query) => Difference(other, query.Keys, query.OrderedBy);

    /// <summary>Compares the rows with the rows of another system.</summary>
    /// <param name="other">The rows of the other system.</param>
    /// <param name="keys">The number of leading columns that identify a row.</param>
    /// <param name="orderedBy">The column that the rows are ordered by first, or null if their order is unspecified.</param>
    /// <returns>null if the rows are equal; otherwise, the first difference.</returns>
    public string? Difference(EventRows other, int keys, int? orderedBy)
    {
        if (_rows.Count != other._rows.Count)
        {
            return $"{_rows.Count} rows and {other._rows.Count} rows";
        }

        var (mine, others) = (InOrder(keys, orderedBy), other.InOrder(keys, orderedBy));
        for (var row = 0; row < mine.Count; row++)
        {
            if (mine[row].Length != others[row].Length)
            {
                return $"{mine[row].Length} columns and {others[row].Length} columns";
            }

            for (var column = 0; column < mine[row].Length; column++)
            {
                // The requested order must hold in the original rows, before rows with equal order values are sorted by their keys.
                var isOrder = orderedBy == column;
                var (left, right) = (mine[row][column], others[row][column]);
                if (!AreEqual(left, right) || (isOrder && !AreEqual(_rows[row][column], other._rows[row][column])))
                {
                    return string.Create(CultureInfo.InvariantCulture, $"row {row}, column {column}: {left ?? "null"} and {right ?? "null"}");
                }
            }
        }

        return null;
    }

    /// <summary>Returns the rows in the order of the query. Rows whose order is unspecified are sorted by their keys.</summary>
    private List<object?[]> InOrder(int keys, int? orderedBy)
    {
        if (orderedBy is not { } ordered || ordered < keys)
        {
            return orderedBy is null ? [.. _rows.OrderBy(row => KeyOf(row, keys), StringComparer.Ordinal)] : _rows;
        }

        var runs = new int[_rows.Count];
        for (var row = 1; row < runs.Length; row++)
        {
            runs[row] = runs[row - 1] + (AreEqual(_rows[row - 1][ordered], _rows[row][ordered]) ? 0 : 1);
        }

        return [.. _rows.Select((row, at) => (row, at)).OrderBy(pair => runs[pair.at]).ThenBy(pair => KeyOf(pair.row, keys), StringComparer.Ordinal).Select(pair => pair.row)];
    }

    private static string KeyOf(object?[] row, int keys) =>
        string.Join('\u0001', row.Take(keys).Select(cell => string.Create(CultureInfo.InvariantCulture, $"{cell}")));

    private static bool AreEqual(object? left, object? right) => (left, right) switch
    {
        (decimal a, decimal b) => a == b || AreEqual(a, b),
        (double a, decimal b) => AreClose(a, (double)b),
        (decimal a, double b) => AreClose((double)a, b),
        (double a, double b) => AreClose(a, b),
        _ => Equals(left, right),
    };

    /// <summary>Determines whether two numbers are equal in all digits of the shorter one. Applies to means, which have at least twelve digits after the
    /// point.</summary>
    private static bool AreEqual(decimal left, decimal right)
    {
        const int meanDigits = 12;
        var digits = Math.Min(left.Scale, right.Scale);
        return left.Scale != right.Scale && digits >= meanDigits && Math.Abs(left - right) <= new decimal(1, 0, 0, isNegative: false, (byte)digits);
    }

    private static bool AreClose(double left, double right) => Math.Abs(left - right) <= Tolerance * Math.Max(Math.Abs(left), Math.Abs(right));
}
