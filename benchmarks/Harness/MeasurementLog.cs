namespace Blittable.Benchmarks.Harness;

/// <summary>Stores measurements in a text file, one per line: group, cell and figures, separated by tabs.</summary>
/// <remarks>A suite with many cells takes long. With a log, it can run in parts, and an interruption loses only the measurement in progress.</remarks>
internal sealed class MeasurementLog
{
    private const char Separator = '\t';

    private readonly string? _path;
    private readonly ILookup<(string Group, string Cell), Measurement> _kept;

    /// <param name="path">The file, which need not exist; null stores nothing.</param>
    public MeasurementLog(string? path)
    {
        _path = path;
        IEnumerable<string> lines = File.Exists(path) ? File.ReadLines(path) : [];
        _kept = lines
            .Select(line => line.Split(Separator))
            .Where(fields => fields.Length == 3)
            .ToLookup(fields => (fields[0], fields[1]), fields => Measurement.FromLine(fields[2]));
    }

    /// <summary>Returns the measurements of a cell in earlier runs.</summary>
    public IEnumerable<Measurement> Of(Cell cell) => _kept[(cell.Group, cell.Name)];

    public void Keep(Cell cell, Measurement measurement)
    {
        if (_path is not null)
        {
            File.AppendAllText(_path, $"{cell.Group}{Separator}{cell.Name}{Separator}{measurement.ToLine()}\n");
        }
    }
}
