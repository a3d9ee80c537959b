using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Columns;

/// <summary>Makes a new file each time and says how long it took; to fetch memory for it before and to delete it after are not timed.</summary>
/// <param name="make">Makes it at a path.</param>
/// <param name="workers">The threads that it does so with.</param>
internal sealed class NewFile(Action<string> make, int workers = 1)
{
    /// <summary>The bytes of the file before.</summary>
    private long _size;

    public TimeSpan Time()
    {
        HostMemory.Fetch(_size, Math.Min(workers, Machine.Cores.Count));
        var path = FileTimer.NewPath();
        var time = FileTimer.Time(() => make(path));
        _size = new FileInfo(path).Length;
        File.Delete(path);
        return time;
    }
}
