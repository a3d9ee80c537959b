using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>Makes files and their names durable, or throws if they may not be.</summary>
/// <remarks>
/// <para>
/// On Unix, this class calls <c>fsync</c> directly, because <c>FileStream.Flush(true)</c> and <c>RandomAccess.FlushToDisk</c> do not report its failures in
/// .NET 10. The runtime's native shim assigns the <em>comparison</em> <c>fsync(fd) &lt; 0</c> to its result, which is therefore 1 after a failure, while the
/// managed caller checks for a result below 0. A commit that the disk rejected would be acknowledged.
/// </para>
/// <para>The function is resolved from the symbols of the process rather than from <c>libc</c>, so libraries interposed with <c>LD_PRELOAD</c> are called
/// too. Tests use this to make <c>fsync</c> fail.</para>
/// <para>After a failure, the kernel may drop the bytes and report success on the next call. A file that could not be flushed must not be used further.</para>
/// </remarks>
internal static unsafe class DurableFile
{
    private const int Interrupted = 4;
    private const int BadValue = 22;

    /// <summary>ENOTSUP on Linux and on macOS.</summary>
    private const int NotSupported = 95;
    private const int NotSupportedByMac = 45;

    /// <summary>F_FULLFSYNC on macOS, which also flushes the cache of the drive; <c>fsync</c> does not.</summary>
    private const int FullSync = 51;

    /// <summary>O_CLOEXEC on Linux and on macOS. O_RDONLY is 0 on both.</summary>
    private const int CloseOnExecute = 0x80000;
    private const int CloseOnExecuteOfMac = 0x1000000;

    /// <summary>O_DIRECT on Linux, and its required alignment of addresses, lengths and offsets.</summary>
    private const int DirectOfX64 = 0x4000;
    private const int DirectOfArm64 = 0x10000;
    private const int DirectUnit = 4096;

    private static readonly delegate* unmanaged<int, int> s_sync = (delegate* unmanaged<int, int>)Find("fsync");
    private static readonly delegate* unmanaged<int, int, int> s_control = (delegate* unmanaged<int, int, int>)Find("fcntl");
    private static readonly delegate* unmanaged<byte*, int, int> s_open = (delegate* unmanaged<byte*, int, int>)Find("open");
    private static readonly delegate* unmanaged<int, byte*, nuint, long, nint> s_read = (delegate* unmanaged<int, byte*, nuint, long, nint>)Find("pread");
    private static readonly delegate* unmanaged<int, int> s_close = (delegate* unmanaged<int, int>)Find("close");

    /// <summary>Flushes all bytes of a file to disk.</summary>
    /// <exception cref="IOException">The bytes may not be on disk.</exception>
    public static void Flush(FileStream file)
    {
        file.Flush(flushToDisk: false);
        Flush(file.SafeFileHandle, file.Name);
    }

    /// <summary>Flushes the names of files created, renamed or deleted in a folder to disk. Does nothing on Windows, which has no such call and journals
    /// names.</summary>
    /// <param name="path">A file in the folder.</param>
    /// <exception cref="IOException">The names may not be on disk.</exception>
    public static void FlushFolderOf(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        var descriptor = Open(folder, OperatingSystem.IsMacOS() ? CloseOnExecuteOfMac : CloseOnExecute);
        if (descriptor < 0)
        {
            throw Failure(Marshal.GetLastSystemError(), folder);
        }

        try
        {
            // File systems that cannot flush a folder report it, and offer no other way to make names durable.
            if (Sync(descriptor) is not 0 and var error and not (BadValue or NotSupported or NotSupportedByMac))
            {
                throw Failure(error, folder);
            }
        }
        finally
        {
            _ = s_close(descriptor);
        }
    }

    /// <summary>Renames a file within its folder, replacing an existing file, and flushes the name to disk.</summary>
    /// <param name="from">The file, whose bytes must have been flushed.</param>
    /// <param name="to">The new name.</param>
    /// <exception cref="IOException">The file cannot be renamed, or a power failure may restore the old name.</exception>
    public static void Rename(string from, string to)
    {
        File.Move(from, to, overwrite: true);
        FlushFolderOf(to);
    }

    /// <summary>Reads the start of a file from disk, bypassing the system's cache, which may contain data that a failed flush did not write to disk.</summary>
    /// <param name="path">The file.</param>
    /// <param name="length">The number of bytes to read, a multiple of 4,096.</param>
    /// <returns>The bytes; empty if the system or the file system does not support this.</returns>
    public static ReadOnlyMemory<byte> ReadFromDisk(string path, int length)
    {
        var direct = RuntimeInformation.ProcessArchitecture switch
        {
            Architecture.X64 => DirectOfX64,
            Architecture.Arm64 => DirectOfArm64,
            _ => 0,
        };
        if (!OperatingSystem.IsLinux() || direct == 0)
        {
            return default;
        }

        var descriptor = Open(path, CloseOnExecute | direct);
        if (descriptor < 0)
        {
            return default;
        }

        var buffer = (byte*)NativeMemory.AlignedAlloc((nuint)length, DirectUnit);
        try
        {
            return s_read(descriptor, buffer, (nuint)length, 0) == length ? new ReadOnlySpan<byte>(buffer, length).ToArray() : default;
        }
        finally
        {
            NativeMemory.AlignedFree(buffer);
            _ = s_close(descriptor);
        }
    }

    private static int Open(string path, int flags)
    {
        var name = Marshal.StringToCoTaskMemUTF8(path);
        try
        {
            return s_open((byte*)name, flags);
        }
        finally
        {
            Marshal.FreeCoTaskMem(name);
        }
    }

    private static void Flush(SafeFileHandle file, string path)
    {
        if (OperatingSystem.IsWindows())
        {
            // FlushFileBuffers, whose failures the runtime reports.
            RandomAccess.FlushToDisk(file);
            return;
        }

        var isHeld = false;
        try
        {
            file.DangerousAddRef(ref isHeld);
            if (Sync((int)file.DangerousGetHandle()) is not 0 and var error)
            {
                throw Failure(error, path);
            }
        }
        finally
        {
            if (isHeld)
            {
                file.DangerousRelease();
            }
        }
    }

    /// <returns>0, or the error number.</returns>
    private static int Sync(int descriptor)
    {
        // Not every file system on macOS supports F_FULLFSYNC.
        if (OperatingSystem.IsMacOS() && s_control(descriptor, FullSync) == 0)
        {
            return 0;
        }

        while (s_sync(descriptor) != 0)
        {
            if (Marshal.GetLastSystemError() is var error and not Interrupted)
            {
                return error;
            }
        }

        return 0;
    }

    private static IOException Failure(int error, string path) =>
        new($"'{path}' could not be flushed to the disk: {Marshal.GetPInvokeErrorMessage(error)}. The latest writes may be lost.", error);

    private static nint Find(string name) => OperatingSystem.IsWindows() ? 0 : NativeLibrary.GetExport(NativeLibrary.GetMainProgramHandle(), name);
}
