using System.Runtime.InteropServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Represents the functions of one schema in a library that was compiled from <c>dates.c</c>.</summary>
internal sealed unsafe class ReferenceSchema
{
    private readonly (DateSchema Schema, string Name) _schema;
    private readonly delegate* unmanaged<Timestamp*, int, byte*, byte**, long> _encode;
    private readonly delegate* unmanaged<byte**, int, Timestamp*, long> _decode;
    private readonly delegate* unmanaged<byte**, int, long> _search;

    /// <param name="path">The shared library.</param>
    /// <param name="schema">The schema and its name in the library.</param>
    /// <exception cref="EntryPointNotFoundException">The library lacks a function.</exception>
    public ReferenceSchema(string path, (DateSchema Schema, string Name) schema)
    {
        var library = NativeLibrary.Load(path);
        _schema = schema;
        _encode = (delegate* unmanaged<Timestamp*, int, byte*, byte**, long>)NativeLibrary.GetExport(library, "dates_encode_" + schema.Name);
        _decode = (delegate* unmanaged<byte**, int, Timestamp*, long>)NativeLibrary.GetExport(library, "dates_decode_" + schema.Name);
        _search = (delegate* unmanaged<byte**, int, long>)NativeLibrary.GetExport(library, "dates_search_" + schema.Name);
    }

    /// <summary>Encodes records one after another and stores the start of each.</summary>
    /// <returns>The number of bytes.</returns>
    public long Encode(ReadOnlySpan<Timestamp> records, ReferenceRecords encoded)
    {
        fixed (Timestamp* first = records)
        fixed (byte* buffer = encoded.Buffer)
        fixed (nint* starts = encoded.Starts)
        {
            return _encode(first, records.Length, buffer, (byte**)starts);
        }
    }

    /// <returns>The number of records, or -1 if one cannot be decoded.</returns>
    public long Decode(ReferenceRecords encoded, Timestamp[] records)
    {
        fixed (nint* starts = encoded.Starts)
        fixed (Timestamp* first = records)
        {
            var count = _decode((byte**)starts, records.Length, first);

            // Only the starts, which the collector does not follow, point to the bytes.
            GC.KeepAlive(encoded);
            return count;
        }
    }

    /// <returns>The number of comparisons, or -1 if a record cannot be decoded.</returns>
    public long Search(ReferenceRecords encoded)
    {
        fixed (nint* starts = encoded.Starts)
        {
            var comparisons = _search((byte**)starts, encoded.Starts.Length);
            GC.KeepAlive(encoded);
            return comparisons;
        }
    }

    /// <summary>Verifies that C and .NET encode records into equal bytes, and that C decodes them into equal records.</summary>
    /// <exception cref="InvalidDataException">The bytes or the records differ.</exception>
    public void Verify(Timestamp[] records)
    {
        var own = new byte[records.Length * DateCodec.MaxLength];
        var ownLength = DateCodec.EncodeAll(_schema.Schema, records, own, []);
        var encoded = new ReferenceRecords(records.Length, own.Length);
        var length = (int)Encode(records, encoded);
        if (!encoded.Buffer.AsSpan(0, length).SequenceEqual(own.AsSpan(0, ownLength)))
        {
            throw new InvalidDataException($"C encodes {_schema.Name} into other bytes.");
        }

        var decoded = new Timestamp[records.Length];
        if (Decode(encoded, decoded) != records.Length || !MemoryMarshal.AsBytes(decoded.AsSpan()).SequenceEqual(MemoryMarshal.AsBytes(records.AsSpan())))
        {
            throw new InvalidDataException($"C decodes {_schema.Name} into other records.");
        }
    }
}
