using System.Numerics;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of integers of the type that a schema specifies.</summary>
/// <typeparam name="T">The type of the integers.</typeparam>
internal sealed class IntegerBuilder<T>(IArrowType type) : FixedWidthBuilder<T>(type)
    where T : struct, IBinaryInteger<T>
{
    protected override T Read(in BlittableValue value) => DecimalParser.TryGetInteger(value, out var number) ? T.CreateChecked(number)
        : throw new InvalidOperationException("The collection changed while it was being read.");

    protected override T Read(in QueryValue value) => T.CreateChecked(value.GetInt64());
}
