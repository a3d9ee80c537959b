using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Writing;

/// <content>
/// An edit starts with the values of a document as they are, appends new values, and ends with a new trailer. The next edit removes the trailer and continues.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    private ReadOnlyMemory<byte> _documentSymbols;
    private uint _inheritedDepth;
    private int _valuesEnd;

    /// <summary>True if children may be located anywhere before their container, in any order.</summary>
    private bool _isEdit;

    /// <summary>Starts a document with all values of another document, which retain their addresses.</summary>
    public void BeginEditing(ReadOnlySpan<byte> document)
    {
        var trailer = Trailer.Read(document);
        if (trailer.DictionaryVersion > 0)
        {
            Dictionary?.Published.Require(trailer.DictionaryVersion, trailer.DictionaryCheck);
        }

        // Later additions to the dictionary would require a later version, whose symbol table may differ.
        BeginBuilding(trailer.DictionaryVersion > 0 ? trailer.DictionaryVersion : int.MaxValue);
        EnsureRoom(trailer.ValuesEnd + (long)Slack);
        document[..trailer.ValuesEnd].CopyTo(new Span<byte>(Cursor, trailer.ValuesEnd));
        Cursor += trailer.ValuesEnd;
        if (_shapes.Length < trailer.ShapeCount)
        {
            _shapes = new int[trailer.ShapeCount * 2];
        }

        for (; _shapeCount < trailer.ShapeCount; _shapeCount++)
        {
            _shapes[_shapeCount] = Trailer.ShapeAddress(document, trailer.ShapeTable, (uint)_shapeCount);
        }

        _isEdit = true;
        _hasShared = (trailer.Flags & Trailer.Shared) != 0;
        _text = trailer.ExpandedLength;
        _inheritedDepth = trailer.Depth;
        if (trailer.DictionaryVersion > 0)
        {
            UseDictionaryVersion(trailer.DictionaryVersion, trailer.DictionaryCheck);
        }

        if (!trailer.Symbols.IsEmpty)
        {
            UseSymbols(SymbolTable.Load(trailer.Symbols));
        }

        FinishEditing(trailer.Root, above: 0);
    }

    /// <summary>Adds the expanded size of the original document. A document without shared values does not store it.</summary>
    /// <param name="text">The length of its JSON text in bytes.</param>
    /// <param name="depth">The nesting depth of its containers.</param>
    public void NoteExpansion(long text, int depth)
    {
        _text += text;
        _inheritedDepth = Math.Max(_inheritedDepth, (uint)depth);
    }

    /// <summary>Removes the trailer, so values can be appended.</summary>
    public void ResumeEditing()
    {
        Cursor = Start + _valuesEnd;
        SlotTop = SlotStart;
    }

    /// <summary>Writes the trailer for the root at an address.</summary>
    /// <param name="root">The address.</param>
    /// <param name="above">The number of containers around the last written value; none of them was open during writing.</param>
    public void FinishEditing(int root, int above)
    {
        _inheritedDepth = Math.Max(_inheritedDepth, (uint)(above + _deepest));
        _valuesEnd = Length;
        SlotTop = SlotStart;
        *SlotTop++ = (uint)(Start + root);
        FinishBuilding();
    }

    /// <summary>Rewrites a container with children that are already written.</summary>
    /// <param name="names">The names of an object; null for an array.</param>
    /// <param name="children">The addresses of all children, with references resolved.</param>
    /// <returns>The address of the new container.</returns>
    public int Rewrite(List<byte[]>? names, List<int> children)
    {
        BeginContainer(isArray: names is null);
        for (var i = 0; i < children.Count; i++)
        {
            if (names is not null)
            {
                PropertyName(names[i]);
            }

            Prepare(1);
            *SlotTop++ = (uint)(Start + children[i]);
        }

        EndContainer();
        return TakePending();
    }

    /// <summary>Removes the last written value from the pending values, and returns its address.</summary>
    public int TakePending() => (int)(*--SlotTop - (uint)Start);
}
