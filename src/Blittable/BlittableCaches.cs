using Blittable.Layout;
using Blittable.Reading;
using Blittable.Rendering;
using Blittable.Generated;

namespace Blittable;

/// <summary>Releases the data that the library caches between calls. Thread-safe.</summary>
/// <remarks>
/// <para>The process caches property names in the form that they have in JSON text: at most 4 MB of names and 130 KB of addresses. It also caches 4,096 hints
/// for looking up properties by text. A dictionary caches the addresses of its names itself.</para>
/// <para>Each thread caches up to two converters, two object writers and two MessagePack converters that its last calls of
/// <see cref="BlittableDocument.Parse(ReadOnlySpan{byte}, BlittableOptions)"/>, <see cref="BlittableSerializer"/> and
/// <see cref="BlittableMessagePack.ToDocument(ReadOnlySpan{byte}, BlittableOptions, BlittableMessagePackOptions)"/> used. Each of them has buffers of at most 1
/// MB, and as many shapes as any converter. A thread also caches the buffers of its last <see cref="BlittableReader"/>, which take 4 KB after documents of
/// usual depth and at most 1 MB. Further tables of 32 KB and 64 KB contain only addresses.</para>
/// <para>The process caches up to 32 MB of memory of disposed documents, and up to eight converters for large documents with buffers of up to 8 MB each.</para>
/// <para>The shapes learned by a <see cref="BlittableConverter"/> that the program created are released with the converter. They are not trimmed.</para>
/// </remarks>
public static class BlittableCaches
{
    /// <summary>Clears the caches of the process and of its threads.</summary>
    /// <remarks>
    /// Calls in progress are not affected. The caches of the calling thread can be collected immediately. The caches of another thread can be collected after
    /// its next call that uses them, or when it ends. The next calls are slower, like the first calls of a process.
    /// </remarks>
    public static void Trim()
    {
        CacheTrims.Add();
        NameTexts.Forget();
        PropertyLookup.Forget();
        RentedConverter.Forget();
        DocumentPool.Forget();
        ThreadKept<ObjectWriter>.Forget();
        ReaderBuffers.Forget();
        ThreadKept<BlittableMessagePack>.Forget();
    }
}
