namespace Blittable.Collections.Storage;

/// <summary>Identifies the history of a collection. Row numbers do not change within a lineage: a later state only adds rows to an earlier state.</summary>
/// <remarks>
/// <code>
/// u8       flags: 1 the lineage has a parent; 2 the rows were renumbered; 4 the file is a backup
/// 16 bytes random id
/// 16 bytes id of the parent; varint number of the commit of the parent that the lineage continues; only if the lineage has a parent
/// </code>
/// A lineage starts when a collection is created or recovered. A child continues a commit of its parent: when a collection is compacted, when a backup is
/// appended to, because the original may be appended to as well, and when a commit that readers may have seen is lost.
/// </remarks>
internal sealed record Lineage(Guid Id)
{
    private const byte HasParent = 1;
    private const byte Renumbered = 2;
    private const byte Backup = 4;

    private const int IdSize = 16;

    /// <summary>Gets the lineage that this one continues; empty if there is none.</summary>
    public Guid Parent { get; init; }

    /// <summary>Gets the number of the last commit that this lineage shares with its parent.</summary>
    public long ParentCommit { get; init; }

    /// <summary>Gets a value that indicates whether the rows were renumbered: the first rows are the documents of the parent's commit.</summary>
    public bool IsRenumbered { get; init; }

    /// <summary>Gets a value that indicates whether the file is a backup that was not appended to.</summary>
    public bool IsBackup { get; init; }

    /// <summary>Creates the lineage of a new collection.</summary>
    public static Lineage Start() => new(Guid.NewGuid());

    /// <summary>Creates a lineage that continues a commit of this one.</summary>
    public Lineage Continue(long commit, bool isRenumbered) => Start() with { Parent = Id, ParentCommit = commit, IsRenumbered = isRenumbered };

    public void Write(DirectoryBuffer output)
    {
        output.WriteByte((byte)((Parent != default ? HasParent : 0) | (IsRenumbered ? Renumbered : 0) | (IsBackup ? Backup : 0)));
        output.WriteRaw(Id.ToByteArray());
        if (Parent != default)
        {
            output.WriteRaw(Parent.ToByteArray());
            output.WriteCount(ParentCommit);
        }
    }

    public static Lineage Read(ref DirectoryFields fields)
    {
        var flags = fields.TakeByte("lineage flags", HasParent | Renumbered | Backup);
        var lineage = new Lineage(new Guid(fields.TakeRaw(IdSize, "a lineage id")))
        {
            IsRenumbered = (flags & Renumbered) != 0,
            IsBackup = (flags & Backup) != 0,
        };
        return (flags & HasParent) == 0 ? lineage : lineage with
        {
            Parent = new Guid(fields.TakeRaw(IdSize, "a parent lineage id")),
            ParentCommit = fields.TakeCount("the parent commit of a lineage", long.MaxValue),
        };
    }
}
