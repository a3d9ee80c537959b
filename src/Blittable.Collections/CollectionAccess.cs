namespace Blittable.Collections;

/// <summary>Specifies how a <see cref="CollectionReader"/> reads its file.</summary>
/// <remarks>
/// <para>Superblocks, footers and directories are always read by system calls; failures throw <see cref="IOException"/>.</para>
/// <para>docs/SECURITY.md lists the conditions that terminate a process with a mapped file, by operating system.</para>
/// </remarks>
public enum CollectionAccess : byte
{
    /// <summary>Maps the file into memory. Blocks are read in place, and only the operating system caches them. The file must stay readable and must not be
    /// truncated while it is open: an unreadable page terminates the process.</summary>
    Mapped,

    /// <summary>Copies blocks into memory by system calls and caches up to 64 MB of them. A truncated or unreadable file throws <see cref="IOException"/>. Use
    /// this for files on removable or network drives, for damaged disks, and for files that other programs may truncate.</summary>
    RandomAccess,
}
