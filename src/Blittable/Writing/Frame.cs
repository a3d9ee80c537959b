namespace Blittable.Writing;

/// <summary>An open container, or the document around all of them.</summary>
internal struct Frame
{
    /// <summary>What it is.</summary>
    public Scope Scope;

    /// <summary>Bytes of addresses pending below that of the container's first child.</summary>
    public int FirstSlot;

    /// <summary>The trie's node in the enclosing container: the property that this one is the value of.</summary>
    public int Node;

    /// <summary>The numbers of each row, if the container is an array and its first child was an array of few numbers; else 0.</summary>
    public int Columns;

    /// <summary>Children that stand before <see cref="Start"/>, or are references to such values.</summary>
    public int Earlier;

    /// <summary>References among its children.</summary>
    public int References;

    /// <summary>Where the output stood when the container opened: none of its values lies before.</summary>
    public int Start;

    /// <summary>The white space that last stood before a child at this depth: what to expect before the next.</summary>
    public int Indent;

    /// <summary>The white space that last stood before a closing bracket at this depth.</summary>
    public int Outdent;

    /// <summary>Which of the trie's trials learn from it.</summary>
    public int Trials;

    /// <summary>Where its text starts in the source, if later texts may repeat it.</summary>
    public int Text;

    /// <summary>A hash of the first bytes of its text, by which repetitions find it; 0 for none.</summary>
    public ulong Head;
}
