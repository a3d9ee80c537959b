using Blittable.Layout;
using Blittable.Reading;
using Blittable.Rendering;
using Blittable.Generated;

namespace Blittable;

/// <summary>Lets go of what the library keeps from one call to the next. Any thread may call it at any time.</summary>
/// <remarks>
/// <para>The process keeps one table of the names of properties as they stand in JSON text: at most 4 MB of names and 130 KB of addresses; and 4,096 hints of
/// where a name stood that was looked up as text. Documents with
/// a dictionary find its names by addresses that the dictionary keeps.</para>
/// <para>Each thread keeps the converter, the writer of objects and the converter of MessagePack that its last calls of
/// <see cref="BlittableDocument.Parse(ReadOnlySpan{byte}, BlittableOptions)"/>, <see cref="BlittableSerializer"/> and
/// <see cref="BlittableMessagePack.ToDocument(ReadOnlySpan{byte}, BlittableOptions, BlittableMessagePackOptions)"/> used. Each of them holds buffers of at most
/// 1 MB, and as many shapes as a converter keeps. Further tables of 32 KB and 64 KB hold addresses alone.</para>
/// <para>The process keeps up to 32 MB of the memory of disposed documents, and up to eight converters with buffers of up to 8 MB each for large documents.</para>
/// <para>A <see cref="BlittableConverter"/> of the program keeps what it has learned until it is collected; it is not trimmed.</para>
/// </remarks>
public static class BlittableCaches
{
    /// <summary>Forgets all names, and all that threads keep.</summary>
    /// <remarks>
    /// Calls in progress continue with what they have. What the calling thread keeps may be collected at once, what another thread keeps after that
    /// thread's next call of the same kind, or when the thread ends. The next calls are slower, as the first calls of a process are.
    /// </remarks>
    public static void Trim()
    {
        CacheTrims.Add();
        NameTexts.Forget();
        PropertyLookup.Forget();
        RentedConverter.Forget();
        DocumentPool.Forget();
        RentedWriter.Forget();
        BlittableMessagePack.ForgetKept();
    }
}
