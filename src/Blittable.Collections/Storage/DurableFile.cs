using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>Makes files and their names survive a loss of power, or says that they may not.</summary>
/// <remarks>
/// <para>
/// On Unix this calls <c>fsync</c> itself. <c>FileStream.Flush(true)</c> and <c>RandomAccess.FlushToDisk</c> must not be used instead: in .NET 10 they do not
/// report that it failed. The runtime's native shim assigns the <em>comparison</em> <c>fsync(fd) &lt; 0</c> to its result, which is therefore 1 after a
/// failure, and the managed side looks for a result below 0. A commit would be acknowledged that the disk has refused.
/// </para>
/// <para>The function is looked up among the symbols of the process instead of those of <c>libc</c>, so that a library that is interposed with
/// <c>LD_PRELOAD</c> is called too: the tests fail <c>fsync</c> that way.</para>
/// <para>After a failure the kernel may drop the bytes and report success the next time. A file that could not be flushed must be given up.</para>
/// </remarks>
internal static unsafe class DurableFile
{
    private const int Interrupted = 4;
    private const int BadValue = 22;

    /// <summary>ENOTSUP of Linux and of macOS.</summary>
    private const int NotSupported = 95;
    private const int NotSupportedByMac = 45;

    /// <summary>F_FULLFSYNC of macOS: the drive writes out its own cache too, which <c>fsync</c> does not ask for there.</summary>
    private const int FullSync = 51;

    /// <summary>O_CLOEXEC of Linux and of macOS; both have O_RDONLY as 0.</summary>
    private const int CloseOnExecute = 0x80000;
    private const int CloseOnExecuteOfMac = 0x1000000;

    /// <summary>O_DIRECT of Linux, and what it wants addresses, lengths and offsets to be multiples of.</summary>
    private const int DirectOfX64 = 0x4000;
    private const int DirectOfArm64 = 0x10000;
    private const int DirectUnit = 4096;

    private static readonly delegate* unmanaged<int, int> s_sync = (delegate* unmanaged<int, int>)Find("fsync");
    private static readonly delegate* unmanaged<int, int, int> s_control = (delegate* unmanaged<int, int, int>)Find("fcntl");
    private static readonly delegate* unmanaged<byte*, int, int> s_open = (delegate* unmanaged<byte*, int, int>)Find("open");
    private static readonly delegate* unmanaged<int, byte*, nuint, long, nint> s_read = (delegate* unmanaged<int, byte*, nuint, long, nint>)Find("pread");
    private static readonly delegate* unmanaged<int, int> s_close = (delegate* unmanaged<int, int>)Find("close");

    /// <summary>Waits until the disk has all bytes of a file.</summary>
    /// <exception cref="IOException">The disk may not have them.</exception>
    public static void Flush(FileStream file)
    {
        file.Flush(flushToDisk: false);
        Flush(file.SafeFileHandle, file.Name);
    }

    /// <summary>Waits until the disk has the names in a folder: of files that were made, renamed or deleted there. Does nothing on Windows, which
    /// has no such call and writes names to a journal.</summary>
    /// <param name="path">A file of the folder.</param>
    /// <exception cref="IOException">The disk may not have them.</exception>
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
            // File systems that cannot flush a folder say so; they have no other way to make a name last either.
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

    /// <summary>Gives a file another name in its folder, over one that may have it, and waits until the disk has the name.</summary>
    /// <param name="from">The file, whose bytes have been flushed.</param>
    /// <param name="to">Its new name.</param>
    /// <exception cref="IOException">It could not be renamed, or a loss of power may bring the old name back.</exception>
    public static void Rename(string from, string to)
    {
        File.Move(from, to, overwrite: true);
        FlushFolderOf(to);
    }

    /// <summary>Reads the start of a file from the disk, past the system's cache, which may have what a failed flush has not brought to the disk.</summary>
    /// <param name="path">The file.</param>
    /// <param name="length">The bytes to read, a multiple of 4,096.</param>
    /// <returns>The bytes; none where the system or the file system has no such way to read.</returns>
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
            // FlushFileBuffers, whose failure the runtime does report.
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

    /// <returns>0, or the error.</returns>
    private static int Sync(int descriptor)
    {
        // Not every file system of macOS has the stronger call.
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
        new($"'{path}' could not be flushed to the disk: {Marshal.GetPInvokeErrorMessage(error)}. What was written last may be lost.", error);

    private static nint Find(string name) => OperatingSystem.IsWindows() ? 0 : NativeLibrary.GetExport(NativeLibrary.GetMainProgramHandle(), name);
}
