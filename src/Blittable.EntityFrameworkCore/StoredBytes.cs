using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace Blittable.EntityFrameworkCore;

/// <summary>Converts documents and objects to column bytes and back. Throws <see cref="InvalidOperationException"/> on failure, like Entity Framework
/// Core.</summary>
internal static class StoredBytes
{
    /// <summary>The expansion limit of documents in columns, which contain only what the program has stored.</summary>
    public const long MaxExpandedBytes = 0x7FFFFFC7;

    /// <summary>The members that the comparers of Entity Framework Core access by reflection.</summary>
    public const DynamicallyAccessedMemberTypes ComparedMembers = DynamicallyAccessedMemberTypes.PublicMethods | DynamicallyAccessedMemberTypes.PublicProperties;

    /// <summary>Returns the bytes of a document for a column, as a copy if the document needs another dictionary than the column has.</summary>
    public static byte[] Of(BlittableDocument document, BlittableDictionary? dictionary)
    {
        try
        {
            var bytes = document.GetBytesFor(dictionary);
            return MemoryMarshal.TryGetArray(bytes, out var array) && array.Offset == 0 && array.Count == array.Array!.Length ? array.Array : bytes.ToArray();
        }
        catch (BlittableException fault)
        {
            throw new InvalidOperationException($"The document cannot be copied for the dictionary of its column: {fault.Message}", fault);
        }
    }

    public static BlittableDocument Open(byte[] bytes, BlittableDictionary? dictionary)
    {
        try
        {
            return BlittableDocument.Open(bytes, dictionary, MaxExpandedBytes);
        }
        catch (BlittableException fault)
        {
            throw Unreadable(typeof(BlittableDocument), fault);
        }
    }

    public static byte[] Of<T>(T value, BlittableOptions options)
    {
        try
        {
            return BlittableSerializer.Serialize(value, options);
        }
        catch (BlittableException fault)
        {
            throw new InvalidOperationException($"An object of type {typeof(T)} cannot be serialized: {fault.Message}", fault);
        }
    }

    public static T Read<T>(byte[] bytes, BlittableOptions options)
    {
        try
        {
            return BlittableSerializer.Deserialize<T>(bytes, options.MaxExpandedBytes is null ? options with { MaxExpandedBytes = MaxExpandedBytes } : options)!;
        }
        catch (BlittableException fault)
        {
            throw Unreadable(typeof(T), fault);
        }
    }

    private static InvalidOperationException Unreadable(Type type, BlittableException fault) =>
        new($"The column does not contain a readable {type}: {fault.Message}", fault);
}
