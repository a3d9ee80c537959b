using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>A hash of what a value means, which values that <see cref="ValueComparison"/> calls equal share.</summary>
internal sealed class ValueHash
{
    private readonly ulong _seed;

    /// <summary>Hashes of the containers of a document that refers to some more than once, by address.</summary>
    private readonly Dictionary<int, ulong>? _known;

    private StepLimit _limit;

    private ValueHash(BlittableValue value, ulong seed, bool remembers)
    {
        _limit = StepLimit.Of(value);
        _seed = seed;
        _known = remembers ? [] : null;
    }

    /// <exception cref="BlittableException">The document is damaged, nested deeper than the stack of this thread reaches, or stands for too many values.</exception>
    public static ulong Of(BlittableValue value, ulong seed) => new ValueHash(value, seed, ValueComparison.IsShared(value)).Of(value);

    private ulong Of(BlittableValue value)
    {
        _limit.Count();
        var kind = value.Kind;
        var seed = SeededHash.Fold(_seed ^ (ulong)kind, _seed | 1);
        return kind switch
        {
            BlittableValueKind.Number => NumberOrder.Hash(value, seed),
            BlittableValueKind.String => OfString(value, seed),
            BlittableValueKind.Binary => SeededHash.Of(value.TryGetExtension(out _, out var data) ? data : value.GetBytes(), seed),
            BlittableValueKind.Array or BlittableValueKind.Object => OfContainer(value, seed),
            _ => seed,
        };
    }

    [SkipLocalsInit]
    private static ulong OfString(BlittableValue value, ulong seed)
    {
        using var text = new TextOrCopy(value, stackalloc byte[TextOrCopy.StackLimit]);
        return SeededHash.Of(text.Bytes, seed);
    }

    private ulong OfContainer(BlittableValue value, ulong seed)
    {
        var isRemembered = _known is not null && value.Address >= 0;
        if (isRemembered && _known!.TryGetValue(value.Address, out var known))
        {
            return known;
        }

        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowHelper.DeeperThanStack(value.Address & int.MaxValue);
        }

        var hash = seed;
        if (value.Kind == BlittableValueKind.Array)
        {
            foreach (var element in value.EnumerateArray())
            {
                hash = SeededHash.Fold(hash ^ Of(element), seed | 1);
            }
        }
        else
        {
            // A sum, because the order of properties means nothing.
            foreach (var property in value.EnumerateObject())
            {
                hash += SeededHash.Fold(SeededHash.Of(property.NameUtf8, seed) ^ Of(property.Value), seed | 1);
            }
        }

        if (isRemembered)
        {
            _known!.Add(value.Address, hash);
        }

        return hash;
    }
}
