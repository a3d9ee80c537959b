using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>The size of a table in which a window of bytes is looked up, so that the compiler makes code for each.</summary>
internal interface IWindowTable
{
    static abstract Vector512<byte> Lookup(ref byte table, Vector512<byte> index);
}
