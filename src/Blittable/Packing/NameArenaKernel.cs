using System.Runtime.InteropServices;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable.Packing;

/// <summary>The decoded blocks of a document's coded shapes while the document is written as MessagePack: each is decoded once, and does not move.</summary>
/// <remarks>
/// The writer holds pointers, so blocks are copied to pinned memory, of which each thread keeps a little for its next document. The first block
/// of a document stays until another takes its place: small documents often have one shape, and the next document the same.
/// </remarks>
internal sealed unsafe class NameArenaKernel
{
    private const int ChunkLength = 1 << 14, Nowhere = -1;

    [ThreadStatic]
    private static NameArenaKernel? t_idle;

    private readonly Dictionary<int, (nint Start, int Length)> _blocks = [];
    private readonly byte[] _first = GC.AllocateUninitializedArray<byte>(ChunkLength, pinned: true);
    private readonly List<byte[]> _more = [];
    private byte[]? _kept;
    private int _keptAddress = Nowhere;
    private byte* _next;
    private byte* _end;

    private NameArenaKernel() => Start(_first, 0);

    /// <summary>An empty arena, for this thread alone until it is returned.</summary>
    public static NameArenaKernel Rent()
    {
        var arena = t_idle ?? new NameArenaKernel();
        t_idle = null;
        return arena;
    }

    /// <summary>Takes an arena back, whose blocks are gone then.</summary>
    public static void Return(NameArenaKernel arena)
    {
        if (arena._blocks.Count > 0)
        {
            arena._blocks.Clear();
            arena._more.Clear();
            arena.Start(arena._first, arena._kept?.Length ?? 0);
        }

        arena._keptAddress = Nowhere;
        t_idle = arena;
    }

    /// <summary>The decoded block of a coded one of the document, with <see cref="PlainShapes.Slack"/> bytes behind it.</summary>
    /// <param name="shape">The coded block.</param>
    /// <param name="start">Where the decoded one is.</param>
    /// <returns>The same bytes.</returns>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public ReadOnlySpan<byte> Plain(scoped in ShapeBlock shape, out byte* start)
    {
        if (_keptAddress == Nowhere && _blocks.Count == 0 && PlainShapes.Remembered(shape) is { } first)
        {
            Keep(first);
            _keptAddress = shape.Address;
        }

        if (_keptAddress == shape.Address && _kept is not null)
        {
            start = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_first, 0);
            return new ReadOnlySpan<byte>(start, _kept.Length);
        }

        if (!_blocks.TryGetValue(shape.Address, out var block))
        {
            var remembered = PlainShapes.Remembered(shape);
            var endSize = 0;
            var length = remembered?.Length ?? PlainShapes.DecodedLength(shape, out endSize);
            if (_end - _next < length)
            {
                var chunk = GC.AllocateUninitializedArray<byte>(Math.Max(length, ChunkLength), pinned: true);
                _more.Add(chunk);
                Start(chunk, 0);
            }

            var decoded = new Span<byte>(_next, length);
            if (remembered is not null)
            {
                remembered.CopyTo(decoded);
            }
            else
            {
                PlainShapes.Decode(shape, endSize, decoded);
            }

            block = ((nint)_next, length);
            _next += length;
            _blocks.Add(shape.Address, block);
        }

        start = (byte*)block.Start;
        return new ReadOnlySpan<byte>(start, block.Length);
    }

    /// <summary>Puts the first block of a document at the start of the first chunk, where it may stand already.</summary>
    private void Keep(byte[] plain)
    {
        if (!ReferenceEquals(plain, _kept))
        {
            _kept = plain.Length <= ChunkLength ? plain : null;
            Start(_first, _kept?.Length ?? 0);
            _kept.AsSpan().CopyTo(_first);
        }
    }

    private void Start(byte[] chunk, int used)
    {
        _next = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(chunk, used);
        _end = _next + chunk.Length - used;
    }
}
