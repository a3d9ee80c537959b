namespace Blittable.Cli;

/// <summary>A form of a file's documents that is measured.</summary>
internal interface IBenchForm : IDisposable
{
    string Name { get; }

    /// <summary>The bytes of all documents, with the dictionary that they share.</summary>
    long Bytes { get; }

    long DictionaryBytes { get; }

    /// <summary>Converts all texts once and drops what comes of them.</summary>
    void Convert();

    /// <summary>Makes all one-time allocations, so that <see cref="Open"/> allocates only for documents.</summary>
    /// <exception cref="BlittableException">A text is not JSON.</exception>
    void Prepare();

    /// <summary>Makes what is read and keeps it.</summary>
    void Open();

    /// <summary>Follows paths and reads their values.</summary>
    /// <returns>A number made of the values, the same for every form.</returns>
    double FollowPaths(IReadOnlyList<BenchPath> paths);

    /// <summary>Reads every value of all documents.</summary>
    /// <returns>A number made of the values, the same for every form.</returns>
    double ReadAll();
}
