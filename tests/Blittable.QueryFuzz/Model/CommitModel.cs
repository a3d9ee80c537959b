namespace Blittable.QueryFuzz.Model;

/// <summary>The changes of one commit. Each document has its number as <c>id</c>.</summary>
internal sealed record CommitModel(DocumentModel[] Added, DocumentModel[] Updated, long[] Deleted);
