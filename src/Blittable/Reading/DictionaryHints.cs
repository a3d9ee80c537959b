using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Where a name stands in the shapes of a dictionary. A shape with a number never changes, so only the dictionary has to be compared.</summary>
/// <remarks>Threads write places as they find them: any two that write one of the same shape write the same.</remarks>
internal sealed class DictionaryHints
{
    /// <summary>Shapes that can be remembered: those whose number takes one byte.</summary>
    public const int ShapeCount = Varint.MaxOneByte + 1;

    /// <summary>The hints of no dictionary.</summary>
    public static readonly DictionaryHints None = new(new object());

    private Places _next;

    /// <param name="shapesOwner">The dictionary's <see cref="DictionarySnapshot.ShapesOwner"/>.</param>
    public DictionaryHints(object shapesOwner) => ShapesOwner = shapesOwner;

    /// <summary>Which dictionary's shapes they are.</summary>
    public object ShapesOwner { get; }

    /// <summary>The ordinal of the name behind this one in shape <paramref name="number"/>, which must be less than <see cref="ShapeCount"/>; 0 where
    /// it is not known.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint Next(uint number) => _next[(int)number];

    /// <summary>Remembers a place; those beyond the first 65,535 names are searched each time.</summary>
    public void Remember(uint number, int ordinal) => _next[(int)number] = ordinal < ushort.MaxValue ? (ushort)(ordinal + 1) : (ushort)0;

    [InlineArray(ShapeCount)]
    private struct Places
    {
        private ushort _first;
    }
}
