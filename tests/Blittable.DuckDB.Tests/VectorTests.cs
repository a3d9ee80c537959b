using System.Runtime.InteropServices;
using Blittable.DuckDB.Scanning;
using DuckDB.NET.Native;

namespace Blittable.DuckDB.Tests;

/// <summary>Tests the strings that are written to vectors.</summary>
public sealed class VectorTests
{
    [Fact]
    public void Bytes_that_are_not_UTF8_become_replacement_characters()
    {
        using var session = new Session();
        using var type = NativeMethods.LogicalType.DuckDBCreateLogicalType(DuckDBType.Varchar);
        using var chunk = NativeMethods.DataChunks.DuckDBCreateDataChunk([type.DangerousGetHandle()], 1);
        var vector = NativeMethods.DataChunks.DuckDBDataChunkGetVector(chunk, 0);
        var data = NestedKernel.DataOf(vector);

        // A string of up to 12 bytes is stored in the vector, a longer one at an address.
        NestedKernel.WriteString(vector, data, 0, [0xFF, (byte)'a']);
        NestedKernel.WriteString(vector, data, 1, [.. "not inlined: "u8, 0xED, 0xA0, 0x80]);
        NestedKernel.WriteString(vector, data, 2, "größer"u8);

        Assert.Equal("\uFFFDa", Read(0));
        Assert.Equal("not inlined: \uFFFD\uFFFD\uFFFD", Read(1));
        Assert.Equal("größer", Read(2));

        string Read(int row)
        {
            var place = data + (row * 16);
            var length = Marshal.ReadInt32(place);
            return Marshal.PtrToStringUTF8(length <= 12 ? place + 4 : Marshal.ReadIntPtr(place + 8), length);
        }
    }
}
