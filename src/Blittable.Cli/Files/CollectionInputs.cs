using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>The collections that a command reads as one.</summary>
internal sealed class CollectionInputs : IDisposable
{
    private readonly List<CollectionReader> _readers = [];

    private CollectionInputs()
    {
    }

    /// <summary>Gets the readers, in the order of the inputs.</summary>
    public IReadOnlyList<CollectionReader> Readers => _readers;

    /// <summary>Gets the number of documents.</summary>
    public long Count => _readers.Sum(reader => reader.Count);

    /// <summary>Opens the collections.</summary>
    /// <param name="inputs">The files.</param>
    /// <param name="maxExpandedBytes">The limit of the command line, or null if there is none.</param>
    /// <exception cref="BlittableException">A file is not a collection or is damaged.</exception>
    public static CollectionInputs Open(IReadOnlyList<InputFile> inputs, long? maxExpandedBytes = null)
    {
        var collections = new CollectionInputs();
        try
        {
            foreach (var input in inputs)
            {
                try
                {
                    collections._readers.Add(CollectionFormat.Open(input, maxExpandedBytes));
                }
                catch (BlittableException fault)
                {
                    throw new BlittableException(fault.Code, $"{input.Path}: {fault.Message}", fault.Offset, innerException: fault);
                }
            }

            return collections;
        }
        catch
        {
            collections.Dispose();
            throw;
        }
    }

    /// <summary>Returns a query over all documents.</summary>
    public CollectionScan Scan() => CollectionReader.ScanAll([.. _readers]);

    public void Dispose() => _readers.ForEach(reader => reader.Dispose());
}
