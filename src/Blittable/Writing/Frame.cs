namespace Blittable.Writing;

/// <summary>Represents an open container, or the document that surrounds all containers.</summary>
internal struct Frame
{
    /// <summary>The kind of the container.</summary>
    public Scope Scope;

    /// <summary>The size in bytes of the pending addresses below the address of the first child.</summary>
    public int FirstSlot;

    /// <summary>The trie node in the enclosing container: the property whose value this container is.</summary>
    public int Node;

    /// <summary>The number of columns, if the container is an array whose first child was a short array of numbers; otherwise, 0.</summary>
    public int Columns;

    /// <summary>The number of children that precede <see cref="Start"/> or reference values that do.</summary>
    public int Earlier;

    /// <summary>The number of children that are references.</summary>
    public int References;

    /// <summary>The output position when the container was opened. All its new values follow.</summary>
    public int Start;

    /// <summary>The length of the last white space before a child at this depth, expected before the next child.</summary>
    public int Indent;

    /// <summary>The length of the last white space before a closing bracket at this depth.</summary>
    public int Outdent;

    /// <summary>The index of the trials that learn from the container.</summary>
    public int Trials;

    /// <summary>The start of its text in the source, if later texts may repeat it.</summary>
    public int Text;

    /// <summary>A hash of the first bytes of its text for finding repetitions; 0 for none.</summary>
    public ulong Head;
}
