using System.Runtime.InteropServices;

namespace Blittable.Benchmarks.Storage;

/// <summary>One parameter or result column, as <c>MYSQL_BIND</c> of MariaDB Connector/C 3 lays it out.</summary>
/// <remarks>
/// On a 64-bit machine, offsets in bytes:
/// <code>
///   0  unsigned long *length      8  my_bool *is_null     16  void *buffer      24  my_bool *error
///  32  five pointers and lengths that the library keeps for itself
///  64  unsigned long buffer_length   (72 .. 95 internal)
///  96  enum enum_field_types buffer_type   (100 error_value)   101  my_bool is_unsigned   (102 .. 111 internal)
/// 112
/// </code>
/// </remarks>
[StructLayout(LayoutKind.Explicit, Size = 112)]
internal unsafe struct MariaDbBind
{
    /// <summary>Where the value's length in bytes is read from (a parameter) or written to (a column).</summary>
    [FieldOffset(0)]
    public CULong* Length;

    /// <summary>Where a column's being NULL is written.</summary>
    [FieldOffset(8)]
    public byte* IsNull;

    [FieldOffset(16)]
    public byte* Buffer;

    [FieldOffset(24)]
    public byte* Error;

    [FieldOffset(64)]
    public CULong BufferLength;

    [FieldOffset(96)]
    public MariaDbType Type;

    [FieldOffset(101)]
    public byte IsUnsigned;
}
