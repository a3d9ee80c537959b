namespace Blittable.Reading;

/// <summary>How the names of a block are stored: what a search compares with the name it looks for. Each way gets a search of its own from the compiler.</summary>
internal interface INameForm
{
    /// <summary>The flag that such blocks have beside the others.</summary>
    static abstract uint Flag { get; }

    /// <summary>Whether so many stored bytes may be a name of that length.</summary>
    static abstract bool MayBe(uint stored, int length);

    /// <summary>Whether stored bytes are a name, if so many may be.</summary>
    static abstract bool AreEqual(ref byte stored, uint length, ReadOnlySpan<byte> name);
}
