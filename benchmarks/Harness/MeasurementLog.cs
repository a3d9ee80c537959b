namespace Blittable.Benchmarks.Harness;

/// <summary>Measurements in a text file, a line each: group, cell and figures, with tabs between them.</summary>
/// <remarks>A suite of many cells takes long; with a log it can be run in parts, and what a run was cut off in is all that is lost.</remarks>
internal sealed class MeasurementLog
{
    private const char Separator = '\t';

    private readonly string? _path;
    private readonly ILookup<(string Group, string Cell), Measurement> _kept;

    /// <param name="path">The file, which need not be there yet; null keeps nothing.</param>
    public MeasurementLog(string? path)
    {
        _path = path;
        IEnumerable<string> lines = File.Exists(path) ? File.ReadLines(path) : [];
        _kept = lines
            .Select(line => line.Split(Separator))
            .Where(fields => fields.Length == 3)
            .ToLookup(fields => (fields[0], fields[1]), fields => Measurement.FromLine(fields[2]));
    }

    /// <summary>What earlier runs found for a cell.</summary>
    public IEnumerable<Measurement> Of(Cell cell) => _kept[(cell.Group, cell.Name)];

    public void Keep(Cell cell, Measurement measurement)
    {
        if (_path is not null)
        {
            File.AppendAllText(_path, $"{cell.Group}{Separator}{cell.Name}{Separator}{measurement.ToLine()}\n");
        }
    }
}
