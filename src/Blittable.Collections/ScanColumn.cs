using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Dates;

namespace Blittable.Collections;

/// <summary>Holds the values at one path in the rows of a batch. One thread at a time may use it.</summary>
/// <remarks>Where all values are of one kind, they can be read as decoded, without a check of each.</remarks>
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

    /// <summary>Gets the path, the expression, or the name given.</summary>
    public string Name { get; }

    /// <summary>Gets the path; of an expression the document's root.</summary>
    public BlittablePath Path => _path.Path;

    /// <summary>Gets a row's value; objects and arrays as JSON.</summary>
    public QueryValue this[int row] => _columns is null ? _values[row] : _columns[row];

    /// <summary>Gets the numbers as mantissas of one scale, where all rows have exact numbers.</summary>
    /// <param name="mantissas">The mantissas.</param>
    /// <param name="scale">The fraction digits of all of them.</param>
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

    /// <summary>Gets the nearest doubles of the numbers, where all rows have numbers and these were stored with them. The numbers themselves may have more
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

    /// <summary>Gets the strings as entries and codes, where all rows have strings that are not dates.</summary>
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

    /// <summary>Gets the text form of the dates, where all rows that have values have dates that were stored with one form and offset.</summary>
    public bool TryGetDateForm(out DateTextForm form)
    {
        form = default;
        return _columns is { AreDocuments: false, HasOnlyDates: true } && _columns.TryGetCommonDateForm(out var bits) && DateUnit.TryUnpackForm(bits, out form);
    }

    /// <summary>
    /// Copies the dates as microseconds since 1970-01-01T00:00:00Z, local times as if they were UTC. Returns false if a row has no date, or one that is no whole
    /// number of microseconds in 64 bits.
    /// </summary>
    /// <param name="microseconds">Receives a number for each row of the batch.</param>
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

    /// <summary>Takes values from columns where it can.</summary>
    /// <returns>Whether they have to come from documents.</returns>
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
