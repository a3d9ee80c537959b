namespace Blittable.Cli;

/// <summary>One of the forms of a file's documents that are measured.</summary>
internal interface IBenchForm : IDisposable
{
    string Name { get; }

    /// <summary>Gets the size of all documents, including the shared dictionary.</summary>
    long Bytes { get; }

    long DictionaryBytes { get; }

    /// <summary>Converts all texts once and discards the results.</summary>
    void Convert();

    /// <summary>Makes all one-time allocations, so that <see cref="Open"/> allocates only for documents.</summary>
    /// <exception cref="BlittableException">A text is not JSON.</exception>
    void Prepare();

    /// <summary>Creates and stores the documents to read.</summary>
    void Open();

    /// <summary>Follows paths and reads their values.</summary>
    /// <returns>A number computed from the values, equal for all forms.</returns>
    double FollowPaths(IReadOnlyList<BenchPath> paths);

    /// <summary>Reads every value of all documents.</summary>
    /// <returns>A number computed from the values, equal for all forms.</returns>
    double ReadAll();
}
