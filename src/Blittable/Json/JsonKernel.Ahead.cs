using System.Numerics;
using System.Runtime.Intrinsics.X86;
using Blittable.Building;

namespace Blittable.Json;

/// <content>
/// In a large document the tables that find values again, and what they point at, lie in memory that no cache holds: looking one value up waits there three
/// times, for its bucket, its place and the earlier text. So all values of a window of text are hashed before it is converted, and each of the three
/// is asked for, for all of them, before the next is looked at.
/// </content>
internal sealed unsafe partial class JsonKernel
{
    private readonly HashesAhead _stringsAhead = new();
    private readonly HashesAhead _containersAhead = new();

    /// <summary>Hashes the values of the window that has begun, and asks for what finding them again will need.</summary>
    private void LookAhead(byte* window)
    {
        _repeats.Widen();
        HashAhead(window);
        foreach (var hash in _containersAhead.All)
        {
            ref var known = ref _repeats.Of(hash);
            if (known.Length != 0 && known.IsOf(hash))
            {
                Prefetch(_writer.Source + known.Start);
                Prefetch(_writer.Source + known.Start + known.Length - 1);
            }
        }

        foreach (var hash in _stringsAhead.All)
        {
            _writer.PrefetchPlace(hash);
        }

        foreach (var hash in _stringsAhead.All)
        {
            _writer.PrefetchText(hash);
        }
    }

    private void HashAhead(byte* window)
    {
        _stringsAhead.Clear();
        _containersAhead.Clear();
        var before = default(ValueStarts);
        for (var block = window; block < _refillAt; block += ValueStartKernel.Block)
        {
            var starts = ValueStartKernel.Find(block, ref before);
            for (var containers = starts.Containers; containers != 0 && !_containersAhead.IsFull; containers &= containers - 1)
            {
                var at = block + BitOperations.TrailingZeroCount(containers);
                var hash = HeadKernel.Hash(at);
                _repeats.Prefetch(hash);
                _containersAhead.Add((int)Consumed(at), hash);
            }

            for (var strings = starts.Strings; strings != 0 && !_stringsAhead.IsFull; strings &= strings - 1)
            {
                var text = block + BitOperations.TrailingZeroCount(strings) + 1;
                var length = PlainLength(text);
                if (length >= Leaf.MaxLength && text[length] == '"' && !MayBeDate(text, (uint)length))
                {
                    _stringsAhead.Add((int)Consumed(text), _writer.PrefetchBucket(text, length));
                }
            }
        }
    }

    private bool MayBeDate(byte* text, uint length) =>
        _detectDates && length - MinDate <= MaxDate - MinDate && (*(uint*)(text + 4) & HyphensMask) == Hyphens;

    private static void Prefetch(byte* text)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(text);
        }
    }
}
