namespace Blittable.Editing;

/// <summary>Identifies the document that contains a child of an edited container.</summary>
internal enum EditSource : byte
{
    /// <summary>The edited document, in which the child remains.</summary>
    Own,

    /// <summary>The edited document, from which the child is copied because it has a new or an additional position.</summary>
    Copied,

    /// <summary>The other document of the edit, from which the child is copied.</summary>
    Given,
}
