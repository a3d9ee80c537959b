using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Names in UTF-8.</summary>
internal readonly struct PlainNames : INameForm
{
    public static uint Flag => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool MayBe(uint stored, int length) => stored == (uint)length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreEqual(ref byte stored, uint length, ReadOnlySpan<byte> name) =>
        RawBytes.AreEqual(ref stored, ref MemoryMarshal.GetReference(name), (uint)name.Length);
}
