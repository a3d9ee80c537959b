using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections;

/// <summary>Keeps a second writer away from a file, in this process and in others. Readers do not look at it.</summary>
/// <remarks>
/// On Linux the lock is of the open file description: one of the process, which <see cref="FileStream.Lock"/> takes, would let writers of the same process
/// pass, and would go as soon as anybody in the process closes the file, a reader for example.
/// </remarks>
internal static partial class WriterLock
{
    /// <summary>A byte that no file has.</summary>
    private const long LockedByte = long.MaxValue - 1;

    /// <summary>F_OFD_SETLK, F_WRLCK, EACCES and EAGAIN of Linux.</summary>
    private const int SetLock = 37;
    private const short WriteLock = 1;
    private const int AccessDenied = 13;
    private const int TryAgain = 11;

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
                    ? $"Expected a collection that nobody writes to, found '{file.Name}' open in another writer."
                    : $"'{file.Name}' cannot be locked: {Marshal.GetPInvokeErrorMessage(error)}.");
            }
        }
        else if (OperatingSystem.IsLinux() || OperatingSystem.IsWindows())
        {
            file.Lock(LockedByte, 1);
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
