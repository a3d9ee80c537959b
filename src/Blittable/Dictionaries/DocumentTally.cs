using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Dictionaries;

/// <summary>
/// Counts in how many documents each of many byte strings occurs, in bounded memory: what came least often is forgotten when there is too much.
/// </summary>
/// <param name="maxBytes">Bytes of the strings that may be remembered.</param>
internal sealed class DocumentTally(long maxBytes = 1 << 27)
{
    private readonly Dictionary<byte[], Sightings> _sightings = new(Utf8Comparer.Instance);
    private long _bytes;

    private struct Sightings
    {
        public int Documents;
        public int Last;
    }

    /// <summary>All keys, and the documents that each was seen in.</summary>
    public IEnumerable<(byte[] Key, int Documents)> All => _sightings.Select(pair => (pair.Key, pair.Value.Documents));

    /// <summary>Counts a key; false if this document has been counted for it already.</summary>
    public bool Add(ReadOnlySpan<byte> key, int document)
    {
        ref var sightings = ref CollectionsMarshal.GetValueRefOrAddDefault(_sightings.GetAlternateLookup<ReadOnlySpan<byte>>(), key, out var exists);
        if (exists && sightings.Last == document)
        {
            return false;
        }

        sightings.Documents++;
        sightings.Last = document;
        if (!exists && (_bytes += key.Length) > maxBytes)
        {
            Forget();
        }

        return true;
    }

    /// <summary>How many documents a key was seen in.</summary>
    public int Documents(ReadOnlySpan<byte> key) =>
        _sightings.GetAlternateLookup<ReadOnlySpan<byte>>().TryGetValue(key, out var sightings) ? sightings.Documents : 0;

    /// <summary>Makes half of the room free, so that this is done once for many strings.</summary>
    private void Forget()
    {
        for (var least = 2; _bytes > maxBytes / 2; least *= 2)
        {
            foreach (var (key, sightings) in _sightings)
            {
                if (sightings.Documents < least)
                {
                    _sightings.Remove(key);
                    _bytes -= key.Length;
                }
            }
        }
    }
}
