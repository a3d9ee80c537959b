namespace Blittable.Arrow.Reading;

/// <summary>Collects the columns that cannot be imported, to report all of them in one error.</summary>
/// <param name="skips">true to skip such columns; false to fail the import.</param>
internal sealed class ColumnFaults(bool skips)
{
    private readonly List<(string Column, string Reason, Exception? Fault)> _faults = [];

    /// <summary>Gets a value that indicates whether such columns are skipped.</summary>
    public bool Skips => skips;

    /// <summary>Gets a description of each collected column, with the reason.</summary>
    public IReadOnlyList<string> Descriptions => [.. _faults.Select(fault => $"'{fault.Column}': {fault.Reason}")];

    /// <summary>Adds a column.</summary>
    public void Add(string column, string reason, Exception? fault = null) => _faults.Add((column, reason, fault));

    /// <summary>Throws if columns were collected and must not be skipped, or if no columns remain.</summary>
    /// <exception cref="BlittableException">Columns cannot be imported. The message names all of them.</exception>
    public void Check(int remaining)
    {
        if (_faults.Count > 0 && (!skips || remaining == 0))
        {
            var hint = remaining == 0 ? "There are no other columns to import." : "Skip unreadable columns to import the rest.";
            throw new BlittableException(
                BlittableErrorCode.WrongKind,
                $"{(_faults.Count == 1 ? "A column" : $"{_faults.Count} columns")} cannot be imported. {string.Join("; ", Descriptions)}. {hint}",
                innerException: _faults[0].Fault);
        }
    }
}
