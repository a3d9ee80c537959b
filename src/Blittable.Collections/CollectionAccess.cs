namespace Blittable.Collections;

/// <summary>Specifies how a <see cref="CollectionReader"/> reads its file.</summary>
/// <remarks>
/// <para>Superblocks, footers and directories are read by system calls in both cases, and their failure is an <see cref="IOException"/>.</para>
/// <para>docs/SECURITY.md lists what ends a process that has mapped a file, by operating system.</para>
/// </remarks>
public enum CollectionAccess : byte
{
    /// <summary>Maps the file into memory. Blocks are read in place, without a copy, and the system's cache is the only one. The file must stay readable and must not be
    /// shortened while it is open: a page that cannot be read ends the process.</summary>
    Mapped,

    /// <summary>Copies blocks into memory by system calls and keeps up to 64 MB of them. A file that is shortened or cannot be read is an
    /// <see cref="IOException"/>. Use it for files on removable or network drives, for damaged disks, and for files that other programs may truncate.</summary>
    RandomAccess,
}
