namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Defines how <see cref="NumbersQuery{TArrays}"/> adds the numbers of an array.</summary>
internal interface INumberArrays
{
    /// <summary>Adds all numbers of an array at once.</summary>
    /// <returns>true if the sum was computed; false if the elements must be enumerated.</returns>
    static abstract bool TrySum(in BlittableValue array, out double sum);
}
