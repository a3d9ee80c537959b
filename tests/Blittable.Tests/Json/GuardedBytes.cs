using System.Runtime.InteropServices;

namespace Blittable.Tests.Json;

/// <summary>Bytes that end at a page boundary followed by an inaccessible page. Ordinary bytes if the system does not support such pages.</summary>
internal sealed unsafe class GuardedBytes : IDisposable
{
    private const int NoAccess = 0;

    private readonly byte* _pages;
    private readonly nuint _page = (nuint)Environment.SystemPageSize;
    private readonly nuint _readable;

    public GuardedBytes(ReadOnlySpan<byte> bytes)
    {
        Length = bytes.Length;
        _readable = ((nuint)Length / _page + 1) * _page;
        _pages = (byte*)NativeMemory.AlignedAlloc(_readable + _page, _page);
        Protect(NoAccess);
        Start = _pages + _readable - Length;
        bytes.CopyTo(new Span<byte>(Start, Length));
    }

    public byte* Start { get; }

    public int Length { get; }

    public ReadOnlySpan<byte> Span => new(Start, Length);

    /// <summary>Replaces the bytes by others, at most as many, which end at the page boundary too.</summary>
    public ReadOnlySpan<byte> Hold(ReadOnlySpan<byte> bytes)
    {
        var held = new Span<byte>(Start, Length)[(Length - bytes.Length)..];
        bytes.CopyTo(held);
        return held;
    }

    public void Dispose()
    {
        const int ReadAndWrite = 3;
        Protect(ReadAndWrite);
        NativeMemory.AlignedFree(_pages);
    }

    private void Protect(int access)
    {
        if (OperatingSystem.IsLinux() && ChangeProtection(_pages + _readable, _page, access) != 0)
        {
            throw new InvalidOperationException("The page cannot be protected.");
        }
    }

    [DllImport("libc", EntryPoint = "mprotect")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ChangeProtection(void* address, nuint length, int access);
}
