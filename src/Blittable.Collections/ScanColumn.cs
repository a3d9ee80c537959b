using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Dates;

namespace Blittable.Collections;

/// <summary>Represents the values at one path in the rows of a batch. Not thread-safe.</summary>
/// <remarks>If all values have the same kind, they can be read as a span without checking each one.</remarks>
public sealed class ScanColumn
{
    private readonly PathPlan _path;
    private readonly List<QueryValue> _values = [];
    private PathValues? _columns;

    internal ScanColumn(PathPlan path, string name)
    {
        _path = path;
        Name = name;
    }

    /// <summary>Gets the column name: the path, the expression, or the name given to it.</summary>
    public string Name { get; }

    /// <summary>Gets the path, or the document root for an expression.</summary>
    public BlittablePath Path => _path.Path;

    /// <summary>Gets the value of a row. Objects and arrays are returned as JSON.</summary>
    public QueryValue this[int row] => _columns is null ? _values[row] : _columns[row];

    /// <summary>Gets the numbers as mantissas of a common scale, if all rows have exact numbers.</summary>
    /// <param name="mantissas">The mantissas.</param>
    /// <param name="scale">The common number of fraction digits.</param>
    public bool TryGetMantissas(out ReadOnlySpan<long> mantissas, out int scale)
    {
        mantissas = default;
        scale = 0;
        if (_columns?.Numbers() is not { AreMantissas: true, HasNulls: false } numbers)
        {
            return false;
        }

        mantissas = numbers.Mantissas;
        scale = numbers.Scale;
        return true;
    }

    /// <summary>Gets the numbers as the nearest doubles, if all rows have numbers that are stored as doubles. The numbers themselves may have more
    /// digits.</summary>
    public bool TryGetDoubles(out ReadOnlySpan<double> values)
    {
        values = default;
        if (_columns?.Numbers() is not { HasDoubles: true, HasNulls: false } numbers)
        {
            return false;
        }

        values = numbers.Doubles;
        return true;
    }

    /// <summary>Gets the strings as dictionary entries and codes, if all rows have strings that are not dates.</summary>
    /// <param name="strings">The strings, valid until the next batch.</param>
    public bool TryGetStrings(out StringBatch? strings)
    {
        strings = null;
        if (_columns is not { HasOnlyStrings: true } || _columns.Strings() is not { HasNulls: false } read)
        {
            return false;
        }

        strings = read;
        return true;
    }

    /// <summary>Gets the text form of the dates, if all rows with values have dates with a common form and offset.</summary>
    public bool TryGetDateForm(out DateTextForm form)
    {
        form = default;
        return _columns is { AreDocuments: false, HasOnlyDates: true } && _columns.TryGetCommonDateForm(out var bits) && DateUnit.TryUnpackForm(bits, out form);
    }

    /// <summary>Copies the dates as microseconds since 1970-01-01T00:00:00Z, treating local times as UTC. Returns <see langword="false"/> if a row has no date,
    /// or a date that is not a whole number of microseconds in 64 bits.</summary>
    /// <param name="microseconds">Receives one number for each row of the batch.</param>
    /// <exception cref="ArgumentException">The span is shorter than the batch.</exception>
    public bool TryCopyUnixMicroseconds(Span<long> microseconds)
    {
        if (_columns is not { AreDocuments: false, HasOnlyDates: true })
        {
            return false;
        }

        var dates = _columns.Dates(out var validity);
        if (dates.Length > microseconds.Length)
        {
            throw new ArgumentException("The span is shorter than the batch.", nameof(microseconds));
        }

        return _columns.DateUnitRead < DateUnit.Nanoseconds && !_columns.HasDateRests && MaskKernel.Count(validity) == dates.Length
            && DateUnit.TryToUnixMicroseconds(dates, _columns.DateUnitRead, microseconds);
    }

    /// <summary>Moves to the current chunk group of a cursor, reading from columns if possible.</summary>
    /// <returns>True if the values must be read from documents.</returns>
    internal bool MoveTo(GroupCursor cursor)
    {
        _values.Clear();
        var isInDocuments = _path.Expression is null && !cursor.IsUnnested
            && (_path.HasContainers || _path[cursor.StripeIndex].Coverage == PathCoverage.Documents);
        _columns = isInDocuments ? null : cursor.Values(_path);
        return isInDocuments;
    }

    internal void AddDocument(BlittableValue root) =>
        _values.Add(_path.Path.TryEvaluate(root, out var value) ? QueryValue.FromValue(value) : QueryValue.Null);
}
