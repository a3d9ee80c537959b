namespace Blittable.Paths;

/// <summary>Chooses elements from a start to an end by a step, as RFC 9535 defines it in section 2.3.4.2.2.</summary>
internal sealed class SliceSelector(long? start, long? end, long step) : QuerySelector
{
    public override void Select(ref QueryRun run, BlittableValue value, in QueryTail tail)
    {
        if (step == 0 || value.Kind != BlittableValueKind.Array)
        {
            return;
        }

        // All numbers are integers of 53 bits, so that no sum overflows.
        long length = value.Count;
        var from = Place(start ?? (step > 0 ? 0 : length - 1), length);
        var to = end is null ? (step > 0 ? length : -1) : Place(end.Value, length);
        if (step > 0)
        {
            to = Math.Clamp(to, 0, length);
            for (var i = Math.Clamp(from, 0, length); i < to && !tail.IsDone; i += step)
            {
                run.Count();
                tail.Take(ref run, value[(int)i], (int)i);
            }

            return;
        }

        to = Math.Clamp(to, -1, length - 1);
        for (var i = Math.Clamp(from, -1, length - 1); i > to && !tail.IsDone; i += step)
        {
            run.Count();
            tail.Take(ref run, value[(int)i], (int)i);
        }
    }

    private static long Place(long index, long length) => index >= 0 ? index : length + index;
}
