using Blittable.Layout;
using Blittable.Strings;

namespace Blittable.Writing;

/// <content>
/// An edit starts from the values of a document as they are, writes what is new after them and ends with a trailer of its own. The next
/// edit takes the trailer away again and goes on.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    private ReadOnlyMemory<byte> _documentSymbols;
    private uint _inheritedDepth;
    private int _valuesEnd;

    /// <summary>A value that indicates whether children may stand anywhere before their container, not only in its order.</summary>
    private bool _isEdit;

    /// <summary>Starts a document with all values of another, which keep their addresses.</summary>
    public void BeginEditing(ReadOnlySpan<byte> document)
    {
        var trailer = Trailer.Read(document);
        if (trailer.DictionaryVersion > 0)
        {
            Dictionary?.Published.Require(trailer.DictionaryVersion, trailer.DictionaryCheck);
        }

        // What came into the dictionary later would need a later version, whose symbol table may be another one.
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

    /// <summary>Notes what the document that was started from stands for. One that refers to no value twice does not say so itself.</summary>
    /// <param name="text">Bytes of its JSON text.</param>
    /// <param name="depth">How many containers are nested in it.</param>
    public void NoteExpansion(long text, int depth)
    {
        _text += text;
        _inheritedDepth = Math.Max(_inheritedDepth, (uint)depth);
    }

    /// <summary>Takes the trailer away, so that values can be appended.</summary>
    public void ResumeEditing()
    {
        Cursor = Start + _valuesEnd;
        SlotTop = SlotStart;
    }

    /// <summary>Writes the trailer for the root at an address.</summary>
    /// <param name="root">The address.</param>
    /// <param name="above">How many containers are around what was written last; none of them was open meanwhile.</param>
    public void FinishEditing(int root, int above)
    {
        _inheritedDepth = Math.Max(_inheritedDepth, (uint)(above + _deepest));
        _valuesEnd = Length;
        SlotTop = SlotStart;
        *SlotTop++ = (uint)(Start + root);
        FinishBuilding();
    }

    /// <summary>Writes a container again with children that are already written.</summary>
    /// <param name="names">The names of an object; null for an array.</param>
    /// <param name="children">The addresses of all children, references followed.</param>
    /// <returns>The address of what was written.</returns>
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

    /// <summary>Takes the value that was written last back from those that wait for their container, and returns its address.</summary>
    public int TakePending() => (int)(*--SlotTop - (uint)Start);
}
