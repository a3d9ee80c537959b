namespace Blittable.QueryFuzz.Model;

/// <summary>A document: its number, which is its property <c>id</c>, and its JSON without white space.</summary>
internal sealed record DocumentModel(long Id, string Json);
