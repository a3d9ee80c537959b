using System.Runtime.CompilerServices;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Rendering;

/// <content>Renders dates.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Writes a date in quotation marks. Not inlined, because the loop over values has no registers to spare.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* Date(byte* to, int address, byte tag)
    {
        *to++ = (byte)'"';
        var payload = _document + address + 1;
        var end = tag <= Tag.RawDateLast
            ? StoredDateKernel.WriteRaw(to, tag - Tag.RawDate, payload, _documentEnd)
            : StoredDateKernel.WriteCompact(to, tag - Tag.CompactDate, payload, _documentEnd);
        if (end == null)
        {
            end = to + StoredDate.Format(_span, address, new Span<byte>(to, Slack));
        }

        *end = (byte)'"';
        return end + 1;
    }
}
