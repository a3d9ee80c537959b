namespace Blittable.Benchmarks.Dates;

/// <summary>Represents room for records encoded by C, and the pointers to their starts. The garbage collector does not move either.</summary>
/// <param name="count">The maximum number of records.</param>
/// <param name="bytes">The maximum number of bytes.</param>
internal sealed class ReferenceRecords(int count, int bytes)
{
    public byte[] Buffer { get; } = GC.AllocateArray<byte>(bytes, pinned: true);

    public nint[] Starts { get; } = GC.AllocateArray<nint>(count, pinned: true);
}
