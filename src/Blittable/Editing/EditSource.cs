namespace Blittable.Editing;

/// <summary>Where a child of an edited container is.</summary>
internal enum EditSource : byte
{
    /// <summary>In the edited document, where it stays.</summary>
    Own,

    /// <summary>In the edited document, from which it is copied: it has another place now, or a second one.</summary>
    Copied,

    /// <summary>In the document of the edit, from which it is copied.</summary>
    Given,
}
