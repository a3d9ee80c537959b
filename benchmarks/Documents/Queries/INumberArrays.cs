namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>How <see cref="NumbersQuery{TArrays}"/> adds up the numbers of an array.</summary>
internal interface INumberArrays
{
    /// <summary>Adds up an array as a whole.</summary>
    /// <returns>False where its elements are to be enumerated.</returns>
    static abstract bool TrySum(in BlittableValue array, out double sum);
}
