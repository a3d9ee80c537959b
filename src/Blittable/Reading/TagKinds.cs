using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Maps tags to kinds with a table.</summary>
internal static class TagKinds
{
    // BlittableValueKind, abbreviated so that a table row is a row of tags. X is rejected: no value, or a reference that should have been followed.
    private const byte X = (byte)BlittableValueKind.Undefined;
    private const byte O = (byte)BlittableValueKind.Object;
    private const byte A = (byte)BlittableValueKind.Array;
    private const byte S = (byte)BlittableValueKind.String;
    private const byte N = (byte)BlittableValueKind.Number;
    private const byte T = (byte)BlittableValueKind.True;
    private const byte F = (byte)BlittableValueKind.False;
    private const byte Z = (byte)BlittableValueKind.Null;
    private const byte B = (byte)BlittableValueKind.Binary;

    private static ReadOnlySpan<byte> KindOfTag =>
    [
        N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, // 00 small integers
        N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, // 10
        N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, // 20
        N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, // 30
        S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, // 40 short strings
        S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, // 50
        S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, // 60
        S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, // 70
        N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, // 80 short number texts
        N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, // 90
        Z, F, T, A, O, S, S, N, N, N, N, N, N, N, N, N, // A0 literals, empty containers, long strings and number text, integers
        N, N, N, N, N, N, B, B, A, A, A, A, A, A, O, X, // B0 negative integers, floats, binary, extension, arrays, large containers
        O, O, O, O, O, O, O, O, O, X, X, X, S, S, S, X, // C0 objects, references, dictionary strings
        N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, // D0 decimals, narrow float
        S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, // E0 dates
        S, S, S, S, S, S, S, S, X, X, X, X, X, X, X, X, // F0 dates, encoded strings
    ];

    /// <summary>Returns the kind, or <see cref="BlittableValueKind.Undefined"/> if no value has the tag.</summary>
    public static BlittableValueKind Of(byte tag) => (BlittableValueKind)KindOfTag[tag];

    /// <summary>Returns the kind of the value or number array element at an address. If the document is empty, the kind is undefined.</summary>
    /// <exception cref="BlittableException">No value is located at the address.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static BlittableValueKind At(ReadOnlySpan<byte> document, int address)
    {
        var tag = RawBytes.ReadTag(document, address);
        var kind = Of(tag);
        return kind == BlittableValueKind.Undefined && !document.IsEmpty ? WithoutTag(document, address, tag) : kind;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static BlittableValueKind WithoutTag(ReadOnlySpan<byte> document, int address, byte tag)
    {
        if (address >= 0)
        {
            ThrowHelper.InvalidTag(tag, "the tag of a value", address);
        }

        return NumberArrayElement.Kind(document, address);
    }
}
