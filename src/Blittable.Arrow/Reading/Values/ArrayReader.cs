using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes the values of arrays of a specific class as JSON.</summary>
/// <typeparam name="T">The class of the arrays.</typeparam>
internal abstract class ArrayReader<T> : ValueReader
    where T : class, IArrowArray
{
    /// <summary>Gets the current array.</summary>
    protected T Array { get; private set; } = null!;

    protected override void Take(IArrowArray array) => Array = array as T ?? throw Unexpected(array);
}
