using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>Identifies a file while it is open, regardless of its paths. .NET cannot compare file identities.</summary>
/// <param name="Device">The device or volume.</param>
/// <param name="Number">The number of the file on the device.</param>
internal readonly partial record struct FileIdentity(ulong Device, ulong Number)
{
    /// <summary>AT_FDCWD, AT_EMPTY_PATH and STATX_INO on Linux.</summary>
    private const int CurrentFolder = -100;
    private const int EmptyPath = 0x1000;
    private const uint InodeNumber = 0x100;

    /// <summary>The size of <c>struct statx</c>, and the offsets of its inode number and device numbers.</summary>
    private const int StatusSize = 256;
    private const int InodeOffset = 32;
    private const int DeviceOffset = 136;

    /// <summary>The size of <c>BY_HANDLE_FILE_INFORMATION</c>, and the offsets of its volume serial number and file index.</summary>
    private const int InformationSize = 52;
    private const int VolumeOffset = 28;
    private const int IndexOffset = 44;

    /// <summary>Gets the identity of an open file; null if the operating system does not report it.</summary>
    public static FileIdentity? Of(SafeFileHandle file)
    {
        Span<byte> bytes = stackalloc byte[StatusSize];
        try
        {
            if (OperatingSystem.IsLinux())
            {
                return GetStatus(file, "", EmptyPath, InodeNumber, ref MemoryMarshal.GetReference(bytes)) == 0
                    ? Read(bytes)
                    : null;
            }

            return OperatingSystem.IsWindows() && GetInformation(file, ref MemoryMarshal.GetReference(bytes[..InformationSize]))
                ? new FileIdentity(BinaryPrimitives.ReadUInt32LittleEndian(bytes[VolumeOffset..]), ReadPair(bytes[IndexOffset..]))
                : null;
        }
        catch (EntryPointNotFoundException)
        {
            // An old C library.
            return null;
        }
    }

    /// <summary>Gets the identity of the file at a path, through links of any kind; null if there is no file, or the operating system does not report it.</summary>
    /// <remarks>On Linux, the file is not opened, because opening a named pipe waits for its other end.</remarks>
    public static FileIdentity? Of(string path)
    {
        // The target of a link may be missing.
        if (!File.Exists(path) || (new FileInfo(path) is { LinkTarget: not null } link && link.ResolveLinkTarget(returnFinalTarget: true) is not { Exists: true }))
        {
            return null;
        }

        if (!OperatingSystem.IsLinux())
        {
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            return Of(file);
        }

        Span<byte> bytes = stackalloc byte[StatusSize];
        try
        {
            return GetStatusAt(CurrentFolder, path, 0, InodeNumber, ref MemoryMarshal.GetReference(bytes)) == 0 ? Read(bytes) : null;
        }
        catch (EntryPointNotFoundException)
        {
            // An old C library.
            return null;
        }
    }

    /// <summary>Determines whether two paths lead to the same existing file, through links of any kind.</summary>
    public static bool AreSame(string path, string other) => Of(path) is { } identity && identity == Of(other);

    private static FileIdentity Read(ReadOnlySpan<byte> status) =>
        new(ReadPair(status[DeviceOffset..]), BinaryPrimitives.ReadUInt64LittleEndian(status[InodeOffset..]));

    private static ulong ReadPair(ReadOnlySpan<byte> bytes) =>
        ((ulong)BinaryPrimitives.ReadUInt32LittleEndian(bytes) << 32) | BinaryPrimitives.ReadUInt32LittleEndian(bytes[sizeof(uint)..]);

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int GetStatus(SafeFileHandle folder, string path, int flags, uint mask, ref byte status);

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int GetStatusAt(int folder, string path, int flags, uint mask, ref byte status);

    [LibraryImport("kernel32", EntryPoint = "GetFileInformationByHandle")]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetInformation(SafeFileHandle file, ref byte information);
}
