using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>Prevents a second writer from opening a file, in this and in other processes. Readers ignore the lock.</summary>
/// <remarks>
/// On Linux, this is an open file description lock. A process lock, as acquired by <see cref="FileStream.Lock"/>, would not exclude writers in the same
/// process. It would also be released as soon as any user in the process, such as a reader, closes the file.
/// </remarks>
internal static partial class WriterLock
{
    /// <summary>The locked byte, which is beyond the end of any file.</summary>
    private const long LockedByte = long.MaxValue - 1;

    /// <summary>F_OFD_GETLK, F_OFD_SETLK, F_WRLCK, F_UNLCK, EACCES and EAGAIN on Linux.</summary>
    private const int GetLock = 36;
    private const int SetLock = 37;
    private const short WriteLock = 1;
    private const short NoLock = 2;
    private const int AccessDenied = 13;
    private const int TryAgain = 11;

    /// <summary>Gets a value that indicates whether the operating system has such locks. Otherwise, use <see cref="LockFile"/>.</summary>
    public static bool IsAvailable => (OperatingSystem.IsLinux() && Environment.Is64BitProcess) || OperatingSystem.IsWindows();

    /// <summary>Acquires the lock, which is released when the file is closed.</summary>
    /// <exception cref="IOException">Another writer holds the lock.</exception>
    /// <exception cref="PlatformNotSupportedException">Not <see cref="IsAvailable"/>.</exception>
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
        else if (OperatingSystem.IsWindows())
        {
            file.Lock(LockedByte, 1);
        }
        else
        {
            throw new PlatformNotSupportedException("File locks are supported only on 64-bit Linux and Windows.");
        }
    }

    /// <summary>Releases the lock. Closing the file also releases it, unless a child process is just being started: until it executes another program, it
    /// shares all open files.</summary>
    public static void Release(FileStream file)
    {
        if (OperatingSystem.IsLinux() && Environment.Is64BitProcess)
        {
            var request = new FileLock { Type = NoLock, Start = LockedByte, Length = 1 };
            _ = Control(file.SafeFileHandle, SetLock, ref request);
        }
    }

    /// <summary>Determines whether the path still refers to the locked file, which may have been replaced before the lock was taken.</summary>
    /// <remarks>.NET cannot compare file identities. Instead, this method locks a random byte far past any end of file and checks whether the path has that
    /// lock.</remarks>
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

    /// <summary>Represents <c>struct flock</c> on 64-bit systems.</summary>
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
