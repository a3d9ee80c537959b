namespace Blittable.Arrow.Reading;

/// <summary>Collects the columns that cannot be imported, so that all of them are reported at once.</summary>
/// <param name="skips">Whether such columns are left out; otherwise they end the import.</param>
internal sealed class ColumnFaults(bool skips)
{
    private readonly List<(string Column, string Reason, Exception? Fault)> _faults = [];

    /// <summary>Gets the columns so far, as text.</summary>
    public IReadOnlyList<string> Descriptions => [.. _faults.Select(fault => $"'{fault.Column}': {fault.Reason}")];

    /// <summary>Adds a column.</summary>
    public void Add(string column, string reason, Exception? fault = null) => _faults.Add((column, reason, fault));

    /// <summary>Ends the import if columns are missing that are not to be skipped, or all are.</summary>
    /// <exception cref="BlittableException">A column cannot be imported; the message names all of them.</exception>
    public void Check(int remaining)
    {
        if (_faults.Count > 0 && (!skips || remaining == 0))
        {
            var hint = remaining == 0 ? "No other column is left to import." : "Skip unreadable columns to import the rest.";
            throw new BlittableException(
                BlittableErrorCode.WrongKind,
                $"{(_faults.Count == 1 ? "A column" : $"{_faults.Count} columns")} cannot be imported. {string.Join("; ", Descriptions)}. {hint}",
                innerException: _faults[0].Fault);
        }
    }
}
