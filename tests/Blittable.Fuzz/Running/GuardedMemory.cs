using System.Buffers;
using System.Runtime.InteropServices;

namespace Blittable.Fuzz.Running;

/// <summary>Memory for inputs between two inaccessible pages. A read before or after an input ends the process where it happens.</summary>
/// <remarks>
/// <code>
/// page without access | room, a multiple of the page | page without access
/// </code>
/// An input at the start of the memory reveals reads before it, an input at the end reveals reads after it. On systems without
/// <c>mprotect</c>, the pages are accessible.
/// </remarks>
internal sealed unsafe class GuardedMemory : MemoryManager<byte>
{
    private const int NoAccess = 0, ReadAndWrite = 3;

    private static readonly nuint Page = (nuint)Environment.SystemPageSize;

    private readonly byte* _pages;
    private readonly nuint _room;

    /// <summary>Allocates the pages.</summary>
    /// <param name="capacity">The length of the longest input in bytes, rounded up to whole pages.</param>
    public GuardedMemory(int capacity)
    {
        _room = ((nuint)capacity + Page - 1) / Page * Page;
        _pages = (byte*)NativeMemory.AlignedAlloc(_room + (2 * Page), Page);
        Protect(NoAccess);
        Capacity = (int)_room;
    }

    /// <summary>Gets the size of the accessible memory in bytes.</summary>
    public int Capacity { get; }

    /// <summary>Copies an input into the memory.</summary>
    /// <param name="input">At most <see cref="Capacity"/> bytes.</param>
    /// <param name="atEnd">true to place the input at the end; false to place it at the start.</param>
    /// <returns>The input in the memory, valid until the next call.</returns>
    public Memory<byte> Place(ReadOnlySpan<byte> input, bool atEnd)
    {
        var start = atEnd ? Capacity - input.Length : 0;
        input.CopyTo(GetSpan()[start..]);
        return Memory.Slice(start, input.Length);
    }

    public override Span<byte> GetSpan() => new(_pages + Page, Capacity);

    public override MemoryHandle Pin(int elementIndex = 0) => new(_pages + Page + elementIndex);

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing)
    {
        Protect(ReadAndWrite);
        NativeMemory.AlignedFree(_pages);
    }

    private void Protect(int access)
    {
        if (!OperatingSystem.IsWindows()
            && (ChangeProtection(_pages, Page, access) != 0 || ChangeProtection(_pages + Page + _room, Page, access) != 0))
        {
            throw new InvalidOperationException("The pages around the room cannot be protected.");
        }
    }

    [DllImport("libc", EntryPoint = "mprotect")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ChangeProtection(void* address, nuint length, int access);
}
