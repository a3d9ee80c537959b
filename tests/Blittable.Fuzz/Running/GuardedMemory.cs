using System.Buffers;
using System.Runtime.InteropServices;

namespace Blittable.Fuzz.Running;

/// <summary>Room for inputs between two pages that cannot be accessed, so that a read before or after an input ends the process where it happens.</summary>
/// <remarks>
/// <code>
/// page without access | room, a multiple of the page | page without access
/// </code>
/// An input that starts where the room starts shows reads before it, an input that ends where the room ends shows reads after it. Where the system has
/// no <c>mprotect</c>, the pages are like any others.
/// </remarks>
internal sealed unsafe class GuardedMemory : MemoryManager<byte>
{
    private const int NoAccess = 0, ReadAndWrite = 3;

    private static readonly nuint Page = (nuint)Environment.SystemPageSize;

    private readonly byte* _pages;
    private readonly nuint _room;

    /// <summary>Allocates the pages.</summary>
    /// <param name="capacity">Bytes of the longest input; rounded up to whole pages.</param>
    public GuardedMemory(int capacity)
    {
        _room = ((nuint)capacity + Page - 1) / Page * Page;
        _pages = (byte*)NativeMemory.AlignedAlloc(_room + (2 * Page), Page);
        Protect(NoAccess);
        Capacity = (int)_room;
    }

    /// <summary>Gets the bytes that the room has.</summary>
    public int Capacity { get; }

    /// <summary>Copies an input into the room.</summary>
    /// <param name="input">At most <see cref="Capacity"/> bytes.</param>
    /// <param name="atEnd">Whether the input ends where the room ends; otherwise the input starts where the room starts.</param>
    /// <returns>The input in the room, until the next call.</returns>
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
