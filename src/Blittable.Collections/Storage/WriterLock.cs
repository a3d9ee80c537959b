using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>Keeps a second writer away from a file, in this process and in others. Readers do not look at it.</summary>
/// <remarks>
/// On Linux the lock is of the open file description: one of the process, which <see cref="FileStream.Lock"/> takes, would let writers of the same process
/// pass, and would go as soon as anybody in the process closes the file, a reader for example.
/// </remarks>
internal static partial class WriterLock
{
    /// <summary>A byte that no file has.</summary>
    private const long LockedByte = long.MaxValue - 1;

    /// <summary>F_OFD_GETLK, F_OFD_SETLK, F_WRLCK, F_UNLCK, EACCES and EAGAIN of Linux.</summary>
    private const int GetLock = 36;
    private const int SetLock = 37;
    private const short WriteLock = 1;
    private const short NoLock = 2;
    private const int AccessDenied = 13;
    private const int TryAgain = 11;

    /// <summary>Gets a value that indicates whether the system has locks that tell a file of a writer at work from one that was left behind.</summary>
    public static bool IsAvailable => (OperatingSystem.IsLinux() && Environment.Is64BitProcess) || OperatingSystem.IsWindows();

    /// <summary>Takes the lock, which goes when the file is closed.</summary>
    /// <exception cref="IOException">Another writer has it.</exception>
    public static void Take(FileStream file)
    {
        if (OperatingSystem.IsLinux() && Environment.Is64BitProcess)
        {
            var request = new FileLock { Type = WriteLock, Start = LockedByte, Length = 1 };
            if (Control(file.SafeFileHandle, SetLock, ref request) != 0)
            {
                var error = Marshal.GetLastPInvokeError();
                throw new IOException(error is AccessDenied or TryAgain
                    ? $"'{file.Name}' is already open for writing."
                    : $"'{file.Name}' cannot be locked: {Marshal.GetPInvokeErrorMessage(error)}.");
            }
        }
        else if (OperatingSystem.IsLinux() || OperatingSystem.IsWindows())
        {
            file.Lock(LockedByte, 1);
        }
    }

    /// <summary>Gives the lock back. A file that is closed does that too, unless another process has been started a moment before: until that one becomes
    /// another program, it has all files open that this one had.</summary>
    public static void Release(FileStream file)
    {
        if (OperatingSystem.IsLinux() && Environment.Is64BitProcess)
        {
            var request = new FileLock { Type = NoLock, Start = LockedByte, Length = 1 };
            _ = Control(file.SafeFileHandle, SetLock, ref request);
        }
    }

    /// <summary>Determines whether a file that was locked is still the one that its path leads to, and not one that was replaced before the lock was taken.</summary>
    /// <remarks>The framework does not tell files apart. So the file gets a lock at a place of its own, far past any end, and the path is asked for
    /// it.</remarks>
    public static bool IsAt(string path, FileStream file)
    {
        if (!OperatingSystem.IsLinux() || !Environment.Is64BitProcess)
        {
            return true;
        }

        var mark = new FileLock { Type = WriteLock, Start = Random.Shared.NextInt64(LockedByte / 2, LockedByte), Length = 1 };
        if (Control(file.SafeFileHandle, SetLock, ref mark) != 0)
        {
            return true;
        }

        try
        {
            using var other = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var seen = mark;
            return Control(other, GetLock, ref seen) != 0 || seen.Type != NoLock;
        }
        catch (FileNotFoundException)
        {
            return false;
        }
        finally
        {
            mark.Type = NoLock;
            _ = Control(file.SafeFileHandle, SetLock, ref mark);
        }
    }

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int Control(SafeFileHandle file, int command, ref FileLock request);

    /// <summary><c>struct flock</c> of 64-bit systems.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct FileLock
    {
        public short Type;
        public short Whence;
        public long Start;
        public long Length;
        public int Process;
    }
}
