using System.Buffers;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Documents.Wild;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>A way to hold documents, with what the suites do in it: convert JSON to it, read properties, write JSON, weigh it.</summary>
/// <remarks>Each method does the untimed preparation and returns what is timed.</remarks>
internal abstract class DocumentForm
{
    /// <summary>The cell's name in tables.</summary>
    public abstract string Name { get; }

    /// <summary>Whose code it is, in which version, and the way into it.</summary>
    public abstract Peer Peer { get; }

    /// <summary>False for a form that cannot hold these documents, or has nothing to offer for them.</summary>
    public virtual bool Suits(Corpus corpus) => true;

    /// <summary>Returns what makes this form of one JSON text, and drops it.</summary>
    public abstract Action<ReadOnlyMemory<byte>> Converter(Corpus corpus);

    /// <summary>True for the few forms that stand for all others where there is no room for all.</summary>
    public virtual bool IsHeadline => false;

    public virtual bool CanConvert => true;

    public virtual bool CanRead => false;

    /// <summary>Whether <see cref="Reader"/> can answer a query; a form without an index answers only those that have scans.</summary>
    public virtual bool CanAnswer<TQuery>()
        where TQuery : struct, IQuery => CanRead;

    public virtual bool CanWrite => false;

    /// <summary>False for a form that lives on the heap and has no <see cref="Size"/>.</summary>
    public virtual bool HasBytes => false;

    /// <summary>Returns what reads the query's properties of every document in turn and gives the sum of what it read.</summary>
    public virtual Func<double> Reader<TQuery>(Corpus corpus)
        where TQuery : struct, IQuery => throw new NotSupportedException();

    /// <summary>Returns what follows each path from its document's root and gives the sum of what was found.</summary>
    public virtual Func<double> PathReader(Corpus corpus, ValuePath[] paths) => throw new NotSupportedException();

    /// <summary>Returns what writes the document of the given number as JSON.</summary>
    public virtual Action<int, ArrayBufferWriter<byte>> Writer(Corpus corpus) => throw new NotSupportedException();

    /// <summary>The bytes of all documents in this form, with whatever they share.</summary>
    public virtual long Size(Corpus corpus) => throw new NotSupportedException();
}
