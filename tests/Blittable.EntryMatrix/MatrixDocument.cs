namespace Blittable.EntryMatrix;

/// <summary>A document that passes through every entry.</summary>
/// <param name="name">The name of the document in failures.</param>
/// <param name="json">The JSON text that was accepted, or null if the document was forged.</param>
/// <param name="accepted">The results that every entry must return.</param>
internal sealed class MatrixDocument(string name, byte[]? json, Expectation accepted)
{
    private readonly List<WrittenForm> _forms = [];
    private Expectation? _stored;
    private Expectation? _ofJson;

    public string Name => name;

    public byte[]? Json => json;

    /// <summary>Gets the results expected of entries that receive the JSON text.</summary>
    public Expectation Accepted => accepted;

    /// <summary>Gets the results expected of entries that receive the document. Its reference is in disk mode, unless it was forged.</summary>
    public Expectation Stored => _stored ??= json is null ? accepted : accepted with { Reference = BlittableDocument.Parse(json, MatrixOptions.Balanced) };

    /// <summary>Gets the results expected of entries that treat the document as JSON, where a number has a text and no width.</summary>
    public Expectation OfJson => _ofJson ??= Stored with { MessagePack = Expectation.Pack(Stored.Canonical!) };

    /// <summary>Gets a value that indicates whether each entry's document is read, even if another entry has written the same bytes.</summary>
    public bool IsReadAgain { get; init; }

    /// <summary>Gets or sets the document that the current entry has written, or null if the entry does not apply.</summary>
    public BlittableDocument? Written { get; set; }

    /// <summary>Gets or sets an object with the document's JSON as members, or null if the document has none.</summary>
    public BlittableDocument? Envelope { get; set; }

    /// <summary>Gets or sets the object that was read from the envelope.</summary>
    public AnyMembers? Members { get; set; }

    /// <summary>Gets or sets a value that indicates whether an entry has rejected or changed the document.</summary>
    public bool HasFailed { get; set; }

    /// <summary>Returns what was read from the same bytes, or null if they must be read.</summary>
    public WrittenForm? FormOf(BlittableDocument written)
    {
        if (!IsReadAgain)
        {
            foreach (var form in _forms)
            {
                if (form.Bytes.Span.SequenceEqual(written.Bytes.Span))
                {
                    return form;
                }
            }
        }

        return null;
    }

    public void Add(WrittenForm form) => _forms.Add(form);

    /// <summary>Releases what the entries have written.</summary>
    public void Forget()
    {
        _forms.Clear();
        _forms.TrimExcess();
        (Written, Envelope, Members) = (null, null, null);
    }
}
