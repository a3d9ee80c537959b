using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Strings;

namespace Blittable.Reading;

/// <summary>Names in codes of the general symbol table.</summary>
internal readonly struct CodedNames : INameForm
{
    public static uint Flag => ShapeBlock.HasCodedNames;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool MayBe(uint stored, int length) => NameCodesKernel.MayStandFor(stored, length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreEqual(ref byte stored, uint length, ReadOnlySpan<byte> name) =>
        length == 0 || (NameCodesKernel.MayStart(ref stored, name) && NameCodesMemoryKernel.AreEqual(ref stored, length, name));
}
