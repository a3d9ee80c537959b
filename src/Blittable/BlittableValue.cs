using Blittable.Format;

namespace Blittable;

/// <summary>A value in a document: a place in its bytes. Nothing is copied or allocated to get one.</summary>
/// <remarks>The bytes must stay as they are for as long as the value is used.</remarks>
public readonly ref partial struct BlittableValue
{
    private readonly ReadOnlySpan<byte> _document;
    private readonly int _address;
    private readonly int _shapeTable;
    private readonly DictionarySnapshot? _dictionary;

    private BlittableValue(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary)
    {
        _document = document;
        _address = address;
        _shapeTable = shapeTable;
        _dictionary = dictionary;
    }

    /// <summary>The root of a document, without looking at the rest of it.</summary>
    /// <param name="bytes">The whole document and nothing else.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if it was written with one.</param>
    /// <exception cref="BlittableException">The bytes end like no document of a known version, or need a dictionary that was not given.</exception>
    public static BlittableValue Open(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary = null)
    {
        var root = Trailer.ReadRoot(bytes, out var flags, out var end);
        return (flags & (Trailer.HasDictionary | Trailer.HasShapes)) == 0
            ? new BlittableValue(bytes, root, end, null)
            : OpenWithTables(bytes, root, flags, end, dictionary);
    }

    private static BlittableValue OpenWithTables(ReadOnlySpan<byte> bytes, int root, byte flags, int end, BlittableDictionary? dictionary)
    {
        if (!Trailer.TryReadTables(bytes, flags, ref end, out var version, out var check, out _) || root >= end)
        {
            ThrowHelper.InvalidTrailer(flags, bytes.Length - 1);
        }

        DictionarySnapshot? snapshot = null;
        if (version != 0)
        {
            if (dictionary is null)
            {
                ThrowHelper.DictionaryMissing((int)version);
            }

            snapshot = dictionary.Published;
            snapshot.Require((int)version, check);
        }

        return new BlittableValue(bytes, root, end, snapshot);
    }
}
