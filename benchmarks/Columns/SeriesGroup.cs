using System.Runtime.InteropServices;
using Blittable.Layout;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Benchmarks.Columns;

/// <summary>Specifies the position of a group in a file and its time range. The directory of groups is at the end of the file, so a filter by time opens no
/// other group.</summary>
/// <remarks>
/// <code>
/// 0  i64  offset
/// 8  i64  least time
/// 16 i64  greatest time
/// 24 i32  bytes
/// 28 i32  bytes before compression, or 0
/// </code>
/// The last entry is followed by <c>u32 groups, u32 CRC-32C of the directory</c>.
/// </remarks>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct SeriesGroup(long Offset, long LeastTime, long GreatestTime, int Length, int RawLength)
{
    private const int TailSize = 2 * sizeof(uint);

    /// <summary>Returns the bytes of a directory, which end the file.</summary>
    public static IReadOnlyList<ReadOnlyMemory<byte>> Directory(SeriesGroup[] groups)
    {
        var directory = MemoryMarshal.AsBytes(groups.AsSpan()).ToArray();
        uint[] tail = [(uint)groups.Length, Crc32C.Compute(directory)];
        return [directory, MemoryMarshal.AsBytes(tail.AsSpan()).ToArray()];
    }

    /// <summary>Reads the directory of a file.</summary>
    public static SeriesGroup[] ReadDirectory(SafeFileHandle file)
    {
        var end = RandomAccess.GetLength(file) - TailSize;
        var tail = new uint[2];
        RandomAccess.Read(file, MemoryMarshal.AsBytes(tail.AsSpan()), end);
        var groups = new SeriesGroup[tail[0]];
        var directory = MemoryMarshal.AsBytes(groups.AsSpan());
        RandomAccess.Read(file, directory, end - directory.Length);
        return Crc32C.Compute(directory) == tail[1] ? groups : throw new InvalidDataException("The directory of the series is damaged.");
    }

    public bool Overlaps((long Low, long High)? range) => range is not var (low, high) || (LeastTime <= high && GreatestTime >= low);
}
