using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Columns;

/// <summary>Creates a new file for each run and returns the elapsed time. Allocating memory before the run and deleting the file afterwards are not
/// timed.</summary>
/// <param name="make">Creates the file at a path.</param>
/// <param name="workers">The number of threads that create the file.</param>
internal sealed class NewFile(Action<string> make, int workers = 1)
{
    /// <summary>The size of the previous file in bytes.</summary>
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
