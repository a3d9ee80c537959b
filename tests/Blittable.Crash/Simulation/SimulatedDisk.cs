namespace Blittable.Crash.Simulation;

/// <summary>A disk with one folder: which files and names it has for certain, and which it may have lost when the power goes.</summary>
/// <remarks>
/// The model is harsher than Linux with ext4 or XFS: what follows a file's last flush may be there in any part and any order, sector by sector; a name is certain only
/// when the <em>folder</em> was flushed, whatever was flushed of the file. Changes of names reach the disk in their order, as a journaling file system has it.
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

    /// <summary>Writes the files that a loss of power leaves to another folder.</summary>
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
