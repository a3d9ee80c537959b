using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>The size of a table in which a window of bytes is looked up, so that the compiler makes code for each.</summary>
internal interface IWindowTable
{
    /// <summary>Looks up the places of a window.</summary>
    /// <param name="tables">Tables that begin at a cache line.</param>
    /// <param name="offset">Where one of them begins.</param>
    /// <param name="index">The indices to look up.</param>
    static abstract Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index);
}
