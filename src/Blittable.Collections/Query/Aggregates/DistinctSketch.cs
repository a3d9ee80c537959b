using System.Numerics;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Estimates the number of distinct values from their hashes (HyperLogLog; Flajolet et al., 2007). Exact up to a few hundred values; beyond that, the
/// standard error is about 1.6 %.</summary>
internal sealed class DistinctSketch
{
    /// <summary>The number of hash bits that select a register: 4,096 registers of one byte.</summary>
    private const int IndexBits = 12;

    private const int Registers = 1 << IndexBits;

    /// <summary>The number of hashes up to which counts are exact.</summary>
    private const int MostExact = 256;

    /// <summary>The estimated bytes of a sketch without its values, and of a hash.</summary>
    private const int SketchBytes = 120, HashBytes = 40;

    private HashSet<ulong>? _hashes = [];
    private byte[] _ranks = [];

    /// <summary>Gets the estimated bytes.</summary>
    public long Bytes => SketchBytes + (_hashes is null ? Registers : HashBytes * _hashes.Count);

    /// <param name="hash">A well-mixed hash.</param>
    public void Add(ulong hash)
    {
        if (_hashes is null)
        {
            AddRank(hash);
        }
        else if (_hashes.Add(hash) && _hashes.Count > MostExact)
        {
            _ranks = new byte[Registers];
            foreach (var earlier in _hashes)
            {
                AddRank(earlier);
            }

            _hashes = null;
        }
    }

    public void Add(DistinctSketch other)
    {
        if (other._hashes is { } hashes)
        {
            foreach (var hash in hashes)
            {
                Add(hash);
            }

            return;
        }

        foreach (var hash in _hashes ?? [])
        {
            other.AddRank(hash);
        }

        if (_hashes is not null)
        {
            (_hashes, _ranks) = (null, other._ranks);
            return;
        }

        for (var i = 0; i < Registers; i++)
        {
            _ranks[i] = Math.Max(_ranks[i], other._ranks[i]);
        }
    }

    public long Estimate()
    {
        if (_hashes is { } hashes)
        {
            return hashes.Count;
        }

        double sum = 0;
        var empty = 0;
        foreach (var rank in _ranks)
        {
            sum += Math.ScaleB(1, -rank);
            empty += rank == 0 ? 1 : 0;
        }

        var estimate = 0.7213 / (1 + (1.079 / Registers)) * Registers * Registers / sum;

        // For few values, the number of empty registers is a better estimate (linear counting).
        return (long)Math.Round(estimate <= 2.5 * Registers && empty > 0 ? Registers * Math.Log((double)Registers / empty) : estimate);
    }

    private void AddRank(ulong hash)
    {
        ref var rank = ref _ranks[(int)(hash >> (64 - IndexBits))];
        rank = Math.Max(rank, (byte)(1 + BitOperations.LeadingZeroCount((hash << IndexBits) | (1UL << (IndexBits - 1)))));
    }
}
