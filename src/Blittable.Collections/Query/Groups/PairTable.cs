namespace Blittable.Collections.Query.Groups;

/// <summary>Numbers distinct pairs of small integers from 1 in order of appearance.</summary>
/// <param name="mostDirect">The maximum number of possible pairs in a direct lookup table. Beyond it, pairs are hashed.</param>
internal sealed class PairTable(int mostDirect)
{
    /// <summary>The estimated bytes of a pair in the hash table.</summary>
    private const int PairBytes = 32;

    private readonly LongTable _pairs = new();
    private int[] _direct = [];
    private int _stride;

    public int Count => _pairs.Count;

    /// <summary>Gets the estimated bytes of all pairs.</summary>
    public long EstimatedBytes => (PairBytes * (long)_pairs.Count) + (sizeof(int) * (long)_direct.Length);

    /// <summary>Gets a pair by number.</summary>
    public (int First, int Second) this[int number] => ((int)(_pairs.Values[number - 1] >> 32), (int)_pairs.Values[number - 1]);

    /// <summary>Returns the number of a pair, adding it if it is new.</summary>
    public int Number(int first, int second) => _pairs.Number(((long)first << 32) | (uint)second) + 1;

    /// <summary>Replaces each first integer with the number of its pair.</summary>
    /// <param name="firsts">The first integers, from 0 to <paramref name="lastFirst"/>.</param>
    /// <param name="lastFirst">The greatest first integer.</param>
    /// <param name="seconds">The second integers, from 0 to <paramref name="lastSecond"/>.</param>
    /// <param name="lastSecond">The greatest second integer.</param>
    public void Combine(Span<int> firsts, int lastFirst, ReadOnlySpan<int> seconds, int lastSecond)
    {
        if (!TryFit(lastFirst + 1, lastSecond + 1))
        {
            for (var row = 0; row < firsts.Length; row++)
            {
                firsts[row] = Number(firsts[row], seconds[row]);
            }

            return;
        }

        for (var row = 0; row < firsts.Length; row++)
        {
            ref var number = ref _direct[(firsts[row] * _stride) + seconds[row]];
            if (number == 0)
            {
                number = Number(firsts[row], seconds[row]);
            }

            firsts[row] = number;
        }
    }

    /// <summary>Enlarges the lookup table if necessary, clearing it if its layout changes. Returns false if it would be too large.</summary>
    private bool TryFit(int firsts, int seconds)
    {
        if ((long)firsts * Math.Max(seconds, _stride) > mostDirect)
        {
            return false;
        }

        if (seconds > _stride)
        {
            _stride = (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)seconds);
            _direct = [];
        }

        if (firsts * _stride > _direct.Length)
        {
            Array.Resize(ref _direct, (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)(firsts * _stride)));
        }

        return true;
    }
}
