namespace Blittable.Crash.Simulation;

/// <summary>Determines the commits that a power cut must not undo: those acknowledged before the last flush of the file that has the name on disk.</summary>
/// <remarks>After a flush that failed, a flush does not preserve the bytes written before it: the system considers them clean. Flushes count again once a writer
/// has written a superblock.</remarks>
internal sealed class FlushedCommits
{
    /// <summary>The offset of the first byte behind both superblocks.</summary>
    private const long FirstBlock = 8192;

    private readonly HashSet<ulong> _failed = [];
    private readonly Dictionary<ulong, int> _done = [];
    private readonly Dictionary<string, ulong> _names = [];
    private Dictionary<string, ulong> _certain = [];

    /// <summary>Adds a record.</summary>
    /// <param name="record">The request of the writer.</param>
    /// <param name="done">The last commit acknowledged before it.</param>
    public void Apply(DiskRecord record, int done)
    {
        switch (record.Kind)
        {
            case 'N' when !_names.ContainsKey(record.From):
                _names[record.From] = record.Inode;
                _done[record.Inode] = 0;
                break;
            case 'F':
                _failed.Add(record.Inode);
                break;
            case 'W' when record.Offset < FirstBlock:
                _failed.Remove(record.Inode);
                break;
            case 'S' when !_failed.Contains(record.Inode):
                _done[record.Inode] = done;
                break;
            case 'R':
                _names.Remove(record.From, out var moved);
                _names[record.To] = moved;
                break;
            case 'L':
                _names[record.To] = _names[record.From];
                break;
            case 'U':
                _names.Remove(record.From);
                break;
            case 'D':
                _certain = new Dictionary<string, ulong>(_names);
                break;
        }
    }

    /// <summary>Gets the last commit of a file that a power cut must not undo.</summary>
    public int Of(string path) => _certain.TryGetValue(path, out var inode) ? _done.GetValueOrDefault(inode) : 0;
}
