namespace Blittable.Layout;

/// <summary>Holds a reader's hints of each shape of a dictionary.</summary>
/// <param name="Owner">Owns the memory that is pointed to, and must be kept alive as long as that is used.</param>
/// <param name="Addresses">An address for each shape; zero where nothing is remembered yet.</param>
internal sealed record ShapeMemory(object Owner, nint[] Addresses);
