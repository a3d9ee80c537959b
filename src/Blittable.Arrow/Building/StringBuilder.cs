using System.Text;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of strings. Dates are stored as their text.</summary>
internal sealed class StringBuilder() : BytesBuilder(StringType.Default)
{
    protected override void AddValue(in BlittableValue value)
    {
        int written;
        for (var size = value.TryGetUtf8Length(out var length) ? length : 64; !value.TryCopyUtf8(Bytes.GetSpan(Math.Max(1, size)), out written); size *= 2)
        {
        }

        Bytes.Advance(written);
        EndValue();
    }

    protected override void AddValue(in QueryValue value)
    {
        // Removing the quotes is enough, because the text of a date contains no escape sequences.
        Encoding.UTF8.GetBytes(value.Kind == QueryValueKind.Date ? value.ToJson().AsSpan()[1..^1] : value.GetString(), Bytes);
        EndValue();
    }
}
