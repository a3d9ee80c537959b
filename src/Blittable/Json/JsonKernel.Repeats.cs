using System.Runtime.CompilerServices;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>
/// In disk mode a container whose text was read before, byte for byte, is not converted again: the earlier value stands for it.
/// Which text to compare with is told by the first bytes, up to the first bracket that may close the container.
/// </content>
internal sealed unsafe partial class JsonKernel
{
    /// <summary>Bytes of text that may be compared in vain beyond as many as have been read.</summary>
    private const int MaxInVain = 1 << 16;

    private readonly RepeatedTexts _repeats = new();
    private long _comparedInVain;

    private void BeginRepeats(int length)
    {
        _repeats.Clear(length);
        _comparedInVain = 0;
    }

    /// <summary>
    /// Takes an earlier container for the one that opens at <paramref name="p"/> if their texts are the same, and returns where that ends; else null.
    /// </summary>
    /// <param name="p">The opening bracket.</param>
    /// <param name="trials">The trials of its context.</param>
    /// <param name="frame">The frame of the container to be opened.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* TryRepeat(byte* p, Frame* frame, ValueTrials* trials)
    {
        if (_inTail || p >= _safeEnd)
        {
            return null;
        }

        var start = Consumed(p);
        var hash = HeadKernel.Hash(p);
        frame->Head = hash;
        frame->Text = (int)start;
        ref var known = ref _repeats.Of(hash);
        var entry = known;
        if (entry.Length == 0 || !entry.IsOf(hash) || entry.Length > _end - p || entry.Depth < frame - _writer.Frames || _comparedInVain > start + MaxInVain)
        {
            _writer.LearnText(trials, 0);
            return null;
        }

        var same = SameTextKernel.Length(p, _writer.Source + entry.Start, entry.Length);
        if (same < entry.Length)
        {
            _writer.LearnText(trials, 0);
            _comparedInVain += same;
            return null;
        }

        _writer.LearnText(trials, entry.Length);
        known = entry with { Start = (int)start };
        _writer.PushEarlier(entry.Address);
        return LeaveMargin(p + entry.Length);
    }

    /// <summary>Lets the container that was closed last be found again by its text, which ends at <paramref name="end"/>.</summary>
    private void Remember(byte* end)
    {
        var frame = _writer.Current + 1;
        var depth = frame - _writer.Frames;
        if (frame->Head != 0 && depth <= ushort.MaxValue)
        {
            var length = (int)(Consumed(end) - frame->Text);
            _repeats.Of(frame->Head) = new RepeatedTexts.Entry(frame->Text, length, _writer.LastAddress, RepeatedTexts.Entry.KeyOf(frame->Head), (ushort)depth);
        }
    }
}
