namespace Blittable.Testing;

/// <summary>The categories of test classes: <c>[Trait(Category.Name, Category.Vector)]</c>, selected by <c>--filter Category=Vector</c>.</summary>
internal static class Category
{
    public const string Name = "Category";

    /// <summary>Tests whose result can depend on the instruction set. CI repeats them with instruction sets disabled.</summary>
    public const string Vector = "Vector";
}
