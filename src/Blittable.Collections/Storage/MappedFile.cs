using System.Buffers;
using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>Represents a file mapped for reading. Memory obtained from it must not be used after it is disposed.</summary>
/// <remarks>
/// The length of the mapping is fixed when the file is mapped. The file must not be truncated while it is mapped: reading past its end terminates the process.
/// </remarks>
internal sealed unsafe partial class MappedFile : IDisposable
{
    /// <summary>MADV_HUGEPAGE on Linux: data that is not yet in the page cache is read in huge pages, which take one page fault each.</summary>
    private const int HugePageAdvice = 14;

    /// <summary>The size of a huge page. It is a multiple of the alignment that any operating system requires for the start of a mapping.</summary>
    private const int Alignment = 1 << 21;

    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte* _start;
    private readonly long _first;
    private bool _disposed;

    /// <summary>Maps an open file, which may be closed afterwards.</summary>
    /// <param name="handle">The file.</param>
    /// <param name="first">The first byte that is needed.</param>
    public MappedFile(SafeFileHandle handle, long first = 0)
    {
        _file = Map(handle, out var length);
        Length = length;
        _first = first - (first % Alignment);
        _view = _file.CreateViewAccessor(_first, Length - _first, MemoryMappedFileAccess.Read);
        byte* start = null;
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
        _start = start + _view.PointerOffset;
        if (OperatingSystem.IsLinux())
        {
            // The call fails without huge pages, which is harmless.
            _ = Advise(_start, (nuint)(Length - _first), HugePageAdvice);
        }
    }

    /// <summary>Gets the length of the file in bytes when it was mapped.</summary>
    public long Length { get; }

    /// <summary>Returns a slice of at most 2 GB, valid until the mapping is disposed.</summary>
    public ReadOnlyMemory<byte> Slice(long offset, int length)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        if (offset < _first || length < 0 || offset > Length - length)
        {
            throw new ArgumentOutOfRangeException(nameof(offset), offset, $"The {length} bytes at this offset are not within the {Length} mapped bytes.");
        }

        return new Part(_start + (offset - _first), length).Memory;
    }

    public void Dispose()
    {
        if (!_disposed)
        {
            _disposed = true;
            _view.SafeMemoryMappedViewHandle.ReleasePointer();
            _view.Dispose();
            _file.Dispose();
        }
    }

    /// <summary>Maps the current length of a file. A writer may extend the file in the meantime, in which case .NET rejects the mapping and it is
    /// retried.</summary>
    private static MemoryMappedFile Map(SafeFileHandle handle, out long length)
    {
        while (true)
        {
            length = RandomAccess.GetLength(handle);
            try
            {
                return MemoryMappedFile.CreateFromFile(handle, mapName: null, length, MemoryMappedFileAccess.Read, HandleInheritability.None, leaveOpen: true);
            }
            catch (ArgumentOutOfRangeException) when (RandomAccess.GetLength(handle) != length)
            {
                // Try again.
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "madvise")]
    private static partial int Advise(byte* start, nuint length, int advice);

    /// <summary>Represents memory that is never moved and needs no pinning.</summary>
    private sealed class Part(byte* start, int length) : MemoryManager<byte>
    {
        public override Span<byte> GetSpan() => new(start, length);

        public override MemoryHandle Pin(int elementIndex = 0) => new(start + elementIndex);

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
