namespace Blittable.Building;

/// <summary>An open container: what to go back to when it closes.</summary>
internal struct Frame
{
    /// <summary>Slots pending below the container's first child.</summary>
    public int FirstSlot;

    /// <summary>The trie's node in the enclosing container.</summary>
    public int Node;

    /// <summary>What the enclosing container is.</summary>
    public Scope Scope;

    /// <summary>Whether the container itself is an array.</summary>
    public bool IsArray;

    /// <summary>Where the output stood when the container opened: none of its values lies before.</summary>
    public int Start;
}
