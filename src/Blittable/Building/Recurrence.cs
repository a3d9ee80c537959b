using System.Runtime.CompilerServices;

namespace Blittable.Building;

/// <summary>Tells whether values of one kind, such as objects of one shape, are worth looking up, by how many were found again lately in this document.</summary>
/// <remarks>
/// A look-up may wait for memory, and what has a child that nothing else has never comes again. Where hardly any was found, one value in
/// some is looked up all the same, so that it is noticed when others come. <see cref="Gain"/> judges a whole technique by bytes; this is for many kinds, and
/// small.
/// </remarks>
internal struct Recurrence
{
    /// <summary>Look-ups that are judged together; half of them count with those that follow.</summary>
    public const int Window = 240;

    /// <summary>One look-up in so many has to find something.</summary>
    public const int Share = 64;

    /// <summary>Of so many values one is looked up where too few were found; a power of two.</summary>
    public const int Trials = 16;

    private int _document;
    private byte _lookedUp;
    private byte _found;
    private byte _skipped;
    private bool _isRare;

    /// <summary>Whether the next value is to be looked up, and remembered for later ones.</summary>
    /// <param name="document">The number of its document. Another one begins anew: what a document becomes does not depend on those before it.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsWorthwhile(int document)
    {
        if (_document != document)
        {
            this = default;
            _document = document;
        }

        return !_isRare || (++_skipped & (Trials - 1)) == 0;
    }

    /// <summary>Learns from a look-up that <see cref="IsWorthwhile"/> advised.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Learn(bool isFound)
    {
        _found += isFound ? (byte)1 : (byte)0;
        if (++_lookedUp == Window)
        {
            _isRare = _found * Share < Window;
            _lookedUp = Window / 2;
            _found /= 2;
        }
    }
}
