namespace Blittable.Crash.Simulation;

/// <summary>A disk with one folder, whose files and names are either durable or may be lost in a power failure.</summary>
/// <remarks>
/// The model is harsher than Linux with ext4 or XFS: any part of what follows a file's last flush may be present, in any order. A name is
/// durable only after the <em>folder</em> was flushed, regardless of flushes of the file. Name changes reach the disk in order, as in a journaling
/// file system.
/// </remarks>
internal sealed class SimulatedDisk
{
    private readonly Dictionary<ulong, SimulatedFile> _files = [];
    private readonly Dictionary<string, SimulatedFile> _names = [];
    private readonly List<Action<Dictionary<string, SimulatedFile>>> _unflushed = [];
    private Dictionary<string, SimulatedFile> _flushed = [];

    public void Apply(DiskRecord record)
    {
        switch (record.Kind)
        {
            case 'N' when !_names.ContainsKey(record.From):
                var file = _files[record.Inode] = new SimulatedFile();
                Rename(names => names[record.From] = file);
                break;
            case 'W':
                _files[record.Inode].Write(record.Offset, record.Bytes);
                break;
            case 'S':
                _files[record.Inode].Flush();
                break;
            case 'F':
                _files[record.Inode].Drop();
                break;
            case 'D':
                _flushed = new Dictionary<string, SimulatedFile>(_names);
                _unflushed.Clear();
                break;
            case 'R':
                Rename(names =>
                {
                    names.Remove(record.From, out var moved);
                    names[record.To] = moved!;
                });
                break;
            case 'L':
                Rename(names => names[record.To] = names[record.From]);
                break;
            case 'U':
                Rename(names => names.Remove(record.From));
                break;
        }
    }

    /// <summary>Writes the files that a power failure leaves to another folder.</summary>
    public void CutPower(Random random, string folder)
    {
        var names = new Dictionary<string, SimulatedFile>(_flushed);
        foreach (var change in _unflushed.Take(random.Next(_unflushed.Count + 1)))
        {
            change(names);
        }

        foreach (var (name, file) in names)
        {
            File.WriteAllBytes(Path.Combine(folder, Path.GetFileName(name)), file.AfterPowerCut(random));
        }
    }

    private void Rename(Action<Dictionary<string, SimulatedFile>> change)
    {
        change(_names);
        _unflushed.Add(change);
    }
}
