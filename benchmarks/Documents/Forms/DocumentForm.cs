using System.Buffers;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Documents.Wild;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents a form of documents and the operations that the suites measure: converting from JSON, reading properties, writing JSON, and measuring
/// size.</summary>
/// <remarks>Each method does the untimed preparation and returns the operation to time.</remarks>
internal abstract class DocumentForm
{
    /// <summary>Gets the name of the cell in tables.</summary>
    public abstract string Name { get; }

    /// <summary>Gets the library, its version and the methods used.</summary>
    public abstract Peer Peer { get; }

    /// <summary>Determines whether the form can represent the documents and offers anything for them.</summary>
    public virtual bool Suits(Corpus corpus) => true;

    /// <summary>Returns a function that converts one JSON text to this form and discards the result.</summary>
    public abstract Action<ReadOnlyMemory<byte>> Converter(Corpus corpus);

    /// <summary>Gets a value that indicates whether the form is one of the few that are shown if there is no room for all forms.</summary>
    public virtual bool IsHeadline => false;

    public virtual bool CanConvert => true;

    public virtual bool CanRead => false;

    /// <summary>Determines whether <see cref="Reader"/> can answer a query. A form without an index answers only queries that have scans.</summary>
    public virtual bool CanAnswer<TQuery>()
        where TQuery : struct, IQuery => CanRead;

    public virtual bool CanWrite => false;

    /// <summary>Gets a value that indicates whether the form is stored as bytes and has a <see cref="Size"/>, unlike a form on the heap.</summary>
    public virtual bool HasBytes => false;

    /// <summary>Returns a function that reads the query's properties of every document in turn and returns their sum.</summary>
    public virtual Func<double> Reader<TQuery>(Corpus corpus)
        where TQuery : struct, IQuery => throw new NotSupportedException();

    /// <summary>Returns a function that follows each path from the root of its document and returns the sum of the values.</summary>
    public virtual Func<double> PathReader(Corpus corpus, ValuePath[] paths) => throw new NotSupportedException();

    /// <summary>Returns a function that writes the document with a given number as JSON.</summary>
    public virtual Action<int, ArrayBufferWriter<byte>> Writer(Corpus corpus) => throw new NotSupportedException();

    /// <summary>Returns the size of all documents in this form, including shared data.</summary>
    public virtual long Size(Corpus corpus) => throw new NotSupportedException();
}
