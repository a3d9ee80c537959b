using Blittable.Strings;

namespace Blittable.Building;

/// <summary>Codes the names of a shape with the general symbol table, each by itself.</summary>
internal sealed class NameCoder
{
    private byte[] _codes = new byte[512];
    private int[] _ends = new int[64];

    /// <summary>Codes names; what is returned is valid until the next call.</summary>
    /// <param name="names">The names, one behind the other.</param>
    /// <param name="ends">Where each name ends.</param>
    /// <param name="codeEnds">Where the codes of each name end.</param>
    /// <returns>The codes, one name's behind the other's.</returns>
    public ReadOnlySpan<byte> Encode(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends, out ReadOnlySpan<int> codeEnds)
    {
        if (_codes.Length < NameCodesKernel.MaxEncodedLength(names.Length))
        {
            _codes = new byte[NameCodesKernel.MaxEncodedLength(names.Length)];
        }

        if (_ends.Length < ends.Length)
        {
            _ends = new int[ends.Length];
        }

        var start = 0;
        var length = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            length += NameCodesKernel.Encode(names[start..ends[i]], _codes.AsSpan(length));
            _ends[i] = length;
            start = ends[i];
        }

        codeEnds = _ends.AsSpan(0, ends.Length);
        return _codes.AsSpan(0, length);
    }
}
